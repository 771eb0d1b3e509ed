import { BARE_HEADER, type DocumentFacts } from '../document-facts.ts';

/** What a customer is billed: its request number comes first, its invoice number on approval (decisions §5, §6). */
export const BILLING = {
  label: 'Billing',
  module: 'general_journal',
  batch_series: 'request',
  document_series: 'bi',
  numbered_at_approval: true,
  most_documents: 1,
  has_review_stage: false,
  has_release_stage: false,
  pays: false,
  needs_approval: true,
  own_officers: true,
  has_adjusting: false,
  archive_cancels: false,
  on_receivable: 'bills',
  header: { ...BARE_HEADER, payee: true },
} as const satisfies DocumentFacts;

/** So many customers are billed at once by a regular transaction: all of them are saved and sent in one transaction. */
export const MOST_CUSTOMERS = 100;
