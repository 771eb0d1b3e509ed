import type { ParsedOrderInput } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_LINES, ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { orderFaults } from '@talaan/core/documents/purchase-order/order-faults';
import { readOrderLines } from '@talaan/core/documents/purchase-order/order-lines';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import { ownEntry } from '../../batches/own-entry.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';

/** An order as a person gave it, as the engine saves it: a batch of one document, its terms and lines in tables of its own. */
export function givenOrder(
  input: ParsedOrderInput & Pick<UpdateInput, 'row_version' | 'keep_attachments'>,
  files: readonly UploadedFile[],
): UpdateInput {
  const read = readOrderLines(input.po_details);
  const terms = {
    ...valuesGiven(ORDER_TERMS.fields, input),
    request_date: input.request_date ?? input.po_date,
  };
  const lineOf = (figures: (typeof read.lines)[number], place: number) => ({
    ...valuesGiven(ORDER_LINES.fields, input.po_details[place]!),
    ...figures,
  });
  return ownEntry(PURCHASE_ORDERS, input, {
    parts: {
      contents: { [ORDER_TERMS.name]: [terms], [ORDER_LINES.name]: read.lines.map(lineOf) },
      total_minor: read.total_minor,
      faults: orderFaults(input, read),
    },
    files,
  });
}
