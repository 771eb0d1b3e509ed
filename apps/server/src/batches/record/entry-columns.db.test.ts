import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldsOf } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { DOCUMENT_PARTS } from '@talaan/contract/documents/document-parts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let copy: TestDatabase;
let db: Database;

beforeAll(async () => {
  copy = await createTestDatabase();
  db = openDatabase(copy.ownerUrl, { poolSize: 1 });
});
afterAll(async () => {
  await db.destroy();
  await copy.drop();
});

const TYPES = {
  reference: 'integer',
  choice: 'smallint',
  flag: 'smallint',
  count: 'smallint',
  quantity: 'numeric',
  switch: 'boolean',
  key: 'bigint',
  date: 'date',
  amount: 'numeric',
  rate: 'numeric',
  text: 'text',
  word: 'text',
};

/** What the product itself writes: keys, numbers, sums, states, locks and traces. */
const OWN: Readonly<Record<string, string>> = {
  batch: `amount_php approved_by approved_remarks batch_number batch_series settled_amount collection_status cycle deleted_at deleted_by document_date document_type
    edit_by edit_date fingerprint heartbeat_at id integrated_batch_id moving_in_id locked_at locked_by payee_id prepared_by processing regular_period regular_trx
    reverses_next_period row_version status total_amount date_encoded submitted_at`,
  document: `ar_number batch_id document_number document_type header_key id or_number receipt_status total_amount void_reason
    voided_at voided_by`,
  line: 'document_id line_no',
};

/**
 * Of the tables that types have of their own; what vouchers took of an order and what is collected, the product counts, the
 * invoice of a collection it finds by its number, a dispute is no part of what is entered, and an opening invoice comes with its move.
 */
const OWN_OF_PARTS =
  'document_id line_no vouchered_amount collected_amount billing_document_id dispute_reason opening billed_on original_amount';

it.each([
  ['batch', BATCH_FIELDS],
  ['document', DOCUMENT_FIELDS],
  ['line', LINE_FIELDS],
  ...Object.values(DOCUMENT_PARTS).flatMap((parts) => parts.map(({ table, fields }) => [table, fields] as const)),
] as const)('every column of %s that a person fills is declared as it is stored', async (table, declared) => {
  const found = await sql<{ name: string; type: string; nullable: boolean }>`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db);
  const own = new Set((OWN[table] ?? OWN_OF_PARTS).split(/\s+/));
  const entered = found.rows.filter(({ name }) => !own.has(name));
  const asDeclared = fieldsOf(declared).map(([name, { kind, column = name, required }]) => ({
    name: column,
    type: TYPES[kind],
    nullable: required !== true,
  }));
  const byName = (rows: typeof entered) => rows.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  expect(byName(entered)).toEqual(byName(asDeclared));
});
