import { expect, it } from 'vitest';
import { drawPaper } from '../../papers/draw-paper.ts';
import { TextDoesNotFit } from '../../papers/placed-part.ts';
import type { PrintedCheques } from './cheque-print.contract.ts';
import { chequePaper } from './cheque.paper.ts';

/** The standard stock, as every account starts with it. */
const FIELDS = [
  ['document_no', 150, 6, 24, 5, 10, 'R'],
  ['date', 150, 14, 44, 6, 11, 'L'],
  ['payee', 38, 27, 106, 6, 11, 'L'],
  ['figures', 158, 27, 36, 6, 11, 'R'],
  ['words', 27, 37, 160, 6, 11, 'L'],
] as const;

function chequeOf(change: Partial<PrintedCheques['cheques'][number]>, figuresWidth = '36'): PrintedCheques {
  return {
    run_id: null,
    bank_name: 'BPI',
    bank_account: '0003-0001',
    crossed: false,
    layout: {
      id: 1,
      name: 'Voucher cheque',
      version: 1,
      width_mm: '203.2',
      height_mm: '76.2',
      x_mm: '0',
      y_mm: '0',
      picture: null,
      fields: FIELDS.map(([field, left, top, width, height, size_pt, align]) => ({
        field,
        left_mm: String(left),
        top_mm: String(top),
        field_width: field === 'figures' ? figuresWidth : String(width),
        field_height: String(height),
        size_pt,
        align,
      })),
    },
    cheques: [
      {
        id: 1,
        document_number: '0000123',
        cheque_number: '0000451',
        cheque_date: '2026-03-05',
        payee: 'LESSOR',
        amount: '1.00',
        currency_word: 'PESOS',
        specimen: null,
        ...change,
      },
    ],
  };
}

/** What stands on the cheque below its date: the lines of payee, figures and words. */
function said(printed: PrintedCheques): string[] {
  const block = drawPaper(chequePaper(printed.layout), printed).pages[0]!.blocks[0]!;
  const texts = block.block === 'placed' ? block.marks.flatMap((mark) => ('text' in mark ? mark.text : [])) : [];
  return texts.slice(9);
}

it.each([
  ['DOLLARS', 'SIXTY EIGHT THOUSAND TWO HUNDRED NINE DOLLARS & 44/100 ONLY'],
  ['YENS', 'SIXTY EIGHT THOUSAND TWO HUNDRED NINE YENS & 44/100 ONLY'],
  ['SINGAPORE DOLLARS', 'SIXTY EIGHT THOUSAND TWO HUNDRED NINE SINGAPORE DOLLARS & 44/100 ONLY'],
  ['PESOS', 'SIXTY EIGHT THOUSAND TWO HUNDRED NINE PESOS & 44/100 ONLY'],
])('a cheque is in the words of its currency: %s', (currency_word, words) => {
  expect(said(chequeOf({ amount: '68209.44', currency_word }))).toEqual(['LESSOR', '68,209.44', words]);
});

it('a name of 80 characters and the greatest amount stand on it whole', () => {
  const payee = 'BANTAY KUNWARI SECURITY AGENCY AND ALLIED SERVICES OF THE VISAYAS AND MINDANAO'.padEnd(80, 'S');
  const lines = said(chequeOf({ payee, amount: '9999999999999.99' }));
  expect(lines).toContain('9,999,999,999,999.99');
  const text = lines.join(' ');
  expect(text).toContain(payee);
  expect(text).toContain(
    'NINE TRILLION NINE HUNDRED NINETY NINE BILLION NINE HUNDRED NINETY NINE MILLION NINE HUNDRED NINETY NINE ' +
      'THOUSAND NINE HUNDRED NINETY NINE PESOS & 99/100 ONLY',
  );
});

it.each([
  [chequeOf({ payee: 'W'.repeat(80) }), 'Payee', '106 mm'],
  [chequeOf({ amount: '9999999999999.99' }, '20'), 'figures', '20 mm'],
])('what does not fit at its least size is refused with field and width, and never cut', (printed, field, width) => {
  const draw = () => drawPaper(chequePaper(printed.layout), printed);
  expect(draw).toThrow(TextDoesNotFit);
  expect(draw).toThrow(new RegExp(`${field}.*does not fit.*${width}`, 'i'));
});
