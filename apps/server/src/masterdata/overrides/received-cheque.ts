import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/document-status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Change, ResourceOverride, WriteContext } from '../records/resource-override.ts';

export const receivedChequeOverride: ResourceOverride = {
  computed: {
    collection_number: sql`(select b.batch_number from document d join batch b on b.id = d.batch_id
      where d.id = t.collection_document_id and b.deleted_at is null)`,
  },
  refuseChange: refuseOtherInvoice,
};

/**
 * Refuses an invoice that the deposit could not settle: it would pay the oldest ones instead and tell nobody. A stored
 * cheque keeps its own. Answers 422 under the invoice.
 */
async function refuseOtherInvoice({ db, user }: WriteContext, { stored, entry }: Change): Promise<void> {
  const { billing_invoice_no, payee_code } = entry as Partial<Record<string, string | null>>;
  const named = billing_invoice_no?.trim().toUpperCase() ?? '';
  if (named === '') return;
  if (stored?.['billing_invoice_no'] === billing_invoice_no && stored?.['payee_code'] === payee_code) return;
  const found = await sql`
    select from document d join batch b on b.id = d.batch_id
    where d.document_type = 'BI' and d.document_number = ${named} and b.status = ${STATUS.APPROVED}
      and b.currency_id = ${CURRENCY_PESO} and ${seesConfidential(user)}
      and d.payee_id = any (payees_as_one((select p.id from payee p where p.payee_code = ${payee_code})))`.execute(db);
  if (found.rows.length > 0) return;
  throw invalid({
    billing_invoice_no: [
      `For invoice must be an approved invoice of this customer in pesos; ${named} is none. Leave it empty to settle the oldest first.`,
    ],
  });
}
