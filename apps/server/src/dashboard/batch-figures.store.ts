import { sql, type RawBuilder } from 'kysely';
import { BATCH_FIGURES, type BatchFigureName, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import type { DashboardFigure } from '@talaan/contract/dashboard/dashboard.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { filteredBatches, SUBMITTED_AT, typesOf } from '../batches/lists/batch-filters.ts';
import { BANK_MOVEMENT } from '../batches/record/batch-rows.ts';
import { idsForMyApproval } from '../batches/lists/waiting-batches.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { mayOpenSomeType } from '../access/may-open.ts';

/** What waits for a person to review or approve, and what of it another approval follows: ids of batches. */
export interface Waiting {
  readonly ids: readonly string[];
  readonly above_limit: readonly string[];
}

export const NOTHING_WAITS: Waiting = { ids: [], above_limit: [] };

/** Whether a person approves: by a row of authority, his own or one that he stands in for, or by a limit of his own. */
export async function isOfficer(db: Database, { user_id }: Principal): Promise<boolean> {
  const { rows } = await sql<{ decides: boolean }>`
    select coalesce(u.max_amount, 0) > 0 or exists (select from approval_authority a where a.acting_user_id = u.id) as decides
    from app_user u where u.id = ${user_id}`.execute(db);
  return rows[0]!.decides;
}

/**
 * What of all types waits for a person, decided as his inbox decides it. Whoever is no officer reviews with level Update; for
 * others nothing is looked at.
 */
export async function readWaiting(
  db: Database,
  user: Principal,
  served: readonly DocumentType[],
  officer?: boolean,
): Promise<Waiting> {
  const decides = mayOpenSomeType(user, ACCESS.update) || (officer ?? (await isOfficer(db, user)));
  if (!decides) return NOTHING_WAITS;
  return idsForMyApproval(db, user, filteredBatches(user, {}, served));
}

/** When a batch (alias `b`) came to where it is: its last move, else its first save. */
export const SINCE = sql`coalesce((select max(m.at) from batch_move m where m.batch_id = b.id), b.date_encoded)`;

/** Since when a batch (alias `b`) waits: its submission; where none is recorded in its round, since when it is where it is. */
export const WAITS_SINCE = sql`coalesce(${SUBMITTED_AT}, ${SINCE})`;

/** What a figure counts, sums by currency, and since when the oldest is there; `first` names that one where somebody asks. */
export type CountedFigure = Pick<DashboardFigure, 'count' | 'money' | 'since'> & { readonly first: string | null };

/** Since when what a figure counts is as it says: what waits since its submission, what somebody has open since he opened it. */
function sinceOf(name: BatchFigureName): RawBuilder<unknown> {
  if (name === 'waiting' || name === 'above_limit') return WAITS_SINCE;
  return name === 'locked' || name === 'in_process' ? sql`b.locked_at` : SINCE;
}

/** What a batch counts for in a figure: its total, as its list shows it; of payments what goes through the bank, as theirs does. */
function amountOf(name: BatchFigureName): RawBuilder<unknown> {
  return name === 'to_release'
    ? sql`(select ${BANK_MOVEMENT} from document d where d.batch_id = b.id and d.header_key = 0)`
    : sql`b.total_amount`;
}

/** The figures whose oldest is named: for the others none is looked for among them. */
const NAMING: ReadonlySet<BatchFigureName> = new Set(['waiting', 'locked']);

/** What the conditions of figures are made from. */
export interface AskedFigures {
  readonly days: DashboardDays;
  readonly waiting: Waiting;
}

interface FigureRow {
  name: BatchFigureName;
  currency: string;
  count: number;
  amount: string;
  since: string;
  first: string | null;
}

/**
 * Figures of transactions in one statement: each by the conditions of the list that it opens, so that a batch which that list
 * hides from the person is in no figure. What waits was decided before (`readWaiting`).
 */
export async function countBatchFigures(
  db: Database,
  user: Principal,
  asked: AskedFigures & { readonly names: readonly BatchFigureName[] },
  served: readonly DocumentType[],
): Promise<ReadonlyMap<BatchFigureName, CountedFigure>> {
  if (asked.names.length === 0) return new Map();
  const parts = asked.names.map((name) => {
    const since = sinceOf(name);
    const first = NAMING.has(name)
      ? sql`(array_agg(concat(b.document_type, ' ', b.batch_number) order by ${since}, b.id))[1]`
      : sql`null`;
    return sql`select ${sql.lit(name)} as name, b.currency_id, count(*)::int as count, sum(${amountOf(name)})::numeric(18, 2)::text as amount,
      min(${since}) as since, ${first} as first from batch b where ${conditionOf(name, user, asked, served)} group by b.currency_id`;
  });
  const { rows } = await sql<FigureRow>`
    select f.name, c.iso_code as currency, f.count, f.amount, f.since, f.first
    from (${sql.join(parts, sql` union all `)}) f join currency c on c.id = f.currency_id
    order by c.iso_code <> 'PHP', c.iso_code`.execute(db);
  return new Map(asked.names.map((name) => [name, figureOf(rows.filter((row) => row.name === name))]));
}

/** The rows of `batch b` that make a figure: those of its list. */
export function conditionOf(
  name: BatchFigureName,
  user: Principal,
  { days, waiting }: AskedFigures,
  served: readonly DocumentType[],
): RawBuilder<unknown> {
  if (name === 'waiting') return sql`b.id = any (${waiting.ids}::bigint[])`;
  if (name === 'above_limit') return sql`b.id = any (${waiting.above_limit}::bigint[])`;
  const query = listBatches.query.parse(BATCH_FIGURES[name].query(days));
  return filteredBatches(user, query, typesOf(query, served));
}

function figureOf(rows: readonly FigureRow[]): CountedFigure {
  const oldest = rows.toSorted((one, other) => (one.since < other.since ? -1 : 1))[0];
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    money: rows.map(({ currency, amount }) => ({ currency, amount })),
    since: oldest?.since ?? null,
    first: oldest?.first ?? null,
  };
}
