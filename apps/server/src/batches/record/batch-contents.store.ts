import { sql } from 'kysely';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { amountText, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { CheckedEntry } from './batch-content.ts';
import { columnsOf } from './entry-columns.ts';

const BATCH = columnsOf(BATCH_FIELDS);
const DOCUMENT = columnsOf(DOCUMENT_FIELDS);
const LINE = columnsOf(LINE_FIELDS);

/** What the database gives a new batch. */
export interface StoredBatch {
  readonly id: string;
  /** Ids of its documents, in the order of their header keys. */
  readonly document_ids: readonly string[];
}

/** A checked entry with the number that its batch takes. */
export interface NewBatch {
  readonly entry: CheckedEntry;
  readonly batch_number: string;
  /** Record ID of the received batch that it is. */
  readonly received?: string | undefined;
  /** Of a run; without one the database gives the month of the date where that is free. */
  readonly regular_period: number | null;
}

/**
 * Stores checked entries as new active batches with their documents and lines, in one statement; answers each in the
 * order given. Ids are taken first and found by their place: joined, each line would look through all documents of the set. Each
 * part counts the one before it, so that the history tells of a batch before its documents, and of these before their lines.
 */
export async function insertBatches(
  transaction: Database,
  prepared_by: number,
  batches: readonly NewBatch[],
): Promise<StoredBatch[]> {
  const heads = batches.map(headOf);
  const documents = batches
    .flatMap(({ entry }, batch) => {
      const { document_type } = entry.content;
      return documentsOf(entry).map((document) => ({ batch, document_type, ...document }));
    })
    .map((document, place) => ({ place, ...document }));
  const lines = batches
    .flatMap(({ entry }) => entry.content.documents)
    .flatMap((document, place) => document.lines.map((line) => ({ document: place, ...line })));
  const idOf = (kind: 'batch' | 'document', place: string) =>
    sql.raw(`(select ${kind}_ids from taken)[g.${place} + 1]`);
  const idsOf = (sequence: string, count: number) =>
    sql`array(select nextval(${sql.lit(sequence)}) from generate_series(1, ${count}::int))`;
  const stored = await sql<{ batch_ids: string[]; document_ids: string[] }>`
    with taken as materialized (
      select ${idsOf('batch_id_seq', batches.length)} as batch_ids, ${idsOf('document_id_seq', documents.length)} as document_ids
    ), new_batch as (
      insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id, document_date,
        regular_trx, integrated_batch_id, regular_period, ${BATCH.names})
      overriding system value
      select ${idOf('batch', 'place')}, g.document_type, g.batch_number, ${prepared_by}::int, g.total_amount, g.amount_php,
        g.payee_id, g.document_date, g.regular_trx, g.integrated_batch_id, g.regular_period, ${BATCH.given('g')}
      from ${BATCH.recordSet(
        heads,
        `place int, document_type text, batch_number text, total_amount numeric, amount_php numeric, payee_id int,
          document_date date, regular_trx int, integrated_batch_id bigint, regular_period int`,
      )}
      returning 1
    ), new_document as (
      insert into document (id, batch_id, document_type, header_key, total_amount, ${DOCUMENT.names})
      overriding system value
      select ${idOf('document', 'place')}, ${idOf('batch', 'batch')}, g.document_type, g.header_key, g.total_amount,
        ${DOCUMENT.given('g')}
      from ${DOCUMENT.recordSet(
        documents,
        'place int, batch int, document_type text, header_key int, total_amount numeric',
      )}
      where (select count(*) from new_batch) > 0
      returning 1
    ), new_line as (
      insert into line (document_id, line_no, ${LINE.names})
      select ${idOf('document', 'document')}, g.line_no, ${LINE.given('g')}
      from ${LINE.recordSet(lines, 'document int, line_no smallint')}
      where (select count(*) from new_document) > 0
    )
    select batch_ids, document_ids from taken`.execute(transaction);
  const { batch_ids, document_ids } = stored.rows[0]!;
  let next = 0;
  return batches.map(({ entry }, place) => {
    const first = next;
    next += entry.content.documents.length;
    return { id: batch_ids[place]!, document_ids: document_ids.slice(first, next) };
  });
}

/** What the row of a new batch says; `place` is its own in the set. */
function headOf({ entry, batch_number, received, regular_period }: NewBatch, place: number) {
  const { documents, ...batch } = entry.content;
  return {
    place,
    batch_number,
    total_amount: totalOf(entry),
    amount_php: phpTotalOf(entry),
    payee_id: documents[0]!.payee_id,
    document_date: documents[0]!.document_date,
    regular_trx: entry.regular_trx,
    integrated_batch_id: received ?? null,
    regular_period,
    ...batch,
  };
}

/** What a batch says of its documents as a whole. */
export interface BatchSummary {
  /** Sums of the documents that are open, in minor units: the document's currency, and pesos. */
  readonly total_minor: bigint;
  readonly php_minor: bigint;
  /** Of the first open document. */
  readonly document_date: string;
  readonly payee_id: number | null;
}

/**
 * Brings the stored contents of a batch to those of a checked entry, in one statement, and frees the edit lock. Only
 * rows that differ are written, so that the history shows what was changed; stored documents that the entry does not
 * name stay as they are. Answers the ids of documents that are new. Refused when the batch is no longer at the version
 * that was read.
 */
export async function updateContents(
  transaction: Database,
  batch: { id: string; row_version: number },
  entry: CheckedEntry,
  summary: BatchSummary,
): Promise<string[]> {
  const { content } = entry;
  const stored = await sql<{ new_ids: string[] }>`
    with given_document as materialized (select * from ${givenDocuments(entry)}
    ), changed_document as (
      update document d
      set total_amount = g.total_amount, ${DOCUMENT.assigned('g')}
      from given_document g
      where d.batch_id = ${batch.id}::bigint and d.header_key = g.header_key
        and row(d.total_amount, ${DOCUMENT.stored('d')}) is distinct from row(g.total_amount, ${DOCUMENT.given('g')})
    ), new_document as (
      insert into document (batch_id, document_type, header_key, total_amount, ${DOCUMENT.names})
      select ${batch.id}::bigint, ${content.document_type}, g.header_key, g.total_amount, ${DOCUMENT.given('g')}
      from given_document g
      where not exists (
        select from document d where d.batch_id = ${batch.id}::bigint and d.header_key = g.header_key)
      returning id, header_key
    ), given_line as materialized (
      select d.id as document_id, g.* from ${givenLines(entry)}
      join (
        select id, header_key from document where batch_id = ${batch.id}::bigint
        union all select id, header_key from new_document
      ) d on d.header_key = g.header_key
    ), gone_line as (
      delete from line l using document d, given_document g
      where d.batch_id = ${batch.id}::bigint and g.header_key = d.header_key and l.document_id = d.id
        and not exists (select from given_line n where n.document_id = l.document_id and n.line_no = l.line_no)
    ), changed_line as (
      update line l
      set ${LINE.assigned('g')}
      from given_line g
      where l.document_id = g.document_id and l.line_no = g.line_no
        and row(${LINE.stored('l')}) is distinct from row(${LINE.given('g')})
    ), new_line as (
      insert into line (document_id, line_no, ${LINE.names})
      select g.document_id, g.line_no, ${LINE.given('g')}
      from given_line g
      where not exists (select from line l where l.document_id = g.document_id and l.line_no = g.line_no)
    ), changed_batch as (
      update batch
      set ${BATCH.assigned('g')}, total_amount = ${amountText(summary.total_minor)}::numeric,
        amount_php = ${amountText(summary.php_minor)}::numeric, payee_id = ${summary.payee_id},
        document_date = ${summary.document_date}, regular_trx = ${entry.regular_trx}, processing = 0, locked_by = null,
        locked_at = null, heartbeat_at = null, row_version = ${batch.row_version}
      from ${givenBatch(entry)}
      where id = ${batch.id}::bigint
    )
    select coalesce((select array_agg(n.id order by n.header_key) from new_document n), '{}') as new_ids`.execute(
    transaction,
  );
  return stored.rows[0]!.new_ids;
}

/** Takes documents out of use with a reason; their numbers stay in the register. */
export async function voidDocuments(
  transaction: Database,
  documentIds: readonly string[],
  by: { user_id: number; reason: string },
): Promise<void> {
  if (documentIds.length === 0) return;
  await transaction
    .updateTable('document')
    .set({ voided_at: sql`now()`, voided_by: by.user_id, void_reason: by.reason })
    .where('id', 'in', [...documentIds])
    .where('voided_at', 'is', null)
    .execute();
}

function givenBatch({ content: { documents: _documents, ...batch } }: CheckedEntry) {
  return BATCH.recordSet([batch]);
}

function givenDocuments(entry: CheckedEntry) {
  return DOCUMENT.recordSet(documentsOf(entry), 'header_key int, total_amount numeric');
}

function documentsOf(entry: CheckedEntry) {
  return entry.content.documents.map(({ lines: _lines, ...document }, index) => ({
    ...document,
    total_amount: amountText(entry.totals[index]!.total_minor),
  }));
}

function givenLines(entry: CheckedEntry) {
  return LINE.recordSet(linesOf(entry), 'header_key int, line_no smallint');
}

function linesOf(entry: CheckedEntry) {
  return entry.content.documents.flatMap(({ header_key, lines }) => lines.map((line) => ({ header_key, ...line })));
}

function totalOf(entry: CheckedEntry): string {
  return amountText(sumMinor(entry.totals.map((total) => total.total_minor)));
}

function phpTotalOf(entry: CheckedEntry): string {
  return amountText(sumMinor(entry.totals.map((total) => total.php_minor)));
}
