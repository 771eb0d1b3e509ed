import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { columnOf, resourceSql } from '../records/resource-sql.ts';
import type { RecordUse, UseExample } from '@talaan/contract/resource/safe-change';
import { allResources } from '@talaan/contract/resources/resource-table';
import { batchKey } from '@talaan/core/documents/batch-key';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { seesConfidential, visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findFlatRecords } from '../records/read-records.ts';

/** Rows of one table whose uses are asked for. */
export interface UsedRows {
  readonly table: string;
  readonly ids: readonly number[];
}

/** Who asks: confidential transactions are told to nobody who may not see them (decisions §3). */
export interface UsesReader {
  readonly db: Database;
  readonly user: Principal;
}

/**
 * What uses the rows, by kind, with the first examples: transactions first, the open ones before the others, then other
 * records. Rows of `used` that use one another, and rows that go when they go, are no uses.
 */
export async function findUses({ db, user }: UsesReader, used: readonly UsedRows[]): Promise<RecordUse[]> {
  const batches = new Rows();
  const records = new Map<string, Rows>();
  for (const rows of used.filter(({ ids }) => ids.length > 0)) {
    for (const key of await foreignKeys(db, rows.table)) {
      const batch = BATCH_OF[key.table_name];
      if (batch) batches.add(await findUsers(db, rows, key, batch));
      else {
        const kind = kindOf(key);
        const own = used.find(({ table }) => table === key.table_name)?.ids;
        const found = await findUsers(db, rows, key, own ? sql`u.id` : kind.id);
        const others = own ? found.filter((id) => !own.includes(id)) : found;
        if (others.length > 0) records.set(kind.name, (records.get(kind.name) ?? new Rows(kind)).add(others));
      }
    }
  }
  return [...(await transactionUses(db, user, batches)), ...(await recordUses(db, records))];
}

/** '1 branch and 2 payees use this ATC code.' With `named`: '1 branch (Cubao 001) and 2 payees (Ana A1, Ben B2) use it.' */
export function usesSentence(uses: readonly RecordUse[], what: string, { named = false } = {}): string {
  const verb = uses.length === 1 && uses[0]!.text.startsWith('1 ') ? 'uses' : 'use';
  return `${listOf(uses.map((use) => (named ? withNames(use) : use.text)))} ${verb} ${what}.`;
}

const NAMES_IN_A_SENTENCE = 3;

function withNames({ text, examples }: RecordUse): string {
  if (examples.length === 0) return text;
  const names = examples.slice(0, NAMES_IN_A_SENTENCE).map(({ label }) => label);
  return `${text} (${[...names, ...(examples.length > names.length ? ['…'] : [])].join(', ')})`;
}

function listOf(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Counting stops here: 'more than 1,000' says enough, and a ledger is large. */
const MOST_COUNTED = 1000;
const EXAMPLES = 5;

/** Ids found so far, of one kind. */
class Rows {
  readonly ids = new Set<number>();
  readonly kind: Kind | null;

  constructor(kind: Kind | null = null) {
    this.kind = kind;
  }

  add(found: readonly number[]): this {
    for (const id of found) this.ids.add(id);
    return this;
  }
}

interface ForeignKey {
  table_name: string;
  column_name: string;
  target: string;
}

/** What refers to a table and stands in the way of a deletion. */
async function foreignKeys(db: Database, table: string): Promise<ForeignKey[]> {
  const keys = await sql<ForeignKey>`select distinct c.conrelid::regclass::text as table_name,
      a.attname::text as column_name, r.attname::text as target
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r')
    order by 1, 2`.execute(db);
  return keys.rows;
}

/** The batch that a row of the books belongs to, over the row's alias `u`. */
const BATCH_OF: Readonly<Record<string, RawBuilder<unknown>>> = {
  batch: sql`u.id`,
  batch_editor: sql`u.batch_id`,
  batch_handover: sql`u.batch_id`,
  batch_move: sql`u.batch_id`,
  attachment: sql`u.batch_id`,
  document: sql`u.batch_id`,
  line: batchOfDocument(sql`u.document_id`),
  issued_paper: batchOfDocument(sql`u.document_id`),
  journal_entry: batchOfDocument(sql`u.document_id`),
  posting: batchOfDocument(sql`(select e.document_id from journal_entry e where e.id = u.entry_id)`),
};

function batchOfDocument(document: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select d.batch_id from document d where d.id = ${document})`;
}

/** Ids behind the rows that refer to the used ones: at most one more than are counted. */
async function findUsers(
  db: Database,
  { table, ids }: UsedRows,
  { table_name, column_name, target }: ForeignKey,
  id: RawBuilder<unknown>,
): Promise<number[]> {
  const found = await sql<{ id: number | string | null }>`select distinct f.id from (
      select ${id} as id from ${sql.table(table_name)} as u
      where ${sql.ref(`u.${column_name}`)} = any (array(
        select ${sql.ref(`t.${target}`)} from ${sql.table(table)} as t where t.id = any (${ids}::int[])))
      limit ${MOST_COUNTED * 10}) as f order by 1 limit ${MOST_COUNTED + 1}`.execute(db);
  return found.rows.flatMap((row) => (row.id === null ? [] : [Number(row.id)]));
}

interface BatchFacts {
  readonly batch_number: string;
  readonly document_type: DocumentType;
  /** Names of the payees of its documents. */
  readonly payees: string | null;
  readonly is_open: boolean;
  readonly deleted: boolean;
  readonly told: boolean;
  readonly visible: boolean;
}

async function transactionUses(db: Database, user: Principal, { ids }: Rows): Promise<RecordUse[]> {
  if (ids.size === 0) return [];
  const found = await sql<BatchFacts>`select b.batch_number, b.document_type, b.deleted_at is not null as deleted,
      (select string_agg(distinct p.payee_desc, ', ') from document d join payee p on p.id = d.payee_id
        where d.batch_id = b.id) as payees,
      b.status not in (${STATUS.APPROVED}, ${STATUS.ARCHIVED}) as is_open,
      ${seesConfidential(user)} as told, ${visibleBatches(user, ALL_DOCUMENT_TYPES)} as visible
    from batch b where b.id = any (${[...ids]}::bigint[]) order by b.batch_number`.execute(db);
  const told = found.rows.filter((batch) => batch.told && !batch.deleted);
  const useOf = (batches: readonly BatchFacts[], one: string): RecordUse[] =>
    batches.length === 0
      ? []
      : [
          {
            text: countText(batches.length, one),
            examples: batches
              .filter((batch) => batch.visible)
              .slice(0, EXAMPLES)
              .map((batch) => ({
                label: [batch.batch_number, DOCUMENT_TYPES[batch.document_type].label, batch.payees]
                  .filter(Boolean)
                  .join(' '),
                resource: null,
                id: null,
                batch_number: batchKey(batch),
              })),
          },
        ];
  const untold = found.rows.some((batch) => !batch.told && !batch.deleted);
  return [
    ...useOf(
      told.filter((batch) => batch.is_open),
      'open transaction',
    ),
    ...useOf(
      told.filter((batch) => !batch.is_open),
      'other transaction',
    ),
    ...useOf(
      found.rows.filter((batch) => batch.deleted),
      'deleted draft',
    ),
    // Neither number nor count: only that there is something (reliability, Confidential).
    ...(untold ? [{ text: 'transactions that you may not see', examples: [] }] : []),
  ];
}

/** What the rows of a table are to people, and which record each stands for: SQL over the row's alias `u`. */
interface Kind {
  readonly name: string;
  readonly one: string;
  readonly resource: AnyResource | null;
  readonly id: RawBuilder<unknown>;
}

const OTHER_TABLES: Readonly<Record<string, string>> = {
  number_issue: 'issued number',
  number_reservation: 'reserved number',
  number_series: 'number series',
  delegation: 'delegation',
  file: 'uploaded file',
};

function kindOf({ table_name, column_name }: ForeignKey): Kind {
  for (const definition of allResources()) {
    for (const shape of Object.values(definition.fields)) {
      // A user with the role, not the row that joins the two.
      if (shape.kind === 'references' && shape.through.table === table_name && shape.through.other === column_name) {
        return kindOfResource(definition, sql.ref(`u.${shape.through.own}`));
      }
    }
  }
  const stamped = STAMPS.has(column_name) ? ' (entered or changed)' : '';
  const owners = allResources().filter((definition) => definition.table === table_name);
  const owner = owners.find(({ part }) => part === null);
  if (owner) {
    const kind = kindOfResource(owner, sql`u.id`);
    return { ...kind, name: `${kind.name}${stamped}`, one: `${kind.one}${stamped}` };
  }
  const whole = ownerOfRows(table_name);
  if (whole) return kindOfResource(whole.definition, sql.ref(`u.${whole.link}`));
  const one = OTHER_TABLES[table_name] ?? owners[0]?.title.one ?? table_name.replaceAll('_', ' ');
  return { name: `${table_name}${stamped}`, one: `${one}${stamped}`, resource: null, id: sql`hashtext(u.ctid::text)` };
}

/** The resource whose records hold the rows of a table by their Record ID, and the column that says whose a row is. */
function ownerOfRows(table: string): { definition: AnyResource; link: string } | undefined {
  for (const definition of allResources()) {
    for (const shape of Object.values(definition.fields)) {
      if (shape.kind !== 'children' || shape.table !== table) continue;
      if (shape.link.stores === 'id' && shape.link.to === definition.name)
        return { definition, link: shape.link.column };
    }
  }
  return undefined;
}

const STAMPS: ReadonlySet<string> = new Set(['input_by', 'edit_by']);

function kindOfResource(definition: AnyResource, id: RawBuilder<unknown>): Kind {
  return { name: definition.name, one: definition.title.one, resource: definition, id };
}

async function recordUses(db: Database, records: ReadonlyMap<string, Rows>): Promise<RecordUse[]> {
  const uses: RecordUse[] = [];
  for (const { ids, kind } of records.values()) {
    if (kind === null) continue;
    uses.push({
      text: countText(ids.size, kind.one),
      examples: await examplesOf(db, kind, [...ids].slice(0, EXAMPLES)),
    });
  }
  return uses;
}

async function examplesOf(db: Database, { resource }: Kind, ids: readonly number[]): Promise<UseExample[]> {
  if (resource === null) return [];
  const plain = { definition: resource, override: {}, sql: resourceSql(resource, {}) };
  const found = await findFlatRecords(db, plain, ids);
  return found.map((record) => ({
    label: resource.describe(record),
    resource: resource.name,
    id: record.id,
    batch_number: null,
  }));
}

function countText(count: number, one: string): string {
  if (count > MOST_COUNTED) return `more than ${MOST_COUNTED.toLocaleString('en')} ${pluralOf(one)}`;
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${pluralOf(one)}`;
}

/** 'branch' → 'branches', 'currency' → 'currencies', 'branch (entered or changed)' → 'branches (entered or changed)'. */
function pluralOf(one: string): string {
  const [, noun = one, rest = ''] = /^(.*?)( \(.*\))?$/.exec(one) ?? [];
  if (noun === 'number series') return one;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies${rest}`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es${rest}` : `${noun}s${rest}`;
}

/** Rows that go with a record when it is deleted: those of its own inner grids. */
export async function rowsOfRecord(db: Database, definition: AnyResource, id: number): Promise<UsedRows[]> {
  const rows: UsedRows[] = [{ table: definition.table, ids: [id] }];
  for (const shape of Object.values(definition.fields)) {
    if (shape.kind !== 'children' || shape.link.to !== definition.name) continue;
    const column = shape.link.stores === 'id' ? 'id' : columnOf(shape.link.field, definition.fields[shape.link.field]!);
    const found = await sql<{ id: number }>`select c.id from ${sql.table(shape.table)} as c
      where ${sql.ref(`c.${shape.link.column}`)} =
        (select ${sql.ref(`t.${column}`)} from ${sql.table(definition.table)} as t where t.id = ${id})`.execute(db);
    rows.push({ table: shape.table, ids: found.rows.map((row) => row.id) });
  }
  return rows;
}
