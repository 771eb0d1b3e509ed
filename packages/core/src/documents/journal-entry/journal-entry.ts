import { BARE_HEADER, type DocumentFacts } from '../document-facts.ts';

/** One document without payee and bank in its header; its lines are what it posts (decisions §3, §4). */
export const JOURNAL_ENTRY = {
  label: 'General Journal',
  module: 'general_journal',
  batch_series: 'batch',
  document_series: 'je',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: false,
  pays: false,
  needs_approval: true,
  own_officers: false,
  has_adjusting: true,
  archive_cancels: false,
  on_receivable: 'names_invoice',
  header: BARE_HEADER,
} as const satisfies DocumentFacts;
