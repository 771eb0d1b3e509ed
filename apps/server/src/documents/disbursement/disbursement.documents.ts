import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { followVouchers } from '../cheque-register/follow-vouchers.ts';
import { requireChequeNumbers } from '../cheque-register/require-cheque-numbers.ts';

const paidByCheque = { checkMove: requireChequeNumbers, onChanged: followVouchers };

export const chequeVoucherDocument: DocumentDefinition = { document_type: 'CV', ...paidByCheque };
const chequeWriteDocument: DocumentDefinition = { document_type: 'CW', ...paidByCheque };

export const disbursementDocuments: readonly DocumentDefinition[] = [
  chequeVoucherDocument,
  chequeWriteDocument,
  { document_type: 'OB' },
  { document_type: 'DM' },
];
