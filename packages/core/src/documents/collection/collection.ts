import { RECEIPT_HEADER, type DocumentFacts } from '../document-facts.ts';

/** What customers pay of their invoices (decisions §6). */
export const COLLECTION = {
  label: 'Collection',
  module: 'cash_receipt',
  batch_series: 'collection',
  document_series: 'collection',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: false,
  pays: false,
  needs_approval: false,
  own_officers: false,
  has_adjusting: false,
  archive_cancels: true,
  on_receivable: 'settles',
  header: RECEIPT_HEADER,
} as const satisfies DocumentFacts;
