import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import {
  chequeMoveRefusal,
  HANDED_BACK_BY,
  type ReceivedChequeState,
} from '@talaan/core/receivables/received-cheque-state';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { foldedKey } from '../../platform/database/folded-key.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { Change, ResourceOverride, WriteContext } from '../records/resource-override.ts';

export const receivedChequeOverride: ResourceOverride = {
  computed: {
    collection_number: sql`(select b.batch_number from document d join batch b on b.id = d.batch_id
      where d.id = t.collection_document_id and b.deleted_at is null)`,
  },
  refuseChange: refuseDoubtful,
};

async function refuseDoubtful(context: WriteContext, change: Change): Promise<void> {
  refuseHandedBack(change);
  await refuseReceipt(context, change);
  await refuseOtherInvoice(context, change);
}

/** Refuses to hand back, or to take back, what the states of a cheque do not allow (409): it is deposited. */
function refuseHandedBack({ stored, entry }: Change): void {
  const { handed_back, cheque_number, state } = { ...stored, ...entry } as Record<string, unknown>;
  if (stored === null || handed_back === stored['handed_back']) return;
  const cheque = { name: `Cheque ${cheque_number as string}`, state: state as ReceivedChequeState };
  const refusal = chequeMoveRefusal(cheque, HANDED_BACK_BY[handed_back as 0 | 1 | 2]);
  if (refusal !== null) throw conflict('cheque_deposited', `${refusal} Void its collection first.`);
}

/** Refuses a day of receipt that has not come (422), and a cheque that is kept already with other zeros before its number (409). */
async function refuseReceipt({ db }: WriteContext, { stored, entry }: Change): Promise<void> {
  const { payee_code, bank_name, cheque_number, received_date } = entry as Record<string, string>;
  const differs = (...names: string[]) => stored === null || names.some((name) => stored[name] !== entry[name]);
  if (!differs('payee_code', 'bank_name', 'cheque_number', 'received_date')) return;
  const found = await sql<{ today: string; same: string | null }>`
    select manila_today() as today, (
      select q.cheque_number
      from (select * from received_cheque where payee_id = any (payees_as_one((select p.id from payee p where p.payee_code = ${payee_code})))
        offset 0) q
      where ${foldedKey(sql.ref('q.bank_name'))} = ${foldedKey(sql.val(bank_name))}
        and cheque_key(q.cheque_number) = cheque_key(${cheque_number}) and q.cheque_number <> ${cheque_number}
        and q.id <> ${stored?.id ?? 0}
      limit 1) as same`.execute(db);
  const { today, same } = found.rows[0]!;
  if (differs('received_date') && received_date! > today)
    throw invalid({ received_date: ['Received on is a day that has not come.'] });
  if (same === null || !differs('payee_code', 'bank_name', 'cheque_number')) return;
  const message = `Cheque no. ${same} of ${payee_code}, drawn on ${bank_name}, is kept already.`;
  throw conflict('already_exists', message, { errors: { cheque_number: [message] } });
}

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
