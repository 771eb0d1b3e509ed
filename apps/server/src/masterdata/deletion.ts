import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { conflict } from '../platform/http/problem.ts';
import { allResources } from '@talaan/contract/resources/resource-table';

/**
 * Deletes rows of a table. When another record uses one of them, nothing is deleted and the refusal (409 `still_used`)
 * names what uses it and how often, so that the person knows where to look; `what` opens the sentence.
 */
export async function deleteUnused(db: Database, table: string, ids: readonly number[], what: string): Promise<void> {
  if (ids.length === 0) return;
  await sql`savepoint deletion`.execute(db);
  try {
    await sql`delete from ${sql.table(table)} where id = any(${ids}::int[])`.execute(db);
    await sql`release savepoint deletion`.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    await sql`rollback to savepoint deletion`.execute(db);
    const uses = await findUses(db, table, ids);
    throw conflict('still_used', `${what} cannot be deleted: ${uses.join(', ')} use it.`, { uses });
  }
}

const FOREIGN_KEY_VIOLATION = '23503';
/** Counting stops here: 'more than 1,000' says enough, and a ledger is large. */
const MOST_COUNTED = 1000;

async function findUses(db: Database, table: string, ids: readonly number[]): Promise<string[]> {
  const keys = await sql<ForeignKey>`select c.conrelid::regclass::text as table_name, a.attname as column_name,
      r.attname as target
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r')
    order by 1, 2`.execute(db);
  const uses: string[] = [];
  const counted = new Set<string>();
  for (const key of keys.rows) {
    const use = counted.has(`${key.table_name} ${key.column_name}`) ? 0 : await countUses(db, table, ids, key);
    counted.add(`${key.table_name} ${key.column_name}`);
    const count = use > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString('en')}` : use.toLocaleString('en');
    if (use > 0) uses.push(`${count} ${nameTable(key, use)}`);
  }
  return uses;
}

interface ForeignKey {
  table_name: string;
  column_name: string;
  target: string;
}

async function countUses(db: Database, table: string, ids: readonly number[], key: ForeignKey): Promise<number> {
  const counted = await sql<{ uses: number }>`select count(*)::int as uses from (
      select from ${sql.table(key.table_name)} as u
      where ${sql.ref(`u.${key.column_name}`)} in (
        select ${sql.ref(`t.${key.target}`)} from ${sql.table(table)} as t where t.id = any(${ids}::int[]))
      limit ${MOST_COUNTED + 1}) as used`.execute(db);
  return counted.rows[0]?.uses ?? 0;
}

const STAMPS = new Set(['input_by', 'edit_by']);

const OTHER_TABLES: Record<string, [one: string, many: string]> = {
  payee_bank: ['bank account', 'bank accounts'],
  user_role: ['role of a user', 'roles of users'],
  batch: ['transaction', 'transactions'],
  document: ['transaction document', 'transaction documents'],
  line: ['transaction line', 'transaction lines'],
  batch_move: ['approval step', 'approval steps'],
  journal_entry: ['journal entry', 'journal entries'],
  posting: ['ledger posting', 'ledger postings'],
  balance_account: ['account balance', 'account balances'],
  balance_branch: ['branch balance', 'branch balances'],
  number_series: ['number series', 'number series'],
  number_issue: ['issued number', 'issued numbers'],
  attachment: ['attachment', 'attachments'],
  delegation: ['delegation', 'delegations'],
};

function nameTable(key: ForeignKey, count: number): string {
  const resource = allResources().find((definition) => definition.table === key.table_name);
  const title = resource?.title.one ?? key.table_name.replaceAll('_', ' ');
  const [one, many] = OTHER_TABLES[key.table_name] ?? [title, `${title} records`];
  const name = count === 1 ? one : many;
  return STAMPS.has(key.column_name) ? `${name} (entered or changed)` : name;
}
