import { sql } from 'kysely';
import type {
  UploadAction,
  UploadCounts,
  UploadFault,
  UploadRow,
  Verdict,
} from '@talaan/contract/uploads/upload.contract';
import { VERDICTS } from '@talaan/contract/uploads/upload.contract';
import type { Database } from '../database/database.ts';
import { conflict, notFound } from '../http/problem.ts';

/** Rows that wait for acceptance, with what is known about them (decisions of the step: nothing of them is in the books). */
export interface Upload {
  readonly id: string;
  readonly user_id: number;
  /** Name of the resource or document whose rows they are. */
  readonly kind: string;
  readonly action: UploadAction;
  readonly file_name: string | null;
  readonly format: 'csv' | 'xlsx' | null;
  readonly state: 'reading' | 'read' | 'checking' | 'checked' | 'stored';
  readonly header: readonly string[];
  /** The field of each column; null before anybody chose. */
  readonly columns: readonly (string | null)[] | null;
  readonly row_count: number;
  /** The note of what an undo takes back; null for the others. */
  readonly undoes: string | null;
}

/** A row as it waits: `record_id` names the record where it is known beforehand. */
export interface WaitingRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly record_id?: number | null;
}

/** What a check found out about a row. */
export interface JudgedVerdict {
  readonly row: number;
  readonly verdict: Verdict;
  readonly record_id: number | null;
  /** Texts of the stored record by number of the column, where the row changes them. */
  readonly before: Readonly<Record<string, string>>;
  readonly faults: readonly UploadFault[];
}

/** Starts an upload under the name that the caller chose. Throws 409 when that name is taken. */
export async function createUpload(
  db: Database,
  facts: Pick<Upload, 'id' | 'user_id' | 'kind' | 'action' | 'file_name' | 'format' | 'header'> & {
    file_hash?: Buffer;
    columns?: readonly (string | null)[];
    undoes?: string;
  },
): Promise<void> {
  const made =
    await sql`insert into upload (id, user_id, kind, action, file_name, format, file_hash, header, columns, undoes)
    values (${facts.id}, ${facts.user_id}, ${facts.kind}, ${facts.action}, ${facts.file_name}, ${facts.format},
      ${facts.file_hash ?? null}, ${JSON.stringify(facts.header)},
      ${facts.columns ? JSON.stringify(facts.columns) : null}, ${facts.undoes ?? null})
    on conflict do nothing`.execute(db);
  if (made.numAffectedRows === 0n) throw conflict('upload_exists', 'This upload has begun already.');
}

/** Adds rows to an upload that is being read. Throws 409 when it was cancelled meanwhile. */
export async function addWaitingRows(db: Database, id: string, rows: readonly WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const added = await sql`insert into upload_row (upload_id, row_no, cells, record_id)
    select u.id, r.row, r.cells, r.record_id
    from upload u, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row int, cells jsonb, record_id int)
    where u.id = ${id}`.execute(db);
  if (added.numAffectedRows === 0n) throw cancelled();
}

/** Every row came. */
export async function endReading(db: Database, id: string, rows: number): Promise<void> {
  await changeUpload(db, id, sql`state = 'read', row_count = ${rows}`);
}

/** Keeps the field of each column, and that the rows are being checked by it. */
export async function beginChecking(db: Database, id: string, columns: readonly (string | null)[]): Promise<void> {
  await changeUpload(db, id, sql`state = 'checking', columns = ${JSON.stringify(columns)}`);
}

export async function endChecking(db: Database, id: string): Promise<void> {
  await changeUpload(db, id, sql`state = 'checked'`);
}

/** The accepted rows are gone; the refused ones stay, so that they can be corrected. */
export async function endStoring(db: Database, id: string): Promise<void> {
  await changeUpload(db, id, sql`state = 'stored'`);
}

async function changeUpload(db: Database, id: string, settings: ReturnType<typeof sql>): Promise<void> {
  const changed = await sql`update upload set ${settings} where id = ${id}`.execute(db);
  if (changed.numAffectedRows === 0n) throw cancelled();
}

/** The upload of that name, kind and owner. Throws 404 for everybody else. */
export async function findUpload(
  db: Database,
  { id, user_id, kind }: Pick<Upload, 'id' | 'user_id' | 'kind'>,
): Promise<Upload> {
  const found =
    await sql<Upload>`select id, user_id, kind, action, file_name, format, state, header, columns, row_count,
      undoes::text
    from upload where id = ${id} and user_id = ${user_id} and kind = ${kind}`.execute(db);
  if (!found.rows[0]) throw notFound('There is no such upload. It may have been cancelled, or be older than a day.');
  return found.rows[0];
}

/** The next rows after a row number, in the order of the file. */
export async function nextWaitingRows(
  db: Database,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingRow[]> {
  const found = await sql<WaitingRow>`select row_no as row, cells, record_id from upload_row
    where upload_id = ${id} and row_no > ${after} order by row_no limit ${limit}`.execute(db);
  return found.rows;
}

/** The rows of those numbers, in the order given: each by its key, for a file just read is not known to be large. */
export async function waitingRowsOf(db: Database, id: string, rows: readonly number[]): Promise<WaitingRow[]> {
  const found = await sql<WaitingRow>`select r.row_no as row, r.cells, r.record_id
    from unnest(${rows}::int[]) with ordinality as wanted (row_no, place)
    cross join lateral (select * from upload_row where upload_id = ${id} and row_no = wanted.row_no offset 0) r
    order by wanted.place`.execute(db);
  return found.rows;
}

/** Row numbers of an upload with the texts of two columns, in the order of the file. */
export async function cellPairs(
  db: Database,
  id: string,
  [first, second]: readonly [number, number],
): Promise<{ row: number; first: string; second: string }[]> {
  const found = await sql<{ row: number; first: string; second: string }>`select row_no as row,
      coalesce(cells ->> ${first}::int, '') as first, coalesce(cells ->> ${second}::int, '') as second
    from upload_row where upload_id = ${id} order by row_no`.execute(db);
  return found.rows;
}

/** Keeps what a check found out. Throws 409 when the upload was cancelled meanwhile. */
export async function keepVerdicts(db: Database, id: string, verdicts: readonly JudgedVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  // The numbers by themselves, because they find the rows by index whatever the planner knows of the table.
  const numbers = verdicts.map(({ row }) => row);
  const kept = await sql`update upload_row u
    set verdict = r.verdict, record_id = r.record_id, before = r.before, faults = r.faults
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb)
      as r (row int, verdict text, record_id int, before jsonb, faults jsonb)
    where u.upload_id = ${id} and u.row_no = any(${numbers}::int[]) and u.row_no = r.row`.execute(db);
  if (kept.numAffectedRows === 0n) throw cancelled();
}

/** Rows of an upload by verdict. */
export async function countVerdicts(db: Database, id: string): Promise<UploadCounts> {
  const found = await sql<{ verdict: Verdict; rows: number }>`select verdict, count(*)::int as rows from upload_row
    where upload_id = ${id} and verdict is not null group by verdict`.execute(db);
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as UploadCounts;
  for (const { verdict, rows } of found.rows) counts[verdict] = rows;
  return counts;
}

/** One page of rows, of one verdict or of all, with the number of all such rows. */
export async function pageOfRows(
  db: Database,
  id: string,
  { verdict, from, count }: { verdict?: Verdict | undefined; from: number; count: number },
): Promise<{ rows: UploadRow[]; total: number }> {
  const wanted = sql`upload_id = ${id} ${verdict ? sql`and verdict = ${verdict}` : sql``}`;
  const [page, total] = await Promise.all([
    sql<UploadRow>`select row_no as row, record_id, verdict, cells, coalesce(before, '{}') as before,
        coalesce(faults, '[]') as faults
      from upload_row where ${wanted} order by row_no limit ${count} offset ${from}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from upload_row where ${wanted}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]!.total };
}

/** Takes rows away that were accepted. */
export async function removeRows(db: Database, id: string, rows: readonly number[]): Promise<void> {
  await sql`delete from upload_row where upload_id = ${id} and row_no = any(${rows}::int[])`.execute(db);
}

/** Cancels an upload: its rows go with it. */
export async function removeUpload(db: Database, id: string): Promise<void> {
  await sql`delete from upload where id = ${id}`.execute(db);
}

/** Removes what nobody accepted or cancelled within a day. */
export async function removeOldUploads(db: Database): Promise<void> {
  await sql`delete from upload where created_at < now() - interval '1 day'`.execute(db);
}

/** Which field the user chose for a heading before, by heading; null in it for a column that was not taken. */
export async function readColumnChoice(
  db: Database,
  { user_id, kind }: Pick<Upload, 'user_id' | 'kind'>,
): Promise<Record<string, string | null>> {
  const found = await sql<{ choices: Record<string, string | null> }>`select choices from column_choice
    where user_id = ${user_id} and kind = ${kind}`.execute(db);
  return found.rows[0]?.choices ?? {};
}

/** Remembers the choice for the headings of a file, beside that for other headings. */
export async function rememberColumnChoice(
  db: Database,
  { user_id, kind }: Pick<Upload, 'user_id' | 'kind'>,
  choices: Readonly<Record<string, string | null>>,
): Promise<void> {
  await sql`insert into column_choice as c (user_id, kind, choices) values (${user_id}, ${kind}, ${JSON.stringify(choices)})
    on conflict (user_id, kind) do update set choices = c.choices || excluded.choices
    where c.choices is distinct from c.choices || excluded.choices`.execute(db);
}

const cancelled = () => conflict('upload_cancelled', 'This upload was cancelled. Nothing of it is stored.');
