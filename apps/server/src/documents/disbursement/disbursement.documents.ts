import { MOST_CHEQUES } from '@talaan/core/calendar/post-dated-series';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { DocumentDefinition } from '../../batches/record/document-definition.ts';

/**
 * A disbursement charges what is paid and credits the tax withheld and the bank; its total is what it charges, before the
 * tax withheld, and that is what its approvers answer for (decisions §3, §4). What its header names is told by the core.
 */
const disbursement = (document_type: DocumentType, most_documents: number): DocumentDefinition => ({
  document_type,
  most_documents,
  checkHeader: () => [],
  totalOf: ({ debit_minor }) => debit_minor,
});

/** Paid by a cheque, or by a post-dated series of them: one document for each. */
export const chequeVoucherDocument = disbursement('CV', MOST_CHEQUES);
export const chequeWriteDocument = disbursement('CW', MOST_CHEQUES);

/** A transfer that the bank is told to make, to the bank account of the payee. */
export const onlineBankingDocument = disbursement('OB', 1);

/** What the bank is told by letter to take from the account, such as the funding of a payroll. */
export const debitMemoDocument = disbursement('DM', 1);

export const disbursementDocuments = [
  chequeVoucherDocument,
  chequeWriteDocument,
  onlineBankingDocument,
  debitMemoDocument,
] as const;
