import { defineDocument, type DocumentDefinition } from '../../batches/record/document-definition.ts';
import { followVouchers } from '../cheque-register/follow-vouchers.ts';
import { checkGivenOrders, checkStoredOrders } from './voucher-orders.store.ts';

/** Every voucher may pay what was ordered. */
const voucher = { checkGiven: checkGivenOrders, checkStored: checkStoredOrders };

export const chequeVoucherDocument = defineDocument({ document_type: 'CV', ...voucher, onChanged: followVouchers });

export const disbursementDocuments: readonly DocumentDefinition[] = [
  chequeVoucherDocument,
  defineDocument({ document_type: 'CW', ...voucher, onChanged: followVouchers }),
  defineDocument({ document_type: 'OB', ...voucher }),
  defineDocument({ document_type: 'DM', ...voucher }),
];
