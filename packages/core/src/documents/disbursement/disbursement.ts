import { MOST_CHEQUES } from '../../calendar/post-dated-series.ts';
import { BARE_HEADER, type DocumentFacts } from '../document-facts.ts';

const HEADER = { ...BARE_HEADER, payee: true, bank_side: 'credit', bank_required: true, payee_bank: true } as const;

/**
 * A disbursement charges what is paid and credits the tax withheld and the bank; its total is what it charges, before the
 * tax withheld, and that is what its approvers answer for (decisions §3, §4).
 */
const DISBURSEMENT = {
  module: 'disbursement',
  batch_series: 'batch',
  most_documents: 1,
  has_review_stage: true,
  has_release_stage: true,
  pays: true,
  needs_approval: true,
  own_officers: false,
  has_adjusting: false,
  archive_cancels: false,
  header: HEADER,
} as const;

/** Paid by a cheque, or by a post-dated series of them: one document for each. */
const CHEQUE = {
  ...DISBURSEMENT,
  document_series: 'voucher',
  most_documents: MOST_CHEQUES,
  header: { ...HEADER, cheque: true },
} as const;

export const CHEQUE_VOUCHER = { ...CHEQUE, label: 'Cheque Voucher' } as const satisfies DocumentFacts;
export const CHEQUE_WRITE = { ...CHEQUE, label: 'Cheque Write' } as const satisfies DocumentFacts;

/** A transfer that the bank is told to make, to the bank account of the payee. */
export const ONLINE_BANKING = {
  ...DISBURSEMENT,
  label: 'Online Banking',
  document_series: 'ob',
} as const satisfies DocumentFacts;

/** What the bank is told by letter to take from the account, such as the funding of a payroll. */
export const DEBIT_MEMO = {
  ...DISBURSEMENT,
  label: 'Debit Memo',
  document_series: 'dm',
} as const satisfies DocumentFacts;
