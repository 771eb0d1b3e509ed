import { sql, type RawBuilder } from 'kysely';
import type { AccessLevel } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/status';
import { chequeActionsOf, type ChequeAction, type ChequeFacts } from '@talaan/core/documents/cheque/cheque-state';
import type { ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { levelOn } from '../../access/may-open.ts';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** A cheque `c` with its voucher, where it has one: `d`, `b`, payee `y`, account `k`; what came from the old books is `o`. */
export const CHEQUE_JOINS = sql`
  cheque c
  join bank k on k.id = c.bank_id
  left join document d on d.id = c.document_id
  left join batch b on b.id = d.batch_id
  left join opening_item o on o.id = c.opening_item_id
  left join payee y on y.id = coalesce(d.payee_id, o.payee_id)`;

/** The condition under which a person sees a cheque: those of confidential vouchers as the vouchers (decisions §3). */
export function visibleCheques(user: Principal): RawBuilder<unknown> {
  return sql`(c.document_id is null or ${seesConfidential(user)})`;
}

/** A cheque as it is stored, before the moves that a person may make. */
export type StoredCheque = Omit<ChequeRow, 'actions'> & {
  readonly is_voided: boolean;
  readonly was_released: boolean;
  /** Who printed its leaf last. */
  readonly printed_by: number | null;
  /** Who brought it to its state. */
  readonly state_by: number | null;
  /** Somebody said that its leaf did not print well. */
  readonly is_misprinted: boolean;
  readonly document_id: string | null;
  readonly batch_id: string | null;
  readonly today: string;
};

/** Rows of the cheques whose ids a query answers, in the order of that query. */
export async function readCheques(database: Database, ids: RawBuilder<unknown>): Promise<StoredCheque[]> {
  const found = await sql<StoredCheque>`
    select c.id, c.row_version, c.cheque_number, c.cheque_date::text, c.bank_id, k.bank_code, k.bank_name,
      k.account_no as bank_account, y.payee_code, y.payee_desc, c.amount::numeric(18, 2)::text as cheque_amount,
      coalesce(u.id, 1) as currency_id, coalesce(u.iso_code, 'PHP') as currency,
      d.document_type, d.document_number, b.batch_number, b.status as batch_status, coalesce(b.is_pdc, 0) as is_pdc,
      case when b.is_pdc = 1 then 1 + (
        select count(*) from document s where s.batch_id = b.id and s.header_key < d.header_key)::int end as pdc_no,
      case when b.is_pdc = 1 then (select count(*) from document s where s.batch_id = b.id)::int end as pdc_count,
      case when b.is_pdc = 1 and c.cheque_date > manila_today() and c.state in ('queued', 'printed', 'released')
        then c.cheque_date::text end as matures_on,
      c.state, c.state_on::text, c.state_reason, o.id is not null as is_opening, r.cheque_number as replaces,
      (select json_build_object('id', a.id, 'cleared_on', a.cleared_on) from cheque_alarm a
        where a.cheque_id = c.id and a.settled_at is null) as alarm,
      d.voided_at is not null as is_voided, c.released_on is not null or o.id is not null as was_released,
      (select m.user_id from cheque_move m where m.cheque_id = c.id and m.state_to = 'printed' order by m.id desc limit 1) as printed_by,
      c.state_by, exists (select from cheque_run_leaf l where l.cheque_id = c.id and l.misprint is not null) as is_misprinted,
      c.document_id, d.batch_id, manila_today()::text as today
    from unnest(array(${ids})) with ordinality w (id, place)
    join ${CHEQUE_JOINS} on c.id = w.id
    left join currency u on u.id = coalesce(b.currency_id, o.currency_id)
    left join cheque r on r.id = c.replaces_id
    order by w.place`.execute(database);
  return found.rows;
}

/** What decides about the moves of a stored cheque. */
export function factsOf(cheque: StoredCheque): ChequeFacts {
  const { state, cheque_number, cheque_date, batch_status, is_voided, was_released, is_misprinted, is_opening } =
    cheque;
  return { state, cheque_number, cheque_date, batch_status, is_voided, was_released, is_misprinted, is_opening };
}

/** The level of a person on Check Transactions. */
export function chequeLevelOf(user: Principal): AccessLevel {
  return levelOn(user, 'Check Transactions');
}

/** A stored cheque as replies carry it, with what this person may do with it now. */
export function presentCheque(cheque: StoredCheque, user: Principal): ChequeRow {
  const {
    is_voided: _v,
    was_released: _r,
    printed_by: _p,
    state_by: _s,
    is_misprinted: _m,
    document_id: _d,
    batch_id: _b,
    today,
    ...row
  } = cheque;
  const actions = chequeActionsOf(factsOf(cheque), chequeLevelOf(user), today);
  return { ...row, actions: actions.filter((action) => whyAnother(cheque, action, user) === null) };
}

/**
 * Why somebody else must make a move, else null: whoever printed a leaf neither says that it was spoiled nor, where he brought
 * it to nothing himself, gives its voucher the next one; a voucher that is prepared anew is approved anew.
 */
export function whyAnother(
  { cheque_number, state, printed_by, state_by, batch_status }: StoredCheque,
  action: ChequeAction,
  { user_id }: Principal,
): string | null {
  if (printed_by !== user_id) return null;
  if (action === 'spoil' && state === 'printed')
    return `You printed cheque ${cheque_number} yourself: a second person marks it spoiled.`;
  const isApproved = batch_status === STATUS.FOR_RELEASE || batch_status === STATUS.APPROVED;
  return action === 'replace' && state_by === user_id && isApproved
    ? `You printed cheque ${cheque_number} and marked it ${state} yourself: a second person gives its voucher the next leaf.`
    : null;
}
