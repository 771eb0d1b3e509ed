import { RECEIPT_HEADER, type DocumentFacts } from '../document-facts.ts';

/**
 * What a payor pays in: one document, whose total is what is settled by it, the tax that the payor withheld included
 * (worked example convention C5). It needs no approval by default (decisions §3).
 */
export const CASH_RECEIPT = {
  label: 'Cash Receipt',
  module: 'cash_receipt',
  batch_series: 'batch',
  document_series: 'cr',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: false,
  pays: false,
  needs_approval: false,
  own_officers: false,
  has_adjusting: false,
  archive_cancels: false,
  header: RECEIPT_HEADER,
} as const satisfies DocumentFacts;
