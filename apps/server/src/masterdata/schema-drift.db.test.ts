import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { holdsLetters } from '@talaan/contract/resource/field';
import type { FieldShape } from '@talaan/contract/resource/field';
import { allResources, resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { columnTypesOf, TEXT_DOMAINS } from './records/column-types.ts';
import { draftMigration } from './draft-migration.ts';
import { columnOf } from './records/resource-sql.ts';

let copy: TestDatabase;
let db: Database;
let tables: Schema;
let drafts: Schema;

interface Column {
  table_name: string;
  column_name: string;
  /** The domain, or the base type where there is none. */
  type: string;
  nullable: boolean;
  /** Check expressions over this column alone. */
  checks: string[];
}

interface Schema {
  columnsOf(table: string): ReadonlyMap<string, Column>;
  /** Columns of every unique key, joined by commas. */
  keysOf(table: string): string[];
}

beforeAll(async () => {
  copy = await createTestDatabase();
  db = openDatabase(copy.ownerUrl, { poolSize: 1 });
  tables = await loadSchema('public');
  await sql`create schema draft`.execute(db);
  await sql`set search_path = draft, public`.execute(db);
  for (const definition of IN_ORDER) await sql.raw(draftMigration(definition)).execute(db);
  drafts = await loadSchema('draft');
});
afterAll(async () => {
  await db.destroy();
  await copy.drop();
});

/** Tables of inner rows are drafted with their record; resources that share a table are drafted once. */
const INNER_TABLES = new Set(
  allResources().flatMap(({ fields }) =>
    Object.values(fields).flatMap((shape) => (shape.kind === 'children' ? [shape.table] : [])),
  ),
);
const IN_ORDER = allResources().filter(
  ({ table }, at, all) => !INNER_TABLES.has(table) && all.findIndex((other) => other.table === table) === at,
);

async function loadSchema(schema: string): Promise<Schema> {
  const columns = await sql<Column>`select c.table_name, c.column_name, coalesce(c.domain_name, c.udt_name) as type,
      c.is_nullable = 'YES' as nullable,
      array(select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
        where k.contype = 'c' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
          and k.conkey = array[c.ordinal_position::smallint]) as checks
    from information_schema.columns c where c.table_schema = ${schema}`.execute(db);
  const keys = await sql<{ table_name: string; definition: string }>`select t.relname as table_name,
      pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and i.indpred is null and t.relnamespace = ${schema}::regnamespace
      and t.relname = any(${allResources().map((definition) => definition.table)})`.execute(db);
  return {
    columnsOf: (table) =>
      new Map(columns.rows.filter((row) => row.table_name === table).map((row) => [row.column_name, row])),
    keysOf: (table) =>
      keys.rows.filter((row) => row.table_name === table).map(({ definition }) => columnsOfIndex(definition)),
  };
}

/** Columns that a definition leaves out on purpose: the product itself uses them. */
const INTERNAL: Record<string, string[]> = {
  received_cheque: ['collection_document_id', 'returned_by_bank'],
  app_user: ['profile_file_id', 'blocked_at', 'password_set_by_other', 'email_stands_at'],
  company: ['logo_file_id'],
  currency: ['subunits'],
  module: ['built_in'],
  payee: ['search_text'],
  withholding_certificate: ['file_id'],
};
const FACTS = ['id', 'row_version', 'input_by', 'input_date', 'edit_by', 'edit_date'];

describe.each(allResources().map((definition) => [definition.name, definition] as const))('%s', (_name, definition) => {
  it('has a column for every field, of its type, nullable when the field is optional', () => {
    // Rows that the resource does not have may lack what all its records have.
    const { part } = definition;
    const filled = part?.value === undefined ? part?.column : undefined;
    expect(driftOf(tables, definition.table, definition.fields, filled)).toEqual([]);
  });

  it('has a field for every column', () => {
    const columns = [...tables.columnsOf(definition.table).keys()];
    const known = allResources()
      .filter(({ table }) => table === definition.table)
      .flatMap((one) => [...partOf(one), ...Object.entries(one.fields).map(([name, shape]) => columnOf(name, shape))]);
    const internal = INTERNAL[definition.table] ?? [];
    expect(columns.filter((column) => ![...known, ...internal, ...FACTS].includes(column))).toEqual([]);
  });

  it('has a unique index for every unique key', () => {
    expect(tables.keysOf(definition.table)).toEqual(expect.arrayContaining(uniqueKeysOf(definition)));
  });

  it('accepts in its columns every choice of its fields, and no other', async () => {
    expect(await refusedChoices(definition.table, definition.fields)).toEqual([]);
  });
});

describe.each(IN_ORDER.map((definition) => [definition.name, definition] as const))(
  'draft of %s',
  (_name, definition) => {
    it('has the columns and the keys of the definition', () => {
      expect(driftOf(drafts, definition.table, definition.fields)).toEqual([]);
      expect(drafts.keysOf(definition.table)).toEqual(expect.arrayContaining(uniqueKeysOf(definition)));
    });
  },
);

function uniqueKeysOf(definition: AnyResource): string[] {
  const placeOf = (name: string) => {
    const shape = definition.fields[name]!;
    const column = columnOf(name, shape);
    return holdsLetters(shape) ? `lower(${column})` : column;
  };
  return definition.unique.map((key) => [...partOf(definition), ...key.map(placeOf)].join(', '));
}

/** The column whose value tells which rows of a shared table are records of the resource. */
function partOf({ part }: AnyResource): string[] {
  return part?.value === undefined ? [] : [part.column];
}

function driftOf(
  schema: Schema,
  table: string,
  fields: Readonly<Record<string, FieldShape>>,
  filled?: string,
): string[] {
  const columns = schema.columnsOf(table);
  return Object.entries(fields).flatMap(([name, shape]) => {
    if (shape.kind === 'children') {
      return [...linkDrift(schema, shape.table, shape.link), ...driftOf(schema, shape.table, shape.fields)];
    }
    if (shape.kind === 'references' || shape.kind === 'lookup') return [];
    if (shape.kind === 'generated' && !shape.stored) return [];
    const column = columns.get(columnOf(name, shape));
    if (!column) return [`${table}.${name}: no column`];
    const faults: string[] = [];
    if (!columnTypesOf(shape).includes(column.type)) faults.push(`${table}.${name}: ${shape.kind} in ${column.type}`);
    const mayBeNull = (shape.optional ?? false) && !shape.filled;
    const isEntered = shape.kind !== 'generated' && shape.kind !== 'password';
    if (isEntered && column.nullable !== mayBeNull && name !== filled)
      faults.push(`${table}.${name}: nullable ${column.nullable}`);
    const room = TEXT_DOMAINS[column.type];
    if ('max' in shape && shape.kind !== 'integer' && room !== undefined && shape.max > room) {
      faults.push(`${table}.${name}: ${shape.max} characters in room for ${room}`);
    }
    return faults;
  });
}

function linkDrift(schema: Schema, table: string, link: { column: string; to: string; stores: string }): string[] {
  const column = schema.columnsOf(table).get(link.column);
  const target = resourceNamed(link.to as 'payee');
  const key = schema.columnsOf(target.table).get(link.stores === 'id' ? 'id' : target.key);
  return column && column.type === key?.type ? [] : [`${table}.${link.column} does not point to ${link.to}`];
}

/** Runs the column's own checks over each choice, and over a value that is none. */
async function refusedChoices(table: string, fields: Readonly<Record<string, FieldShape>>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, shape] of Object.entries(fields)) {
    if (shape.kind === 'children') faults.push(...(await refusedChoices(shape.table, shape.fields)));
    if (shape.kind !== 'choice' && shape.kind !== 'numbered_choice') continue;
    const column = tables.columnsOf(table).get(columnOf(name, shape))!;
    for (const value of (shape.kind === 'choice' && shape.stores
      ? Object.values(shape.stores)
      : Object.keys(shape.of)
    ).map(String)) {
      if (!(await isAccepted(column, value))) faults.push(`${table}.${name} refuses ${value}`);
    }
    const isConstrained = column.checks.length > 0 || column.type === 'flag';
    if (isConstrained && (await isAccepted(column, shape.kind === 'choice' ? 'x' : '99'))) {
      faults.push(`${table}.${name} accepts what is no choice`);
    }
  }
  return faults;
}

async function isAccepted(column: Column, value: string): Promise<boolean> {
  if (column.type === 'flag') return value === '0' || value === '1';
  const all = sql.raw(column.checks.map((check) => `(${check})`).join(' and ') || 'true');
  const found = await sql<{ accepted: boolean }>`select ${all} as accepted
    from (select ${value}::${sql.raw(column.type)} as ${sql.ref(column.column_name)}) as t`.execute(db);
  return found.rows[0]!.accepted;
}

/** Columns of an index, without what sorts them: '… (lower(((dept_code)::text COLLATE "default")))' → 'lower(dept_code)'. */
function columnsOfIndex(definition: string): string {
  const inside = /\((.*)\)/.exec(definition)![1]!;
  return inside.replaceAll(/lower\(\(*(\w+)\)?(?:::text)?(?: COLLATE "default")?\)*/g, 'lower($1)').replaceAll('"', '');
}
