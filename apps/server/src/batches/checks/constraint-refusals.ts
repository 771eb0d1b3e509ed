import { MESSAGES } from '@talaan/contract/errors/messages';
import { asConflict, asForbidden, nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, forbidden } from '../../platform/http/problem.ts';

/**
 * A lost race: whoever was first has moved or changed the batch since it was read. `explainRace` says who it was, and what
 * the type of the document calls the status that it has now.
 */
const MOVED_MEANWHILE = 'Somebody has changed this meanwhile. Reload to see it.';

const movedMeanwhile = ({ message }: { message?: string }) => {
  const status = /is at status (\d+)/.exec(message ?? '')?.[1];
  return conflict('moved_meanwhile', MOVED_MEANWHILE, status === undefined ? {} : { current_status: Number(status) });
};

/** The place of a regular transaction in a period is taken, of a customer where it bills: `explainTaken` says by what. */
const madeAlready = ({ detail = '' }: { detail?: string }) => {
  const [, ...key] = /=\((\d+), (\d+), (\d+)\)/.exec(detail) ?? [];
  const [regular_trx, period, payee_id] = key.map(Number);
  const message = 'The regular transaction has been made for that period already. Archive the other transaction first.';
  return conflict('made_already', message, { regular_trx, period, payee_id });
};

const GUARDS: Parameters<typeof nameConstraints>[0] = {
  batch_number_once: ({ detail = '' }) =>
    conflict(
      'number_taken',
      `Number ${/=\((\w+)/.exec(detail)?.[1] ?? ''} is taken already. Open a new entry for another one.`,
    ),
  batch_moved_meanwhile: movedMeanwhile,
  batch_regular_once: madeAlready,
  batch_regular_due: asConflict('not_due'),
  batch_reversal_whole: asConflict('reversal'),
  batch_reversal_kept: asConflict('reversal'),
  batch_move_once: movedMeanwhile,
  row_version_stale: () => conflict('row_version', MOVED_MEANWHILE),
  received_returned: asConflict('received'),
  received_own_end: asForbidden('own_received'),
  received_void_whole: asConflict('received_whole'),
  integrated_batch_client: asForbidden('client'),
  integrated_batch_parts: asConflict('incomplete'),
  upload_own_accept: asForbidden('own_upload'),
  upload_part_once: () =>
    conflict('uploaded_meanwhile', 'The same batch was uploaded meanwhile. Check the file again.'),
  upload_part_made: asConflict('uploaded_meanwhile'),
  upload_part_stands: asConflict('entered'),
  upload_file_stands: asConflict('undone'),
  batch_deleted: asConflict('deleted'),
  batch_frozen: asConflict('frozen'),
  batch_handover_draft: movedMeanwhile,
  batch_handover_absent: asConflict('preparer_present'),
  batch_handover_present: asConflict('not_in_use'),
  batch_handover_own: () =>
    forbidden('own_handover', 'Nobody hands drafts over to himself. Ask another administrator.'),
  batch_handover_other: () => conflict('same_preparer', 'These drafts are prepared by this user already.'),
  batch_move_unlisted: asConflict('no_such_move'),
  batch_move_listed: () => conflict('no_such_move', 'This transaction cannot go there from its status.'),
  batch_approval_missing: asConflict('stage_missing'),
  batch_total: asConflict('total_differs'),
  line_pesos: asConflict('line_pesos'),
  attachment_kept: asConflict('attachments_signed'),
  document_numbered: asConflict('document_numbered'),
  document_void_alone: asConflict('voided'),
  document_void_kept: asConflict('voided'),
  batch_decision: asConflict('decision_kept'),
  document_header_once: () => conflict('header_key_twice', 'Two headers have the same header key.'),
  approver_is_preparer: asForbidden('is_preparer'),
  approver_is_editor: asForbidden('is_editor'),
  approver_acted_before: asForbidden('has_acted'),
  approver_without_row: asForbidden('not_officer'),
  reviewer_without_level: asForbidden('not_checker'),
  batch_move_one_approval: () => forbidden('has_acted', 'You have already acted on this transaction in this round.'),
  period_open: () => conflict('period_closed', MESSAGES.periodClosed),
  journal_entry_period: () => conflict('period_closed', MESSAGES.periodClosed),
  journal_entry_once: () => conflict('posted', 'This transaction is posted already.'),
  // The day has turned since it was read.
  approved_document_posted: () => conflict('moved_meanwhile', MOVED_MEANWHILE),
  reversal_not_backdated: () => conflict('moved_meanwhile', MOVED_MEANWHILE),
  journal_entry_reversed_once: () => conflict('reversed', 'This transaction is reversed already.'),
  journal_entry_balanced: asConflict('not_balanced'),
  account_postable: asConflict('account_postable'),
  account_currency: asConflict('account_currency'),
  posting_department: asConflict('posting_department'),
  receivable_without_invoice: asConflict('invoice_missing'),
  advance_without_customer: asConflict('advance_without_customer'),
  invoice_of_another_account: asConflict('invoice_misplaced'),
  settlement_below_nothing: asConflict('not_settled'),
  settlement_built_upon: asConflict('built_upon'),
  settlement_of_cancelled: asConflict('invoice_cancelled'),
  payee_on_hold: asConflict('payee_on_hold'),
  needed_by_post_dated: asConflict('used_by_open_transactions'),
};

/** Names the guards of batches and ledger, so that a race and a polite check answer alike. */
export function nameBatchConstraints(): void {
  nameConstraints(GUARDS);
}
