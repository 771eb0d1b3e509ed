import { BARE_HEADER, type DocumentFacts } from '../document-facts.ts';

/** What is ordered of a supplier; it has no ledger effect (decisions §6). */
export const PURCHASE_ORDER = {
  label: 'Purchase Order',
  module: null,
  batch_series: 'po',
  document_series: 'po',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: false,
  needs_approval: true,
  has_adjusting: false,
  archive_cancels: true,
  paper: null,
  header: { ...BARE_HEADER, payee: true },
} as const satisfies DocumentFacts;
