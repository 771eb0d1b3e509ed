import { sql, type RawBuilder } from 'kysely';
import type { ChequeDetail, ChequeQuery, ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { Database } from '../../platform/database/database.ts';
import { patternOf } from '../../platform/database/search-pattern.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readAlarms } from './cheque-alarms.ts';
import { CHEQUE_JOINS, presentCheque, readCheques, visibleCheques } from './cheque-rows.ts';

/** What narrows the register, as its list, its file and its choices send it. */
export type ChequeFilters = Omit<ChequeQuery, 'page' | 'pages'>;

/** One page of the register, or all of it without one. */
export async function findCheques(
  database: Database,
  user: Principal,
  filters: ChequeFilters,
  part: { readonly limit: number; readonly offset: number } | null,
): Promise<ChequeRow[]> {
  const ids = sql`
    select c.id from ${CHEQUE_JOINS} where ${conditionsOf(user, filters)} order by ${orderOf(filters.sort)}
    ${part === null ? sql`` : sql`limit ${part.limit} offset ${part.offset}`}`;
  return (await readCheques(database, ids)).map((cheque) => presentCheque(cheque, user));
}

export interface ChequeTotals {
  readonly total: number;
  /** By currency, without what is void or replaced. Amounts are decimal text. */
  readonly totals: { currency: string; cheques: number; cheque_amount: string }[];
}

/** How many cheques the filters find, and what they come to. */
export async function countCheques(database: Database, user: Principal, filters: ChequeFilters): Promise<ChequeTotals> {
  const found = await sql<{ currency: string; all_cheques: number; cheques: number; cheque_amount: string }>`
    select coalesce(u.iso_code, 'PHP') as currency, count(*)::int as all_cheques,
      count(*) filter (where c.state not in ('void', 'replaced'))::int as cheques,
      coalesce(sum(c.amount) filter (where c.state not in ('void', 'replaced')), 0)::numeric(18, 2)::text as cheque_amount
    from ${CHEQUE_JOINS} left join currency u on u.id = coalesce(b.currency_id, o.currency_id)
    where ${conditionsOf(user, filters)} group by 1 order by 1`.execute(database);
  return {
    total: found.rows.reduce((sum, row) => sum + row.all_cheques, 0),
    totals: found.rows
      .filter((row) => row.cheques > 0)
      .map(({ currency, cheques, cheque_amount }) => ({ currency, cheques, cheque_amount })),
  };
}

/** The first of the dates of the cheques that the filters find; null where there are none. */
export async function firstChequeDate(
  database: Database,
  user: Principal,
  filters: ChequeFilters,
): Promise<string | null> {
  const found = await sql<{ first: string | null }>`
    select min(c.cheque_date)::text as first from ${CHEQUE_JOINS} where ${conditionsOf(user, filters)}`.execute(
    database,
  );
  return found.rows[0]!.first;
}

/** One cheque with its moves, newest first; 404 when there is none that this person may see. */
export async function readCheque(database: Database, user: Principal, id: number): Promise<ChequeDetail> {
  const [cheque] = await readCheques(
    database,
    sql`select c.id from ${CHEQUE_JOINS} where c.id = ${id} and ${visibleCheques(user)}`,
  );
  if (!cheque) throw notFound('There is no such cheque.');
  const moves = await sql<ChequeDetail['moves'][number]>`
    select m.state_from, m.state_to, m.on_date::text, m.reason, m.at,
      coalesce(concat_ws(' ', u.user_first_name, u.user_last_name), 'Talaan') as user_name
    from (select * from cheque_move where cheque_id = ${id}) m left join app_user u on u.id = m.user_id
    order by m.id desc`.execute(database);
  return { ...presentCheque(cheque, user), moves: moves.rows, alarms: await readAlarms(database, id) };
}

function conditionsOf(user: Principal, filters: ChequeFilters): RawBuilder<unknown> {
  const { bank_id, state, is_pdc, from, to } = filters;
  const conditions = [visibleCheques(user)];
  if (bank_id) conditions.push(sql`c.bank_id = any (${bank_id}::int[])`);
  if (state) conditions.push(sql`c.state = any (${state}::text[])`);
  if (is_pdc !== undefined) conditions.push(sql`coalesce(b.is_pdc, 0) = ${is_pdc}`);
  if (from) conditions.push(sql`c.cheque_date >= ${from}::date`);
  if (to) conditions.push(sql`c.cheque_date <= ${to}::date`);
  for (const word of wordsOf(filters)) {
    const pattern = patternOf(word);
    conditions.push(sql`(c.cheque_number ilike ${pattern} or d.document_number ilike ${pattern}
      or b.batch_number ilike ${pattern} or y.payee_desc ilike ${pattern} or y.payee_code ilike ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

/** Words of a search beyond this number do not narrow it further. */
const MOST_WORDS = 6;

function wordsOf({ search, query }: ChequeFilters): string[] {
  return (search ?? query ?? '').normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  cheque_number: sql`c.cheque_number collate people_order`,
  cheque_date: sql`c.cheque_date`,
  cheque_amount: sql`c.amount`,
  payee_desc: sql`y.payee_desc collate people_order`,
  document_number: sql`d.document_number`,
};

/** Newest first by default; what has no value in the column comes last either way. */
function orderOf(sort = '-cheque_date'): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${SORT_COLUMNS[sort.replace(/^-/, '')]!} ${direction} nulls last, c.id ${direction}`;
}
