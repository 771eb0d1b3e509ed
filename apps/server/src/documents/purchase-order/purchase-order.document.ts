import { defineDocument } from '../../batches/record/document-definition.ts';

/** What is ordered of a supplier; its vouchers say where it stands after its approval (decisions §6). */
export const purchaseOrderDocument = defineDocument({ document_type: 'PO' });
