import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { followVouchers } from '../cheque-register/follow-vouchers.ts';

export const chequeVoucherDocument: DocumentDefinition = { document_type: 'CV', onChanged: followVouchers };
const chequeWriteDocument: DocumentDefinition = { document_type: 'CW', onChanged: followVouchers };

export const disbursementDocuments: readonly DocumentDefinition[] = [
  chequeVoucherDocument,
  chequeWriteDocument,
  { document_type: 'OB' },
  { document_type: 'DM' },
];
