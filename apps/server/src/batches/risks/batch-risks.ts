import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RiskCounts, RiskOther, RiskTick, RiskView } from '@talaan/contract/documents/batch-view.contract';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS, type Status, type StatusAction } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { isHigh, riskSignals, type RiskSignal } from '@talaan/core/risk/risk-signals';
import type { Database } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { byBatch } from '../record/batch-rows.ts';
import { visibleBatches } from '../record/batch-visibility.ts';
import { byHook } from '../record/document-definition.ts';
import { refusalsOf, type Checked } from '../../platform/checked-set.ts';
import { readKeptRisks } from './kept-risks.ts';
import { PAYING_TYPES, readRiskFacts, readTypedRiskFacts, type TypedPayment } from './risk-facts.store.ts';

/** Code of the refusal of whoever has not ticked a high signal. */
const RISKS_UNSEEN = 'risks_unseen';

/** A signal as it is ticked: what was seen, and the digest that names it. */
export type SeenRisk = Pick<RiskView, 'kind' | 'fingerprint' | 'sentence'>;

/** What the risks of a batch are asked by. */
export interface RiskedBatch {
  readonly id: string;
  readonly document_type: string;
  readonly status: number;
}

/**
 * The risk signals of each batch that pays and is on its way, and of each whose type finds some of its own, by batch id, with the
 * other transactions that the person may see; those that he may not are counted only. As many statements as there are kinds of
 * signals and one more, whatever the number of batches.
 */
export async function readRisks(
  database: Database,
  user: Principal,
  batches: readonly RiskedBatch[],
): Promise<Map<string, RiskView[]>> {
  return viewsOf(database, user, await readSignals(database, batches));
}

/** The risk signals that a payment will have as it is typed; what it withholds is told at its lines. */
export async function previewRisks(
  database: Database,
  user: Principal,
  document_type: string,
  typed: Omit<TypedPayment, 'prepared_by'>,
): Promise<RiskView[]> {
  if (!PAYING_TYPES.includes(document_type as DocumentType)) return [];
  const facts = await readTypedRiskFacts(database, { ...typed, prepared_by: user.user_id });
  const signals = facts === undefined ? [] : riskSignals({ ...facts, withholding: [] });
  return (await viewsOf(database, user, new Map([['', signals]]))).get('') ?? [];
}

async function viewsOf(
  database: Database,
  user: Principal,
  signals: ReadonlyMap<string, readonly RiskSignal[]>,
): Promise<Map<string, RiskView[]>> {
  const ids = [...signals.values()].flat().flatMap(({ others }) => others);
  const others = await readOthers(database, user, [...new Set(ids)]);
  return new Map(
    [...signals].map(([id, found]) => [
      id,
      found.map((signal) => {
        const shown = signal.others.flatMap((other) => others.get(other) ?? []);
        const { kind, severity, sentence } = signal;
        const hidden = signal.others.length - shown.length;
        return { kind, severity, sentence, fingerprint: fingerprintOf(id, signal), documents: shown, hidden };
      }),
    ]),
  );
}

/** How many signals of each severity every batch has that has any, by batch id. */
export async function countRisks(
  database: Database,
  batches: readonly RiskedBatch[],
): Promise<Map<string, RiskCounts>> {
  const signals = await readSignals(database, batches);
  return new Map([...signals].map(([id, found]) => [id, countsOf(found)]));
}

export function countsOf(found: readonly Pick<RiskSignal, 'severity'>[]): RiskCounts {
  const high = found.filter(isHigh).length;
  return { high, notice: found.length - high };
}

/** A batch that is to be moved, with the fingerprints of the signals that the person ticked as seen. */
export interface TickedMove {
  readonly batch: RiskedBatch;
  readonly action: StatusAction;
  readonly ticked: readonly string[];
}

/**
 * The high signals of each payment that is to be approved or released, which the person has ticked as seen; 409
 * `risks_unseen` of one with those that he has not. None of other moves and types.
 */
export async function requireRisksSeen(
  database: Database,
  moves: readonly TickedMove[],
): Promise<Checked<SeenRisk[]>[]> {
  const asked = moves.filter(({ action }) => action === 'approve' || action === 'release');
  const signals = await readSignals(
    database,
    asked.map(({ batch }) => batch),
  );
  return moves.map((move) => seenOf(move, asked.includes(move) ? (signals.get(move.batch.id) ?? []) : []));
}

function seenOf({ batch, action, ticked }: TickedMove, signals: readonly RiskSignal[]): Checked<SeenRisk[]> {
  const high = signals.filter(isHigh).map((signal) => ({
    kind: signal.kind,
    sentence: signal.sentence,
    fingerprint: fingerprintOf(batch.id, signal),
  }));
  const unseen = high.filter(({ fingerprint }) => !ticked.includes(fingerprint));
  if (unseen.length === 0) return high;
  const what = unseen.length === 1 ? 'a risk' : `${unseen.length} risks`;
  return conflict(
    RISKS_UNSEEN,
    `This transaction has ${what} that you have not ticked as seen: ${unseen.map(({ sentence }) => sentence).join(' ')} Open it, read and tick them, then ${action} again.`,
    { risks: unseen },
  );
}

/**
 * Fingerprints of the risks that a refused set of moves asks to be ticked, by the place of the move; any other failure is
 * thrown on.
 */
export function unseenRisks(refusal: unknown): ReadonlyMap<number, readonly string[]> {
  if (!(refusal instanceof Problem)) throw refusal;
  const refusals = [...refusalsOf(refusal)];
  if (refusals.some(([, { code }]) => code !== RISKS_UNSEEN)) throw refusal;
  return new Map(
    refusals.map(([place, { details }]) => [
      place,
      (details['risks'] as SeenRisk[]).map(({ fingerprint }) => fingerprint),
    ]),
  );
}

/** What was ticked of each batch in its present round, the last first, by batch id. */
export async function readRiskTicks(database: Database, batchIds: readonly string[]): Promise<Map<string, RiskTick[]>> {
  const found = await sql<RiskTick & { batch_id: string }>`
    select b.id as batch_id, s.kind, s.sentence, encode(s.fingerprint, 'hex') as fingerprint, m.at,
      concat_ws(' ', u.user_first_name, u.user_last_name) as user_name
    from batch b
    join batch_move m on m.batch_id = b.id and m.cycle = b.cycle
    join risk_seen s on s.move_id = m.id
    join app_user u on u.id = m.user_id
    where b.id = any (${batchIds}::bigint[]) order by m.id desc, s.kind`.execute(database);
  return byBatch(found.rows);
}

/**
 * Signals of payments on their way, those that were kept of payments that entered by themselves, and those that a type finds itself
 * from the draft on until the batch is void.
 */
async function readSignals(database: Database, batches: readonly RiskedBatch[]): Promise<Map<string, RiskSignal[]>> {
  const paying = batches.filter(({ document_type }) => PAYING_TYPES.includes(document_type as DocumentType));
  const onTheirWay = paying.filter(({ status }) => status > STATUS.ACTIVE && status < STATUS.APPROVED);
  const posted = paying.filter(({ status }) => status === STATUS.APPROVED);
  const signals = new Map<string, RiskSignal[]>();
  const add = (id: string, found: readonly RiskSignal[]) => {
    if (found.length > 0) signals.set(id, [...(signals.get(id) ?? []), ...found]);
  };
  for (const [id, facts] of await readRiskFacts(database, onTheirWay.map(idOf))) add(id, riskSignals(facts));
  for (const [id, kept] of await readKeptRisks(database, posted.map(idOf))) add(id, kept);
  const standing = batches.filter(({ status }) => status <= STATUS.APPROVED);
  for (const [findSignals, own] of byHook('findSignals', standing))
    for (const [id, found] of await findSignals(database, own.map(idOf))) add(id, found);
  return signals;
}

const idOf = ({ id }: RiskedBatch) => id;

/** Names a signal of a batch: who has seen this one has not seen one that another document joined. */
function fingerprintOf(batchId: string, { identity }: RiskSignal): string {
  return createHash('sha256').update(`${batchId}|${identity}`).digest('hex');
}

async function readOthers(
  database: Database,
  user: Principal,
  ids: readonly string[],
): Promise<Map<string, RiskOther>> {
  if (ids.length === 0) return new Map();
  const types = ALL_DOCUMENT_TYPES;
  const found = await sql<
    Omit<RiskOther, 'status_label'> & { id: string; document_type: DocumentType; status: Status }
  >`
    select b.id::text, b.batch_number, b.document_type, b.document_date, b.total_amount::text, b.status,
      c.iso_code as currency,
      (select count(*) from document d where d.batch_id = b.id and d.voided_at is null)::int as documents,
      (select d.document_number from document d where d.batch_id = b.id and d.header_key = 0) as document_number
    from batch b join currency c on c.id = b.currency_id
    where b.id = any (${ids}::bigint[]) and ${visibleBatches(user, types)}`.execute(database);
  return new Map(
    found.rows.map(({ id, ...row }) => [id, { ...row, status_label: statusChip(row.document_type, row.status).label }]),
  );
}
