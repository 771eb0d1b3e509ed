import { encodePrintLink } from '../../prints/print-link.ts';
import { DETAILS_ON_PAPER } from '../print/details-address.ts';
import type { DocumentKind } from '../document-kind.ts';

export const BILLINGS = {
  module: 'Billing',
  types: ['BI'],
  list: '/trx-billing',
  page: '/trx-billing/create',
  newTitle: 'Create billing',
  one: 'billing',
  many: 'billings',
  voidStays: 'Its number stays used and prints CANCELLED INVOICE.',
  paper: {
    name: 'billing_invoice',
    label: 'Billing Invoice',
    address: ({ batch_number }) => `/preview-billing/${encodePrintLink({ billing_request_no: batch_number })}`,
  },
  otherPapers: [DETAILS_ON_PAPER],
  own: { number: 'billing_request_no', date: 'billing_date', lines: 'billing_details' },
} as const satisfies DocumentKind;
