/**
 * Writes the Kysely types of all tables and views (`npm run db:types`): migrates a throw-away database and reads its
 * schema in a fixed order, so that the same migrations always give the same file.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';

export const TABLES_FILE = projectPath('apps', 'server', 'src', 'platform', 'database', 'database-tables.ts');

interface Column {
  table_name: string;
  column_name: string;
  type_name: string;
  is_array: boolean;
  is_nullable: boolean;
  generation: 'always' | 'default' | 'none';
  is_view: boolean;
}

/** Reads the schema `public` and answers the text of `database-tables.ts`. */
export async function generateDatabaseTables(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(COLUMNS);
    return fileText(rows);
  } finally {
    await client.end();
  }
}

/** Base types behind domains; a column of a view says by its comment 'nullable' that it may be empty. */
const COLUMNS = `
  select c.relname as table_name, a.attname as column_name, c.relkind = 'v' as is_view,
    t.typelem <> 0 and t.typlen = -1 as is_array,
    coalesce(e.typname, b.typname, t.typname) as type_name,
    case when c.relkind = 'v' then coalesce(col_description(c.oid, a.attnum), '') = 'nullable'
         else not a.attnotnull end as is_nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
         when a.atthasdef or a.attidentity = 'd' then 'default'
         else 'none' end as generation
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type b on b.oid = t.typbasetype
  left join pg_type e on e.oid = t.typelem and t.typelem <> 0 and t.typlen = -1
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname not like 'kysely\\_%'
  order by c.relname collate "C", a.attnum`;

function fileText(columns: readonly Column[]): string {
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table_name, [...(tables.get(column.table_name) ?? []), column]);
  const interfaces = [...tables].map(([name, own]) => {
    const fields = own.map((column) => `  ${column.column_name}: ${columnType(column)};`);
    return `export interface ${typeName(name)} {\n${fields.join('\n')}\n}\n`;
  });
  const index = [...tables.keys()].map((name) => `  ${name}: ${typeName(name)};`);
  return [
    '// Written by tools/schema/generate-database-tables.ts from the migrated schema (npm run db:types); not edited by hand.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    '/** Exact decimal, as text both ways. */',
    'type Numeric = string;',
    '/** Calendar date `YYYY-MM-DD`. */',
    'type CalendarDate = string;',
    '/** 64-bit integer: arrives as text. */',
    'type Int8Input = string | number | bigint;',
    '/** Instant: arrives as ISO text in UTC. */',
    'type InstantInput = string | Date;',
    '',
    ...interfaces,
    `export interface DatabaseTables {\n${index.join('\n')}\n}\n`,
  ].join('\n');
}

/** What a type reads as, and what it takes where that differs. JSON arrives parsed and is written as JSON text. */
const TYPES: Record<string, { readonly read: string; readonly write?: string }> = {
  bool: { read: 'boolean' },
  bytea: { read: 'Buffer' },
  bpchar: { read: 'string' },
  date: { read: 'CalendarDate' },
  int2: { read: 'number' },
  int4: { read: 'number' },
  int8: { read: 'string', write: 'Int8Input' },
  jsonb: { read: 'unknown', write: 'string' },
  numeric: { read: 'Numeric' },
  pg_lsn: { read: 'string' },
  text: { read: 'string' },
  timestamptz: { read: 'string', write: 'InstantInput' },
  uuid: { read: 'string' },
};

function columnType(column: Column): string {
  const type = TYPES[column.type_name];
  if (!type)
    throw new Error(`${column.table_name}.${column.column_name}: type ${column.type_name} has no TypeScript type.`);
  const array = column.is_array ? '[]' : '';
  const empty = column.is_nullable ? ' | null' : '';
  const read = type.read === 'unknown' ? 'unknown' : `${type.read}${array}${empty}`;
  if (column.is_view) return read;
  if (column.generation === 'always') return `GeneratedAlways<${read}>`;
  const omitted = column.generation === 'default' ? ' | undefined' : '';
  if (type.write) {
    const write = `${type.write}${array}${empty}`;
    return `ColumnType<${read}, ${write}${omitted}, ${write}>`;
  }
  return omitted ? `Generated<${read}>` : read;
}

/** `journal_entry` as `JournalEntryTable`: no clash with the domain's own words. */
function typeName(table: string): string {
  return `${table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}

async function writeTablesFile(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'talaan-types-'));
  // The account that runs the database must be able to pass through.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  try {
    await migrate(server.ownerUrl);
    await writeFile(TABLES_FILE, await generateDatabaseTables(server.ownerUrl));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('generate-database-tables.ts')) await writeTablesFile();
