import { sql, type RawBuilder } from 'kysely';
import type { UploadCorrection, UploadedBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import type { DateOrder, UploadedRow } from '@talaan/core/integration/read-cells';
import type { UploadHalf, UploadKind } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { LINES_IN_TURN } from '../enter-sendings.ts';
import type { Sender } from '../sending.ts';
import { RECEIVED_STATE } from '../received.store.ts';

/** What was said of a file while its rows wait. */
export interface UploadSettings {
  readonly source: string;
  readonly batch_no: string;
  readonly mapping: string;
  readonly date_order: DateOrder;
  readonly corrections: readonly (UploadCorrection & { readonly before: string })[];
}

/** A file whose rows wait. */
export interface WaitingFile {
  readonly id: string;
  readonly user_id: number;
  readonly kind: UploadKind;
  readonly file_name: string;
  readonly format: 'csv' | 'xlsx';
  readonly state: 'reading' | 'read' | 'checking' | 'checked';
  readonly header: readonly string[];
  /** The name of the column of each heading; null for one that is not taken. */
  readonly columns: readonly (string | null)[];
  readonly row_count: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  readonly settings: UploadSettings;
}

/** How rows of batches are told from those of master data, which wait in the same place. */
export const WAITING_KIND = 'trx:';

/** The file of this name that waits and is this person’s; null where there is none. */
export async function findWaitingFile(
  database: Database,
  { id, user_id }: Pick<WaitingFile, 'id' | 'user_id'>,
): Promise<WaitingFile | null> {
  const found = await sql<WaitingFile>`
    select id, user_id, substr(kind, ${WAITING_KIND.length + 1}) as kind, file_name, format, state, header, coalesce(columns, '[]') as columns,
      row_count, encode(file_hash, 'hex') as sha256, settings
    from upload where id = ${id} and user_id = ${user_id} and starts_with(kind, ${WAITING_KIND})`.execute(database);
  return found.rows[0] ?? null;
}

export async function requireWaitingFile(
  database: Database,
  name: Pick<WaitingFile, 'id' | 'user_id'>,
): Promise<WaitingFile> {
  const found = await findWaitingFile(database, name);
  if (!found) throw notFound('There is no such upload. It may have been cancelled, or be older than a day.');
  return found;
}

/** Keeps how a file is to be read. */
export async function keepSettings(
  database: Database,
  { id, columns, settings }: Pick<WaitingFile, 'id' | 'columns' | 'settings'>,
): Promise<void> {
  await sql`update upload set columns = ${JSON.stringify(columns)}, settings = ${JSON.stringify(settings)} where id = ${id}`.execute(
    database,
  );
}

/** Changes cells of rows that wait, all or none, and answers each change with what stood there before. Throws 422 for a row that the file has not. */
export async function correctCells(
  database: Database,
  id: string,
  corrections: readonly UploadCorrection[],
): Promise<UploadSettings['corrections']> {
  const changed = await sql<UploadCorrection & { before: string }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb) g ("row" int, "column" int, value text)),
    before as (
      select g.*, coalesce(r.cells ->> g."column", '') as before from given g
      join upload_row r on r.upload_id = ${id} and r.row_no = g."row"
    ), changed as (
      update upload_row r set cells = n.cells
      from (
        select b."row", (select jsonb_agg(coalesce((select c.value from before c where c."row" = b."row" and c."column" = i.at limit 1), r.cells ->> i.at, '') order by i.at)
          from generate_series(0, greatest(jsonb_array_length(r.cells) - 1, max(b."column"))) i (at)) as cells
        from before b join upload_row r on r.upload_id = ${id} and r.row_no = b."row" group by b."row", r.cells
      ) n where r.upload_id = ${id} and r.row_no = n."row" and (select count(*) from before) = (select count(*) from given)
    )
    select "row", "column", value, before from before`.execute(database);
  if (changed.rows.length < corrections.length) throw invalid({ corrections: ['The file has no such row.'] });
  return changed.rows;
}

/** A source of batches with all of its departments that are in use, as what it sends in files is checked by. */
export async function findSource(database: Database, source_code: string): Promise<Sender> {
  const found = await sql<Sender>`
    select null as client_id, '' as client_name, s.id as source_id, s.source_code, s.status = 1 as source_active, s.posting,
      array(select t.document_type::text from document_type t where source_takes(s, t.document_type)) as takes,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code)), '[]') from department d
        join integration_source_department o on o.source_id = s.id and o.department_id = d.id where d.dept_status = 1) as departments,
      false as waits
    from integration_source s where lower(s.source_code) = lower(${source_code})`.execute(database);
  const source = found.rows[0];
  if (!source?.source_active) {
    throw invalid({
      source: [`There is no source ${source_code} in use. Choose another one, or let it be added under Users.`],
    });
  }
  return source;
}

/** Code of the department of a person; empty where he has none. */
export async function departmentOfUser(database: Database, user_id: number): Promise<string> {
  const found = await sql<{ code: string }>`
    select d.dept_code as code from app_user u join department d on d.id = u.dept_id where u.id = ${user_id}`.execute(
    database,
  );
  return found.rows[0]?.code ?? '';
}

/** What a file that was taken holds of a batch, while that is live. */
export interface KeptPart {
  readonly id: string;
  readonly batch_no: string;
  readonly half: UploadHalf;
  readonly place: number;
  readonly rows: readonly UploadedRow[];
  readonly integrated_batch_id: string | null;
  readonly file_name: string;
  readonly user_id: number;
  readonly user_name: string;
  /** Code of the uploader’s department; empty where he has none. */
  readonly department: string;
  /** The day, as people read it. */
  readonly on: string;
}

/**
 * The condition under which a person sees part `p`, which waits: of a batch whose header says that it is confidential its uploaders
 * and approving officers see something (decisions §3).
 */
export function seesWaiting({ user_id, preview }: Pick<Principal, 'user_id' | 'preview'>): RawBuilder<unknown> {
  const parts = sql`from upload_part o join upload_file w on w.id = o.file_id
    where o.source_id = p.source_id and o.batch_no = p.batch_no and o.ended_at is null`;
  const persons = preview ? [user_id, preview.user_id] : [user_id];
  const isParty = persons.map(
    (id) => sql`(exists (select ${parts} and w.user_id = ${id})
      or exists (select from approval_authority a where a.acting_user_id = ${id} and not a.own_officers))`,
  );
  return sql`(not exists (select ${parts} and o.content @> '[{"values": {"is_confidential": "1"}}]') or (${sql.join(isParty, sql` and `)}))`;
}

/** The live parts of batches of a source, in the order in which they came; those that a person sees, where one asks. */
export async function findParts(
  database: Database,
  source_id: number,
  batch_nos: readonly string[],
  user?: Principal,
): Promise<KeptPart[]> {
  const found = await sql<KeptPart>`
    select p.id, p.batch_no, p.half, p.place, p.content as rows, p.integrated_batch_id, f.file_name, f.user_id,
      concat_ws(' ', u.user_first_name, u.user_last_name) as user_name,
      coalesce((select d.dept_code from department d where d.id = u.dept_id), '') as department,
      to_char(f.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') as on
    from upload_part p join upload_file f on f.id = p.file_id join app_user u on u.id = f.user_id
    where p.source_id = ${source_id} and p.batch_no = any (${batch_nos}::text[]) and p.ended_at is null
      and ${user ? seesWaiting(user) : sql`true`} order by p.id`.execute(database);
  return found.rows;
}

/** The part that holds the heads of a batch; undefined while that misses. */
export const headOf = (parts: readonly KeptPart[]): KeptPart | undefined => parts.find(({ half }) => half !== 'detail');

/** A live batch that was received under a number. */
export interface LiveBatch extends UploadedBatch {
  readonly content_hash: string;
  readonly batch_number: string;
  readonly on: string;
}

/** What is received and live of these numbers of a source. */
export async function findLive(
  database: Database,
  source_id: number,
  batch_nos: readonly string[],
): Promise<Map<string, LiveBatch>> {
  const found = await sql<LiveBatch>`
    select i.batch_no, ${RECEIVED_STATE} as state, b.batch_number, encode(i.content_hash, 'hex') as content_hash,
      to_char(i.received_at at time zone 'Asia/Manila', 'FMDD FMMonth YYYY') as on
    from integrated_batch i join batch b on b.integrated_batch_id = i.id
    where i.source_id = ${source_id} and i.batch_no = any (${batch_nos}::text[]) and i.ended_at is null`.execute(
    database,
  );
  return new Map(found.rows.map((row) => [row.batch_no, row]));
}

/** One at a time takes, accepts and undoes files of a source: halves that came at the same moment would miss each other. */
export async function lockSource(transaction: Database, source_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7017, ${source_id})`.execute(transaction);
}

/** Keeps a file that is taken. Answers its id. */
export async function insertFile(transaction: Database, source_id: number, file: WaitingFile): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into upload_file (upload_id, source_id, kind, file_name, sha256, row_count, corrections)
    values (${file.id}, ${source_id}, ${file.kind}, ${file.file_name}, decode(${file.sha256}, 'hex'), ${file.row_count},
      ${JSON.stringify(file.settings.corrections)}) returning id`.execute(transaction);
  return made.rows[0]!.id;
}

/** What a file holds of one batch, as it is kept. */
export interface NewPart {
  readonly batch_no: string;
  readonly half: UploadHalf;
  readonly place: number;
  readonly announced: number | null;
  readonly rows: readonly UploadedRow[];
  readonly debit: string;
  readonly credit: string;
}

export async function insertPart(
  transaction: Database,
  { file_id, source_id }: { file_id: string; source_id: number },
  part: NewPart,
): Promise<void> {
  const said = ({ row, values }: UploadedRow): UploadedRow => ({
    row,
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  });
  await sql`
    insert into upload_part (file_id, source_id, batch_no, half, place, announced, row_count, debit, credit, content)
    values (${file_id}::bigint, ${source_id}, ${part.batch_no}, ${part.half}, ${part.place}, ${part.announced}, ${part.rows.length},
      ${part.debit}, ${part.credit}, ${JSON.stringify(part.rows.map(said))}::jsonb)`.execute(transaction);
}

/** The file with the same content that was taken before, of which something is live. */
export async function findSameFile(
  database: Database,
  source_id: number,
  { kind, sha256 }: Pick<WaitingFile, 'kind' | 'sha256'>,
): Promise<{ upload_id: string; on: string } | null> {
  const found = await sql<{ upload_id: string; on: string }>`
    select f.upload_id, to_char(f.at at time zone 'Asia/Manila', 'FMDD FMMonth YYYY') as on from upload_file f
    where f.sha256 = decode(${sha256}, 'hex') and f.kind = ${kind} and f.source_id = ${source_id} and f.undone_at is null
      and exists (select from upload_part p where p.file_id = f.id and p.ended_at is null)
    order by f.id desc limit 1`.execute(database);
  return found.rows[0] ?? null;
}

/** Whether the live parts of batch `p` are all that it needs. */
export const PARTS_COMPLETE = sql`(
  select bool_or(o.half = 'whole') or (bool_or(o.half = 'header')
    and coalesce(sum(o.row_count) filter (where o.half = 'detail'), 0) >= greatest(coalesce(max(o.announced), 1), 1))
  from upload_part o where o.source_id = p.source_id and o.batch_no = p.batch_no and o.ended_at is null)`;

/** Tells everybody who may accept a batch that a file completes that it waits: those who uploaded none of it. */
export async function tellAccepters(transaction: Database, file_id: string): Promise<void> {
  await sql`
    insert into notification (user_id, kind, upload_file_id)
    select u.id, 'file_to_accept', ${file_id}::bigint from app_user u
    where may_sign_in(u) and ${ACCESS.delete} <= any (
        select e.level from effective_access e where e.user_id = u.id and e.module_name = 'Upload from IS')
      and exists (select from upload_part p where p.file_id = ${file_id}::bigint and p.ended_at is null
        and p.integrated_batch_id is null and ${PARTS_COMPLETE} and not exists (
          select from upload_part o join upload_file f on f.id = o.file_id
          where o.source_id = p.source_id and o.batch_no = p.batch_no and o.ended_at is null and f.user_id = u.id))`.execute(
    transaction,
  );
}

/** Lines that the work on a file holds at once: of its largest batch with what waits of it, or of small ones together. */
export async function linesOfFile(
  database: Database,
  { upload, sender: { source_id } }: { upload: WaitingFile; sender: Sender },
): Promise<number> {
  const at = upload.columns.indexOf('batch_no');
  const found = await sql<{ lines: number }>`
    select coalesce(max(r.lines + coalesce(p.lines, 0)), 0)::int as lines
    from (select coalesce(nullif(cells ->> ${at}::int, ''), ${upload.settings.batch_no}) as batch_no, count(*) as lines
      from upload_row where upload_id = ${upload.id} group by 1) r
    left join (select batch_no, sum(row_count) as lines from upload_part
      where source_id = ${source_id} and ended_at is null and integrated_batch_id is null group by 1) p on p.batch_no = r.batch_no`.execute(
    database,
  );
  return Math.max(found.rows[0]!.lines, Math.min(upload.row_count, LINES_IN_TURN));
}

/** The same of batches that are accepted together. */
export async function linesOfBatches(
  database: Database,
  named: readonly { readonly source: string; readonly batch_no: string }[],
): Promise<number> {
  const found = await sql<{ lines: number; together: number }>`
    select coalesce(max(t.lines), 0)::int as lines, coalesce(sum(t.lines), 0)::int as together from (
      select sum(p.row_count) as lines from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) g (source text, batch_no text)
      join integration_source s on lower(s.source_code) = lower(g.source)
      join upload_part p on p.source_id = s.id and p.batch_no = g.batch_no and p.ended_at is null
      group by s.id, p.batch_no) t`.execute(database);
  const { lines, together } = found.rows[0]!;
  return Math.max(lines, Math.min(together, LINES_IN_TURN));
}

/** The same of what is undone with a file: of its largest batch. */
export async function linesToUndo(database: Database, upload_id: string): Promise<number> {
  const found = await sql<{ lines: number }>`
    select coalesce(max(t.lines), 0)::int as lines from (
      select sum(o.row_count) as lines from upload_file f join upload_part p on p.file_id = f.id and p.ended_at is null
      join upload_part o on o.source_id = p.source_id and o.batch_no = p.batch_no and o.ended_at is null
      where f.upload_id = ${upload_id} group by p.batch_no) t`.execute(database);
  return found.rows[0]!.lines;
}

/** What became of the batches of a file; null where no such file was taken. */
export async function findTaken(
  database: Database,
  upload_id: string,
): Promise<{ kind: UploadKind; rows: number; batches: UploadedBatch[] } | null> {
  const found = await sql<{ kind: UploadKind; rows: number; batches: UploadedBatch[] }>`
    select f.kind, f.row_count as rows, (
      select coalesce(json_agg(json_build_object('batch_no', p.batch_no, 'batch_number', b.batch_number,
        'state', case when b.status = 7 then 'posted' when b.id is not null then 'for_approval'
          when s.posting = 'posts' and ${PARTS_COMPLETE} then 'for_approval' else 'waiting' end) order by p.id), '[]')
      from upload_part p left join batch b on b.integrated_batch_id = p.integrated_batch_id
      where p.file_id = f.id and p.ended_at is null) as batches
    from upload_file f join integration_source s on s.id = f.source_id where f.upload_id = ${upload_id}`.execute(
    database,
  );
  return found.rows[0] ?? null;
}
