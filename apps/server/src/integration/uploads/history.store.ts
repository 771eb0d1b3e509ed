import { sql } from 'kysely';
import type { UploadedFile, WaitingBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { mayOpen } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { instantText } from '../../platform/manila-time.ts';
import { progressOf } from '../../platform/uploads/upload-progress.ts';
import { OWN_UPLOAD } from './accept-batches.ts';
import { PARTS_COMPLETE, seesWaiting, WAITING_KIND } from './uploads.store.ts';

/** What of a file decides whether it can be undone, and by whom. */
export interface UndoFacts {
  readonly undone: boolean;
  /** Something of it is in the ledger. */
  readonly posted: boolean;
  readonly own: boolean;
  /** The person uploaded a part of a batch that was made of it, in this file or in another one. */
  readonly uploaded_of_it: boolean;
}

/** Why a person may not undo a file; null where he may (decisions §7). */
export function undoRefusal(user: Principal, { undone, posted, own, uploaded_of_it }: UndoFacts): string | null {
  if (undone) return 'It is undone already.';
  if (!posted) {
    return own || mayOpen(user, 'Upload from IS', ACCESS.delete)
      ? null
      : 'Its uploader undoes it, or somebody with Delete on Upload from IS.';
  }
  if (own || uploaded_of_it) return 'It is posted: somebody who uploaded none of it undoes it.';
  return mayOpen(user, 'Upload from IS', ACCESS.delete)
    ? null
    : 'It is posted: undoing it needs Delete on Upload from IS.';
}

type HistoryRow = Omit<UploadedFile, 'undo' | 'done' | 'undone'> &
  UndoFacts & { undone_by: string | null; undone_at: string | null; undone_reason: string };

const NAME = sql`concat_ws(' ', u.user_first_name, u.user_last_name)`;

/** Files that were taken, the last one first, and how many there are. */
export async function listFiles(
  database: Database,
  user: Principal,
  { page, pages }: { page: number; pages: number },
): Promise<{ rows: UploadedFile[]; total: number }> {
  const found = await sql<HistoryRow>`
    select f.id, f.upload_id, f.kind, s.source_code as source, f.file_name, encode(f.sha256, 'hex') as sha256, f.row_count as rows,
      t.batches, ${NAME} as user, f.at, jsonb_array_length(f.corrections) as corrections, t.batch_numbers, t.posted, t.uploaded_of_it,
      f.user_id = ${user.user_id} as own,
      case when f.undone_at is not null or t.batches > 0 and t.live = 0 then 'undone' when t.waiting = 0 then 'accepted'
        when t.unfinished = 0 and s.posting = 'posts' then 'for_approval' else 'waiting' end as state,
      f.undone_at is not null or t.batches > 0 and t.live = 0 as undone,
      coalesce(f.undone_at, t.ended_at) as undone_at, f.undone_reason,
      (select concat_ws(' ', n.user_first_name, n.user_last_name) from app_user n where n.id = coalesce(f.undone_by, t.ended_by)) as undone_by
    from upload_file f join integration_source s on s.id = f.source_id join app_user u on u.id = f.user_id
    cross join lateral (
      select count(distinct p.batch_no)::int as batches, count(*) filter (where p.ended_at is null) as live,
        count(*) filter (where p.ended_at is null and p.integrated_batch_id is null) as waiting,
        count(*) filter (where p.ended_at is null and p.integrated_batch_id is null and not ${PARTS_COMPLETE}) as unfinished,
        coalesce(array_agg(distinct b.batch_number::text) filter (where b.id is not null), '{}') as batch_numbers,
        coalesce(bool_or(b.status = 7), false) as posted, max(p.ended_at) as ended_at, max(p.ended_by) as ended_by,
        coalesce(bool_or(exists (select from upload_part o join upload_file w on w.id = o.file_id
          where o.integrated_batch_id = p.integrated_batch_id and w.user_id = ${user.user_id})), false) as uploaded_of_it
      from upload_part p left join batch b on b.integrated_batch_id = p.integrated_batch_id where p.file_id = f.id) t
    order by f.id desc limit ${pages} offset ${(page - 1) * pages}`.execute(database);
  const total = await sql<{ total: number }>`select count(*)::int as total from upload_file`.execute(database);
  return { rows: found.rows.map((row) => fileOf(user, row)), total: total.rows[0]!.total };
}

function fileOf(user: Principal, row: HistoryRow): UploadedFile {
  const { undone, posted, own, uploaded_of_it, undone_by, undone_at, undone_reason, ...file } = row;
  const message = undoRefusal(user, { undone, posted, own, uploaded_of_it });
  return {
    ...file,
    done: file.rows,
    undone:
      undone && undone_by !== null && undone_at !== null
        ? { user_name: undone_by, at: undone_at, reason: undone_reason }
        : null,
    undo: { allowed: message === null, needs_reason: posted, message },
  };
}

/** Files that somebody is uploading at this moment. */
export async function listUploading(database: Database): Promise<UploadedFile[]> {
  const found = await sql<UploadedFile>`
    select t.id, t.id as upload_id, substr(t.kind, ${WAITING_KIND.length + 1}) as kind, coalesce(t.settings ->> 'source', '') as source,
      t.file_name, encode(t.file_hash, 'hex') as sha256, t.row_count as rows, 0 as done, 0 as batches, ${NAME} as user, t.created_at as at,
      'uploading' as state, 0 as corrections, '{}'::text[] as batch_numbers
    from upload t join app_user u on u.id = t.user_id
    where starts_with(t.kind, ${WAITING_KIND}) order by t.created_at desc`.execute(database);
  return found.rows.flatMap((row) => {
    const working = progressOf(row.id);
    if (working === undefined) return [];
    const undo = { allowed: false, needs_reason: false, message: 'It is still being uploaded.' };
    return [{ ...row, done: working.done, undone: null, undo }];
  });
}

type WaitingRow = Omit<WaitingBatch, 'accept'> & { own: boolean };

/** Batches of files that nobody entered yet and the person sees, the oldest first. */
export async function listWaitingBatches(database: Database, user: Principal): Promise<WaitingBatch[]> {
  const found = await sql<WaitingRow>`
    select s.source_code as source, p.batch_no,
      case when s.posting = 'posts' and bool_and(${PARTS_COMPLETE}) then 'for_approval' else 'waiting' end as state,
      case when bool_and(${PARTS_COMPLETE}) then null when bool_or(p.half = 'header') then 'detail' else 'header' end as misses,
      coalesce(sum(p.row_count) filter (where p.half = 'header'),
        (select count(distinct r.row #>> '{values,document_no}') from upload_part w cross join lateral jsonb_array_elements(w.content) r (row)
          where w.source_id = s.id and w.batch_no = p.batch_no and w.ended_at is null))::int as documents,
      coalesce(sum(p.row_count) filter (where p.half <> 'header'), 0)::int as lines,
      coalesce(sum(p.debit) filter (where p.half <> 'header'), sum(p.debit), 0)::numeric(18, 2)::text as debit,
      coalesce(sum(p.credit) filter (where p.half <> 'header'), 0)::numeric(18, 2)::text as credit,
      json_agg(json_build_object('file_name', f.file_name, 'upload_id', f.upload_id, 'user_name', ${NAME}, 'at', ${instantText(sql`f.at`)}) order by p.id) as files,
      bool_or(f.user_id = ${user.user_id}) as own
    from upload_part p join upload_file f on f.id = p.file_id join app_user u on u.id = f.user_id join integration_source s on s.id = p.source_id
    where p.ended_at is null and p.integrated_batch_id is null and ${seesWaiting(user)}
    group by s.id, s.source_code, s.posting, p.batch_no order by min(p.id)`.execute(database);
  return found.rows.map(({ own, ...batch }) => {
    const message = acceptRefusal(user, batch, own);
    return { ...batch, accept: { allowed: message === null, message } };
  });
}

function acceptRefusal(user: Principal, { state, misses }: Pick<WaitingBatch, 'state' | 'misses'>, own: boolean) {
  if (misses !== null) return `It waits for its ${misses === 'header' ? 'header' : 'details'}.`;
  if (state !== 'for_approval') return 'Its source takes the route of its type.';
  if (own) return OWN_UPLOAD;
  return mayOpen(user, 'Upload from IS', ACCESS.delete) ? null : 'Accepting needs Delete on Upload from IS.';
}
