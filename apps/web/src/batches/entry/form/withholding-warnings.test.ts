import { expect, it } from 'vitest';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { recorded } from '../../../testing/recorded-answers.ts';
import { emptyLine, type EntryLine } from '../lines/entry-line.ts';
import { withholdingWarnings } from './withholding-warnings.ts';

const choices = recorded(entryChoices, 'payment/choices').data;
const WC120 = choices.tax_codes.find(({ code }) => code === 'WC120')!;
const line = (codeOrRole: string, change: Partial<EntryLine>): EntryLine => ({
  ...emptyLine(0),
  account: choices.accounts.find(({ code, role }) => codeOrRole === (role ?? code))!,
  ...change,
});
const warningOf = (lines: readonly EntryLine[], at: number) =>
  withholdingWarnings(
    {
      header: { document_date: '2025-05-22', payee: null, bank_id: null, atc_code: '' },
      filled: lines.map((one, row) => ({ line: one, row })),
      payee: undefined,
    },
    choices,
  ).get(at);

it('proposes what is charged without its VAT, of whatever kind, and without the bases of other lines as the base', () => {
  const lines = [
    line('502010', { debit: '60000.00' }),
    ...['INPUT_VAT', 'INPUT_VAT_GOODS', 'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS'].map((role) =>
      line(role, { debit: '1200.00' }),
    ),
    line('EWT', { credit: '200.00', atc: WC120, tax_base: '10000.00' }),
    line('EWT', { credit: '1000.00', atc: WC120 }),
    line('CIB', { debit: '5.00' }),
  ];
  expect(warningOf(lines, 5)).toBeUndefined();
  expect(warningOf(lines, 6)?.correction).toEqual({
    label: 'Base 50,000.00',
    changes: [{ type: 'base', row: 6, tax_base: '50000.00' }],
  });
});
