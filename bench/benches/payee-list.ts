import { sql } from 'kysely';
import { inTransaction, openDatabase, SYSTEM_ACTOR } from '../../apps/server/src/platform/database/database.ts';
import { percentile, type Figure } from '../figures.ts';
import type { Books } from '../stage.ts';
import { timeBareReads, timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';

const PAYEES = 100_000;
const ROWS = 50;
const LAST = PAYEES / ROWS;

/** What people do with a long list: its first pages, words of every length, its columns, its far pages, filters. */
const QUERIES = [
  '',
  'page=2',
  `page=${LAST / 2}`,
  `page=${LAST}`,
  'search=r',
  'search=re',
  'search=99',
  'search=reyes',
  'search=reyes%20trading',
  'search=PY-0999',
  'search=nobody%20at%20all',
  'sort=payee_desc',
  `sort=-payee_desc&page=${LAST}`,
  'sort=tin',
  `sort=tin&page=${LAST / 2}`,
  'sort=-trader_name',
  `sort=trader_name&page=${LAST}`,
  'sort=-city',
  'sort=status',
  `sort=email_add&page=${LAST / 4}`,
  'payee_type=6',
  'payee_type=6&search=san&sort=-payee_desc',
] as const;

const BARE_READS = [
  { name: 'page', text: `select * from payee order by payee_code, id limit ${ROWS}` },
  { name: 'count', text: 'select count(*) from payee' },
];

/** Lists of 100,000 payees over HTTP, one connection, against the bare reads of a page and its count. */
export const payeeList: Bench = {
  name: 'payee-list',
  async measure({ small, settings }) {
    await addPayees(small);
    const until = () => performance.now() + settings.seconds * 2000;
    const paths = QUERIES.map((query) => `/api/payefile?pages=${ROWS}&${query}`);
    const ours = await timeReads(small, paths, until());
    const bare = await timeBareReads(small, BARE_READS, until());
    return [
      {
        id: 'L1 p95',
        title: 'Search, sort and page of 100,000 payees, 95th percentile',
        unit: 'ms',
        ours: percentile(ours, 0.95),
        yardstick: null,
        goal: { at_most: 50 },
      },
      {
        id: 'L1',
        title: 'The same, median : bare reads of the first page and the count',
        unit: 'ms',
        ours: percentile(ours, 0.5),
        yardstick: percentile(bare, 0.5),
        goal: { at_most: 3 },
      },
    ] satisfies Figure[];
  },
};

/** Fills the payees up to 100,000, once; the books' own come besides. */
async function addPayees({ ownerUrl }: Books): Promise<void> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const { rows } = await sql<{ count: string }>`select count(*) from payee`.execute(database);
    if (Number(rows[0]!.count) >= PAYEES) return;
    await inTransaction(database, SYSTEM_ACTOR, async (db) => {
      await sql`
        insert into payee (payee_code, payee_desc, payee_type, trader_name, tin, city, email_add, status)
        select 'PY-' || lpad(n::text, 6, '0'),
          (array['Reyes', 'Santos', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza', 'Torres'])[1 + n * 7 % 8] || ' ' ||
          (array['Trading', 'Services', 'Construction', 'Marketing', 'Pharmacy', 'Hardware', 'Printing'])[1 + n * 11 % 7]
          || ' ' || n,
          4 + n % 3, case when n % 4 > 0 then 'Mabuhay ' || n % 9973 end,
          to_char(n::bigint * 7919 % 1000000000, 'FM000"-"000"-"000') || '-00000',
          (array['Makati', 'Cebu City', 'Davao City', 'Quezon City', 'Iloilo City'])[1 + n % 5],
          'p' || n || '@sampol.example', case when n % 50 = 0 then 0 else 1 end
        from generate_series(1, ${PAYEES}) n`.execute(db);
    });
    await sql`vacuum analyze payee`.execute(database);
  } finally {
    await database.destroy();
  }
}
