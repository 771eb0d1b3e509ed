import type { Client } from 'pg';

/** What grows with the books: documents with all that hangs on them, and whom they name. */
const GROWING = [
  'payee',
  'batch',
  'batch_editor',
  'batch_move',
  'notification',
  'document',
  'document_search',
  'line',
  'number_issue',
  'number_reservation',
  'cheque',
  'cheque_move',
  'purchase_order',
  'purchase_order_line',
  'billing',
  'billing_service_line',
  'collection',
  'collection_application',
  'journal_entry',
  'posting',
  'idempotency_key',
];

/** Further apart than the ids of small books are. */
const STRIDE = 100_000;

/**
 * Puts copies of everything that is in the books beside it, until they hold so many documents, each copy with payees, ids,
 * numbers and days of its own, as if companies had been taken over: past the triggers, so that it takes seconds.
 */
export async function growBooks(
  owner: Client,
  documents: number,
  beforeCommit: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { rows } = await owner.query<{ copies: number }>(
    'select ceil($1 / count(*)::numeric)::int as copies from document',
    [documents],
  );
  await owner.query(`begin; set local session_replication_role = replica; set local talaan.user_id = 'system'`);
  for (const table of GROWING) {
    const columns = (
      await owner.query<{ name: string; value: string }>(COPIED_COLUMNS, [table, GROWING, STRIDE, MARKED])
    ).rows;
    await owner.query(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) overriding system value
       select ${columns.map(({ value }) => value).join(', ')}
       from (select * from ${table} offset 0) t cross join generate_series(1, ${rows[0]!.copies}) g (no)`,
    );
  }
  await beforeCommit();
  await owner.query('select pg_stat_force_next_flush(); commit');
}

/** Texts that stand once in the books, or name such a one. */
const MARKED = [
  'payee_code',
  'batch_number',
  'document_number',
  'or_number',
  'ar_number',
  'cheque_number',
  'number_text',
  'billing_invoice_no',
  'key',
];

/** Columns of a table with what a copy has in them: keys and what points to them moved on, texts that are used once marked. */
const COPIED_COLUMNS = `
  select quote_ident(a.attname) as name, case
    when a.attname = any ($4::text[]) then format('t.%I || ''~'' || g.no', a.attname)
    when a.attidentity <> '' or a.attname in ('number', 'entry_id') or a.atttypid in ('int4'::regtype, 'int8'::regtype) and exists (
      select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any (c.conkey)
        and c.confrelid::regclass::text = any ($2::text[])) then format('t.%I + g.no * %s', a.attname, $3::int)
    when a.attname ~ '_date$' and a.atttypid <> 'timestamptz'::regtype then format('t.%I - g.no %% 1000', a.attname)
    else format('t.%I', a.attname) end as value
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;
