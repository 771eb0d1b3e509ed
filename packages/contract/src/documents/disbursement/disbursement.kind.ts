import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { encodePrintLink } from '../../prints/print-link.ts';
import { DETAILS_ON_PAPER, transactionAddress } from '../print/details-address.ts';
import type { DocumentKind } from '../document-kind.ts';

export const DISBURSEMENTS = {
  module: 'Disbursements',
  types: ['CV', 'CW', 'OB', 'DM'],
  list: '/trxdisb',
  page: '/trxdisb/create',
  newTitle: 'Create disbursement',
  one: 'disbursement',
  many: 'disbursements',
  paper: {
    name: 'voucher',
    label: 'Cheque voucher',
    address: ({ batch_number }) => `/preview-voucher/${encodePrintLink({ batch_number })}`,
    isOf: ({ document_type }) => DOCUMENT_TYPES[document_type as DocumentType].header.cheque,
  },
  otherPapers: [
    {
      name: 'cheque',
      label: 'Cheque',
      size: '8 × 3 in',
      address: ({ batch_number }) => `/preview-cheque/${encodePrintLink({ batch_number })}`,
      isOf: ({ document_type }) => DOCUMENT_TYPES[document_type as DocumentType].header.cheque,
    },
    {
      name: 'debit_letter',
      label: 'Debit memo letter',
      address: transactionAddress,
      isOf: ({ document_type }) => document_type === 'DM',
    },
    { ...DETAILS_ON_PAPER, isOf: ({ document_type }) => document_type !== 'DM' },
    {
      name: 'tax_certificate',
      label: 'BIR Form 2307',
      address: ({ batch_number }) => `/preview-2307/${encodePrintLink({ batch_number })}`,
      isOf: ({ atc_code }) => (atc_code ?? '') !== '',
    },
  ],
} as const satisfies DocumentKind;
