import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { requireChequeNumbers } from '../cheque-register/require-cheque-numbers.ts';

export const chequeVoucherDocument: DocumentDefinition = { document_type: 'CV', checkMove: requireChequeNumbers };
const chequeWriteDocument: DocumentDefinition = { document_type: 'CW', checkMove: requireChequeNumbers };

export const disbursementDocuments: readonly DocumentDefinition[] = [
  chequeVoucherDocument,
  chequeWriteDocument,
  { document_type: 'OB' },
  { document_type: 'DM' },
];
