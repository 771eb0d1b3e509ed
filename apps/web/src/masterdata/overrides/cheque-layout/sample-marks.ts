import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import type { PlacedMark } from '@talaan/contract/papers/paper-blocks';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import type { ChequeSample } from '@talaan/contract/resources/books/cheque-stock.contract';
import type { FieldValues, LayoutValues } from './layout-values.ts';

/** What stands in the fields where no cheque of an account may be seen. */
export const SPECIMEN: ChequeSample = {
  batch_number: '',
  document_number: '0000418',
  cheque_date: '2025-05-21',
  payee: 'NAME OF THE PAYEE',
  amount: '55000.00',
  currency_word: 'PESOS',
};

/** What a field says of a cheque, drawn as it is printed; a sentence where its place does not hold it. */
export function sampleMarks(
  { width_mm, height_mm }: Pick<LayoutValues, 'width_mm' | 'height_mm'>,
  field: FieldValues,
  sample: ChequeSample,
): readonly PlacedMark[] | string {
  const numbers = [width_mm, height_mm, field.left_mm, field.top_mm, field.field_width, field.field_height];
  if (!numbers.every((text) => Number.isFinite(Number(text))) || !(Number(field.field_width) > 0)) return [];
  const printed = {
    run_id: null,
    bank_name: '',
    bank_account: '',
    crossed: false,
    layout: {
      id: 0,
      name: '',
      version: 0,
      width_mm,
      height_mm,
      picture: null,
      x_mm: '0',
      y_mm: '0',
      fields: [{ ...field, size_pt: Number(field.size_pt) || 0, align: field.align as 'L' | 'C' | 'R' }],
    },
    cheques: [{ ...sample, id: null, cheque_number: null, specimen: null }],
  };
  try {
    const [block] = drawPaper(chequePaper(printed.layout), printed).pages[0]!.blocks;
    return block?.block === 'placed' ? block.marks : [];
  } catch (failure) {
    if (failure instanceof TextDoesNotFit) return failure.message;
    throw failure;
  }
}
