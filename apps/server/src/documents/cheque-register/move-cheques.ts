import { sql } from 'kysely';
import { levelMissingText } from '@talaan/core/access/access-level';
import {
  CHEQUE_ACTION_RULES,
  CHEQUE_STATES,
  chequeActionLevel,
  decideChequeMove,
  type ChequeAction,
  type ChequeMoveDecision,
} from '@talaan/core/documents/cheque/cheque-state';
import type { ChequeOutcome } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { changedMeanwhile } from '../../platform/http/last-change.ts';
import { followVouchers } from './follow-vouchers.ts';
import { raiseAlarm } from './cheque-alarms.ts';
import { recordChequeMoves } from './record-cheque-moves.ts';
import {
  CHEQUE_JOINS,
  chequeLevelOf,
  factsOf,
  readCheques,
  visibleCheques,
  whyAnother,
  type StoredCheque,
} from './cheque-rows.ts';

/** A move that a person asks for. `on` is a calendar date; today when absent. */
export interface AskedMove {
  readonly action: ChequeAction;
  readonly on: string | undefined;
  readonly reason: string;
}

/** Moves one cheque, or throws the refusal; `row_version` is the version that the person saw. */
export async function moveCheque(
  transaction: Database,
  user: Principal,
  id: number,
  asked: AskedMove & { readonly row_version: number },
): Promise<void> {
  requireLevel(user, asked.action);
  const [cheque] = await lockCheques(transaction, user, [id]);
  if (!cheque) throw notFound('There is no such cheque.');
  await requireVersion(transaction, cheque, asked.row_version);
  const decision = decide(cheque, user, asked);
  if (!decision.ok) throw refusalOf(decision);
  await applyMove(transaction, cheque, asked, decision);
}

/** Judges each cheque for itself and moves those that may; a dry run moves none (ux §6.7). */
export async function moveSeveral(
  transaction: Database,
  user: Principal,
  ids: readonly number[],
  asked: AskedMove & { readonly dry_run: boolean },
): Promise<ChequeOutcome[]> {
  requireLevel(user, asked.action);
  const cheques = await lockCheques(transaction, user, ids);
  const outcomes: ChequeOutcome[] = [];
  // Whoever only looks has not been asked for the reason yet.
  const judged = asked.dry_run && asked.reason.trim() === '' ? { ...asked, reason: 'Dry run' } : asked;
  for (const cheque of cheques) {
    const decision = decide(cheque, user, judged);
    const { id, cheque_number } = cheque;
    if (decision.ok && !asked.dry_run) await applyMove(transaction, cheque, asked, decision);
    outcomes.push(
      decision.ok
        ? { id, cheque_number, ok: true, ...toldOf(decision) }
        : { id, cheque_number, ok: false, code: decision.code, message: decision.message },
    );
  }
  return outcomes;
}

/** The cheques of these ids that the person may see, in that order; nobody else changes them until the transaction ends. */
export async function lockCheques(
  transaction: Database,
  user: Principal,
  ids: readonly number[],
): Promise<StoredCheque[]> {
  // The vouchers first, as whoever moves a voucher does, so that two never wait for each other.
  await sql`
    select from batch where id in (
      select d.batch_id from cheque c join document d on d.id = c.document_id where c.id = any (${ids}::int[]))
    order by id for no key update`.execute(transaction);
  await sql`select from cheque where id = any (${ids}::int[]) order by id for no key update`.execute(transaction);
  return readCheques(
    transaction,
    sql`select c.id from unnest(${ids}::int[]) with ordinality n (id, place) join ${CHEQUE_JOINS} on c.id = n.id
      where ${visibleCheques(user)} order by n.place`,
  );
}

export async function requireVersion(db: Database, cheque: StoredCheque, row_version: number): Promise<void> {
  if (cheque.row_version === row_version) return;
  throw await changedMeanwhile(
    db,
    { table: 'cheque', keys: [String(cheque.id)] },
    { row_version: cheque.row_version, sent_row_version: row_version },
  );
}

type AllowedMove = Extract<ChequeMoveDecision, { ok: true }>;

function toldOf({ to, alarms }: AllowedMove): Pick<ChequeOutcome, 'code' | 'message'> {
  const state = CHEQUE_STATES[to];
  return alarms
    ? { code: 'cleared_against', message: `${state}: the bank should not have paid it. It is kept as an alarm.` }
    : { code: null, message: state };
}

function requireLevel(user: Principal, action: ChequeAction): void {
  const { level } = CHEQUE_ACTION_RULES[action];
  const held = chequeLevelOf(user);
  if (level === null) throw invalid({ action: ['Only Talaan itself makes this move.'] });
  if (held < level) throw forbidden('module_access', levelMissingText(['Check Transactions'], level, held));
}

function decide(cheque: StoredCheque, user: Principal, { action, on, reason }: AskedMove): ChequeMoveDecision {
  const needed = chequeActionLevel(action, cheque.state);
  if (needed !== null && chequeLevelOf(user) < needed) {
    const message = levelMissingText(['Check Transactions'], needed, chequeLevelOf(user));
    return { ok: false, code: 'module_access', message };
  }
  const another = whyAnother(cheque, action, user);
  if (another !== null) return { ok: false, code: 'second_person', message: another };
  return decideChequeMove(factsOf(cheque), { action, on: on ?? cheque.today, today: cheque.today, reason });
}

function refusalOf({ code, message }: { code: string; message: string }) {
  if (code === 'module_access') return forbidden(code, message);
  if (code === 'reason_missing') return invalid({ reason: [message] });
  if (code === 'date_in_future' || code === 'clears_before_date') return invalid({ on: [message] }, code);
  return conflict(code, message);
}

async function applyMove(
  transaction: Database,
  cheque: StoredCheque,
  { action, on, reason }: AskedMove,
  { to, alarms }: AllowedMove,
): Promise<void> {
  if (alarms) return raiseAlarm(transaction, cheque.id, on ?? cheque.today);
  await recordChequeMoves(transaction, [cheque.id], {
    to,
    on: sql`${on ?? cheque.today}::date`,
    reason: reason.trim() || null,
  });
  if (action === 'replace') await giveUpNumber(transaction, cheque);
}

/** The voucher lets go of the number of its dead cheque, and the next one is queued in its place. */
async function giveUpNumber(transaction: Database, cheque: StoredCheque): Promise<void> {
  await sql`update document set cheque_number = null where id = ${cheque.document_id}::bigint`.execute(transaction);
  await noteOnVouchers(transaction, [cheque]);
}

/**
 * The register follows vouchers whose numbers were changed here. They get a new version, so that an entry page that was
 * open before cannot write the old number back.
 */
export async function noteOnVouchers(transaction: Database, cheques: readonly StoredCheque[]): Promise<void> {
  const ids = [...new Set(cheques.flatMap((cheque) => cheque.batch_id ?? []))];
  await sql`update batch set row_version = row_version where id = any (${ids}::bigint[])`.execute(transaction);
  await followVouchers(transaction, ids, 'save');
}
