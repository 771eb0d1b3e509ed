import { receiptSeries } from '@talaan/core/documents/document-type';
import { encodePrintLink } from '../../prints/print-link.ts';
import type { DocumentKind } from '../document-kind.ts';

export const CASH_RECEIPTS = {
  module: 'Cash Receipt',
  types: ['CR'],
  list: '/trxcr',
  page: '/trxcr/create',
  newTitle: 'Create',
  one: 'cash receipt',
  many: 'cash receipts',
  paper: {
    name: 'receipt_e',
    label: 'E-Receipt',
    size: 'A5',
    address: ({ batch_number }) => `/preview-ereceipt/${encodePrintLink({ table: 'cash_receipt', batch_number })}`,
    isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).length > 0,
  },
  otherPapers: [
    {
      name: 'receipt_or',
      label: 'Official Receipt',
      size: 'A5',
      address: ({ batch_number }) => `/preview-OR/${encodePrintLink({ batch_number })}`,
      isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).includes('or'),
    },
    {
      name: 'receipt_ar',
      label: 'Acknowledgement Receipt',
      size: 'A5',
      address: ({ batch_number }) => `/preview-AR/${encodePrintLink({ batch_number })}`,
      isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).includes('ar'),
    },
    { name: 'receipt_form', label: 'Blank receipt form', size: 'A5', address: () => '/preview-receipt' },
  ],
} as const satisfies DocumentKind;
