import { sql } from 'kysely';
import type { createCollection } from '@talaan/contract/documents/collection/collection.contract';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { formatAmount, parseAmount, requireSum } from '@talaan/core/money/money';
import { lastDepositDay } from '@talaan/core/receivables/received-cheque';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/** What a collection says of what a cheque pays. */
type OfCheque = Pick<
  ParsedCallOf<typeof createCollection>['body'],
  'payee_id' | 'currency_id' | 'collection_date' | 'received_amount'
>;

interface ChequeOfCollection {
  readonly cheque_number: string;
  readonly cheque_date: CalendarDate;
  readonly cheque_amount: string;
  readonly payee_desc: string;
  readonly is_of_customer: boolean;
}

/**
 * Refuses a change of a collection that deposits a cheque into what cannot be issued (`collection_of_cheque`): 422 under each
 * field that the cheque has said already. Nothing for any other collection.
 */
export async function requireAsCheque(db: Database, batch: { readonly id: string }, given: OfCheque): Promise<void> {
  const found = await sql<ChequeOfCollection>`
    select q.cheque_number, q.cheque_date, q.cheque_amount::numeric(18, 2), p.payee_desc,
      coalesce(${given.payee_id}::int = any (payees_as_one(q.payee_id)), false) as is_of_customer
    from document d join received_cheque q on q.collection_document_id = d.id join payee p on p.id = q.payee_id
    where d.batch_id = ${batch.id}::bigint`.execute(db);
  const [cheque] = found.rows;
  if (cheque === undefined) return;
  const { cheque_number, payee_desc } = cheque;
  const date = cheque.cheque_date;
  const last = lastDepositDay(date);
  const worth = requireSum(cheque.cheque_amount);
  const received = parseAmount(given.received_amount.trim());
  const faults = {
    payee_id: cheque.is_of_customer ? null : `Cheque ${cheque_number} is of ${payee_desc}.`,
    currency_id: given.currency_id === CURRENCY_PESO ? null : `Cheque ${cheque_number} is in pesos.`,
    received_amount:
      received === null || received === worth
        ? null
        : `Cheque ${cheque_number} is worth ${formatAmount(worth)}: this collection takes that in.`,
    collection_date:
      given.collection_date >= date && given.collection_date <= last
        ? null
        : `A bank takes cheque ${cheque_number} from ${formatDetailDate(date)} to ${formatDetailDate(last)}.`,
  };
  const errors = Object.entries(faults).flatMap(([field, message]) => (message === null ? [] : [[field, [message]]]));
  if (errors.length > 0) throw invalid(Object.fromEntries(errors) as Record<string, string[]>);
}

/**
 * Voids a collection because the bank returned its cheque. That it did is said before, under the lock that a void takes first,
 * so that the cheque goes from Deposited to Bounced; the database refuses it of what is void no more. 422 where the collection
 * deposited none.
 */
export async function bounceCheque<T>(db: Database, collection_number: string, voidIt: () => Promise<T>): Promise<T> {
  const bounced = await sql`
    update received_cheque set returned_by_bank = true
    where collection_document_id = (
      select d.id from document d join batch b on b.id = d.batch_id
      where b.batch_number = ${collection_number} and b.document_type = 'CN' and b.status = ${STATUS.APPROVED}
      for no key update of b)
    returning id`.execute(db);
  const answer = await voidIt();
  if (bounced.rows.length === 0)
    throw invalid({
      returned_by_bank: [`Collection ${collection_number} deposited no cheque that a bank could return.`],
    });
  return answer;
}
