import { receiptSeries } from '@talaan/core/documents/document-type';
import { encodePrintLink } from '../../prints/print-link.ts';
import type { KindPaper } from '../document-kind.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** What the payors of a type get by e-mail. */
export function receiptByMail(table: ReceiptFacts['table']) {
  return {
    name: 'receipt_e',
    label: 'E-Receipt',
    size: 'A5',
    address: ({ batch_number }) => `/preview-ereceipt/${encodePrintLink({ table, batch_number })}`,
    isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).length > 0,
  } as const satisfies KindPaper;
}

/** The receipts of a type on paper, by the pages on which they open. */
export function receiptsOnPaper(official: string, acknowledgement: string) {
  return [
    {
      name: 'receipt_or',
      label: 'Official Receipt',
      size: 'A5',
      address: ({ batch_number }) => `${official}/${encodePrintLink({ batch_number })}`,
      isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).includes('or'),
    },
    {
      name: 'receipt_ar',
      label: 'Acknowledgement Receipt',
      size: 'A5',
      address: ({ batch_number }) => `${acknowledgement}/${encodePrintLink({ batch_number })}`,
      isOf: ({ is_or_ar }) => receiptSeries(is_or_ar ?? 0).includes('ar'),
    },
  ] as const satisfies readonly KindPaper[];
}
