import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Change, WriteContext } from '../records/resource-override.ts';

/** Invoices that one question lists. */
const LISTED = 5;

interface OpenItems {
  readonly named_id: number;
  /** What its invoices are numbered, the oldest first. */
  readonly numbers: readonly string[];
  /** By currency, pesos first. */
  readonly open: readonly Money[];
  readonly advances: readonly Money[];
}
type Money = readonly [currency: string, amount: string];

/**
 * Asks before a branch or a customer of open invoices, or a customer of whom an advance is unused, is taken out of use: they
 * stay in the books and can be settled (decisions §6), but whoever closes it should know. Only what the caller may see is told.
 */
export function askAboutOpenItems(flag: string, record: 'branch' | 'payee') {
  return async (context: WriteContext, changes: readonly Change[]): Promise<Map<number, string>> => {
    // What a merged payee has open goes on under the other one.
    const retired = changes.map(({ stored, entry }) =>
      stored?.[flag] === 1 && entry[flag] === 0 && (entry['merged_into'] ?? null) === null ? stored.id : null,
    );
    const ids = retired.filter((id) => id !== null);
    if (ids.length === 0) return new Map();
    const found = await findOpenItems(context, record, ids);
    return new Map(found.map((items) => [retired.indexOf(items.named_id), questionOf(record, items)]));
  };
}

function questionOf(record: 'branch' | 'payee', { numbers, open, advances }: OpenItems): string {
  const listed = numbers.slice(0, LISTED);
  const more = numbers.length > LISTED ? ` and ${numbers.length - LISTED} more` : '';
  const parts = [
    ...(numbers.length === 0
      ? []
      : [
          `${numbers.length} open ${numbers.length === 1 ? 'invoice' : 'invoices'} (${moneyText(open)}): ${listed.join(', ')}${more}`,
        ]),
    ...(advances.length === 0 ? [] : [`${moneyText(advances)} paid in advance and not used`]),
  ];
  return `This ${record} has ${parts.join(', and ')}. They stay in the books and can still be settled. Take it out of use all the same?`;
}

const moneyText = (sums: readonly Money[]) =>
  sums.map(([currency, amount]) => `${currency} ${formatAmount(requireSum(amount))}`).join(', ');

async function findOpenItems({ db, user }: WriteContext, record: 'branch' | 'payee', ids: readonly number[]) {
  const names =
    record === 'payee'
      ? sql`select d.payee_id as id`
      : sql`select distinct l.branch_id as id from line l where l.document_id = d.id`;
  const advances =
    record === 'payee'
      ? sql`select c.iso_code as currency, a.currency_id, a.amount from customer_advances_at(n.id, manila_today()) a
          join currency c on c.id = a.currency_id where a.amount > 0`
      : sql`select null::text as currency, null::int as currency_id, null::numeric as amount where false`;
  const found = await sql<OpenItems>`
    with owed as materialized (
      select one.id, d.document_number, b.document_date, b.currency_id, b.total_amount - b.settled_amount as amount
      from batch b join document d on d.batch_id = b.id cross join lateral (${names}) one
      where b.collection_status in (0, 1) and b.status = 7 and ${visibleBatches(user, BILLINGS.types)}
        and one.id = any (${ids}::int[])
    )
    select n.id as named_id,
      array(select o.document_number::text from owed o where o.id = n.id order by o.document_date, o.document_number) as numbers,
      coalesce((select jsonb_agg(jsonb_build_array(s.iso_code, s.amount::numeric(18, 2)::text) order by s.currency_id)
        from (select c.iso_code, o.currency_id, sum(o.amount) as amount from owed o join currency c on c.id = o.currency_id
          where o.id = n.id group by 1, 2) s), '[]') as open,
      coalesce((select jsonb_agg(jsonb_build_array(a.currency, a.amount::numeric(18, 2)::text) order by a.currency_id)
        from (${advances}) a), '[]') as advances
    from unnest(${ids}::int[]) as n (id)`.execute(db);
  return found.rows.filter(({ numbers, advances: unused }) => numbers.length + unused.length > 0);
}
