import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import type { ParsedOrderInput } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_LINES, ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { orderFaults } from '@talaan/core/documents/purchase-order/order-faults';
import { readOrderLines } from '@talaan/core/documents/purchase-order/order-lines';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { Problem, renamed } from '../../platform/http/problem.ts';

/** An order as a person gave it, as the engine saves it: a batch of one document, its terms and lines in tables of its own. */
export function givenOrder(
  input: ParsedOrderInput & Pick<UpdateInput, 'row_version' | 'keep_attachments'>,
  files: readonly UploadedFile[],
): UpdateInput {
  const read = readOrderLines(input.po_details);
  const entry = batchInput.parse({
    document_type: 'PO',
    headers: [
      {
        batch_number: input.po_number ?? null,
        document_date: input.po_date,
        payee_id: input.payee_id,
        currency_id: input.currency_id,
        dollar_rate: input.dollar_rate ?? null,
        remarks: input.remarks,
        is_confidential: input.is_confidential,
      },
    ],
    details: [],
    draft_id: input.draft_id,
  });
  const terms = {
    ...valuesGiven(ORDER_TERMS.fields, input, noRecord),
    request_date: input.request_date ?? input.po_date,
  };
  const lineOf = (figures: (typeof read.lines)[number], place: number) => ({
    ...valuesGiven(ORDER_LINES.fields, input.po_details[place]!, noRecord),
    ...figures,
  });
  return {
    ...entry,
    files,
    row_version: input.row_version,
    keep_attachments: input.keep_attachments,
    parts: {
      contents: { [ORDER_TERMS.name]: [terms], [ORDER_LINES.name]: read.lines.map(lineOf) },
      total_minor: read.total_minor,
      faults: orderFaults(input, read),
    },
  };
}

/** Terms and lines name no records. */
const noRecord = () => undefined;

/** The engine names the fields of a header by their place in an entry; an order has one, with names of its own. */
const FIELDS: Readonly<Record<string, string>> = {
  'headers.0.document_date': 'po_date',
  'headers.0.payee_id': 'payee_id',
  'headers.0.currency_id': 'currency_id',
  'headers.0.dollar_rate': 'dollar_rate',
  'headers.0.remarks': 'remarks',
};

/** Does what an order asks of the engine; a refusal names the fields as the order does. */
export async function underOwnNames<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.details.errors !== undefined) {
      const errors = Object.entries(error.details.errors).map(([path, messages]) => [FIELDS[path] ?? path, messages]);
      throw renamed(error, Object.fromEntries(errors) as Record<string, string[]>);
    }
    throw error;
  }
}
