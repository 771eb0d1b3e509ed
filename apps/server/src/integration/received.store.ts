import { sql } from 'kysely';
import { REFUSALS_KEPT_DAYS } from '@talaan/contract/integration/integrated.contract';
import type { SendingFault, ReceivedAnswer } from '@talaan/contract/integration/received-batch.contract';
import { readShort, sendWithCommit, type Database } from '../platform/database/database.ts';
import { listOf } from '../platform/database/prepared-statements.ts';
import { instantText } from '../platform/manila-time.ts';
import type { CallingClient, NamedSending, Sender } from './sending.ts';

/** The client of this id, which has the scope; departments that are out of use or no longer of its source are left out. */
export async function findSender(database: Database, client_id: string): Promise<CallingClient> {
  const asked = sql<CallingClient>`
    select c.id as client_id, c.client_name, s.id as source_id, s.source_code, s.status = 1 as source_active, s.posting,
      array(select t.document_type::text from document_type t where source_takes(s, t.document_type)) as takes,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code)), '[]') from department d
        join integration_source_department o on o.source_id = s.id and o.department_id = d.id
        where d.id = any (c.department_ids) and d.dept_status = 1) as departments,
      s.posting = 'posts' and not client_confirmed(c) as waits, c.secret_hash, s.signs_requests = 1 as signs_requests
    from api_client c join integration_source s on s.id = c.source_id where c.client_id = ${client_id}`;
  const [sender] = await readShort(database, asked.compile(database));
  return sender!;
}

/** A batch that was received under a number. */
export interface KnownBatch {
  readonly id: string;
  readonly content_hash: string;
  readonly reply: string | null;
  readonly batch_number: string;
  readonly received_at: string;
  /** When it was rejected or deleted, as people read it, and by whom. */
  readonly ended_on: string | null;
  readonly ended_by: string | null;
  readonly was_posted: boolean;
}

/** What sources sent under these numbers before, the newest of each; null where there is none. */
export async function findKnown(
  database: Database,
  names: readonly { readonly source_id: number; readonly batch_no: string }[],
): Promise<(KnownBatch | null)[]> {
  const found = await sql<KnownBatch & { place: number }>`
    select w.place::int, i.id, encode(i.content_hash, 'hex') as content_hash, i.reply, b.batch_number, i.received_at,
      to_char(i.ended_at at time zone 'Asia/Manila', 'FMDD FMMonth YYYY') as ended_on,
      (select concat_ws(' ', u.user_first_name, u.user_last_name) from app_user u where u.id = i.ended_by) as ended_by,
      exists (select from batch_move m where m.batch_id = b.id and m.status_to = 7) as was_posted
    from rows from (jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as (source_id int, batch_no text)) with ordinality
      w (source_id, batch_no, place)
    cross join lateral (
      select * from integrated_batch where source_id = w.source_id and batch_no = w.batch_no order by id desc limit 1) i
    join batch b on b.integrated_batch_id = i.id`.execute(database);
  const known = new Map(found.rows.map(({ place, ...batch }) => [place, batch]));
  return names.map((_name, at) => known.get(at + 1) ?? null);
}

/**
 * Takes the numbers of their sources for batches, in their order; null for one that a live batch has. Whoever takes one of them at
 * the same moment waits here until this transaction has ended.
 */
export async function takeNumbers(
  transaction: Database,
  sendings: readonly NamedSending[],
): Promise<(string | null)[]> {
  const rows = sendings.map(({ sender, batch: { batch_no, control }, content_hash, department_id }) => ({
    source_id: sender.source_id,
    batch_no,
    content_hash: content_hash.toString('hex'),
    client_id: sender.client_id,
    department_id,
    ...control,
  }));
  const taken = await sql<{ id: string; source_id: number; batch_no: string }>`
    insert into integrated_batch (source_id, batch_no, content_hash, client_id, department_id, documents, lines, debit, credit)
    select g.source_id, g.batch_no, decode(g.content_hash, 'hex'), g.client_id, g.department_id, g.documents, g.lines, g.debit,
      g.credit
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (source_id int, batch_no text, content_hash text,
      client_id int, department_id int, documents int, lines int, debit numeric, credit numeric)) with ordinality
      g (source_id, batch_no, content_hash, client_id, department_id, documents, lines, debit, credit, place)
    order by g.place
    on conflict (source_id, batch_no) where ended_at is null do nothing returning id, source_id, batch_no`.execute(
    transaction,
  );
  const ids = new Map(taken.rows.map(({ id, source_id, batch_no }) => [`${source_id} ${batch_no}`, id]));
  return rows.map(({ source_id, batch_no }) => ids.get(`${source_id} ${batch_no}`) ?? null);
}

/** Keeps which document is which of the source. */
export async function nameDocuments(
  transaction: Database,
  documents: readonly {
    readonly integrated_batch_id: string;
    readonly document_no: string;
    readonly document_id: string;
  }[],
): Promise<void> {
  await sql`
    insert into integrated_document (integrated_batch_id, document_no, document_id)
    select * from unnest(${documents.map((one) => one.integrated_batch_id)}::bigint[],
      ${documents.map((one) => one.document_no)}::text[], ${documents.map((one) => one.document_id)}::bigint[])`.execute(
    transaction,
  );
}

/**
 * Keeps of each batch the first answer, by which a repeated call is answered to the byte. The database makes it together with the
 * commit, after all that it tells of; answers what finds it then by the batch's Record ID.
 */
export function keepAnswers(transaction: Database, ids: readonly string[]): (id: string) => ReceivedAnswer {
  const keep = sql<KeptAnswer>`
    update integrated_batch i set reply = a.reply from (${answersOf(ids)}) a where i.id = a.id returning i.id, i.reply`;
  const rows = sendWithCommit(transaction, keep.compile(transaction));
  return (id) => answerIn(rows().find((row) => row.id === id)!);
}

/** What became of a received batch, as it stands now. */
export async function readAnswer(database: Database, id: string): Promise<ReceivedAnswer> {
  const { rows } = await answersOf([id]).execute(database);
  return answerIn(rows[0]!);
}

interface KeptAnswer {
  readonly id: string;
  readonly reply: string;
}

const answerIn = ({ reply }: Pick<KeptAnswer, 'reply'>) => JSON.parse(reply) as ReceivedAnswer;

/** The answers of batches by their Record IDs, each as the text of its JSON. */
const answersOf = (ids: readonly string[]) => sql<KeptAnswer>`
  select i.id, json_build_object('source', s.source_code, 'batch_no', i.batch_no, 'batch_number', b.batch_number,
    'state', ${RECEIVED_STATE}, 'status', b.status, 'department', d.dept_code, 'document_type', b.document_type,
    'documents', (select json_agg(json_build_object('document_no', n.document_no, 'document_number', o.document_number,
        'journal_entry_id', (select e.id::text from journal_entry e
          where e.document_id = o.id and e.round = b.cycle and e.reverses_id is null)) order by o.header_key)
      from integrated_document n join document o on o.id = n.document_id where n.integrated_batch_id = i.id),
    'lines', i.lines, 'overallDebit', i.debit::text, 'overallCredit', i.credit::text,
    'content_hash', encode(i.content_hash, 'hex'), 'received_at', ${instantText(sql`i.received_at`)})::text as reply
  from integrated_batch i join integration_source s on s.id = i.source_id join department d on d.id = i.department_id
  join batch b on b.integrated_batch_id = i.id where i.id = any (${listOf(ids, 'bigint')})`;

/** The replies of calls by the places of their batches, as the database keeps them. */
export const repliesOf = (ids: readonly string[]) => sql`
  select g.place, jsonb_build_object('data', i.reply::jsonb)
  from unnest(${ids}::bigint[]) with ordinality g (id, place) join integrated_batch i on i.id = g.id`;

/** Where a received batch `b` is, in the words of its source: rejected before it was posted, or deleted after. */
export const RECEIVED_STATE = sql<ReceivedAnswer['state']>`case
  when b.status = 20 and exists (select from batch_move m where m.batch_id = b.id and m.status_to = 7) then 'deleted'
  when b.status = 20 then 'rejected' when b.status = 7 then 'posted' else 'for_approval' end`;

/** Keeps what was refused, and drops what is old. */
export async function noteRefused(
  transaction: Database,
  refused: {
    readonly sender: Sender;
    readonly batch_no: string;
    readonly content_hash: Buffer | null;
    readonly status: number;
    readonly message: string;
    readonly faults: readonly SendingFault[];
  },
): Promise<void> {
  const { sender, batch_no, content_hash, status, message, faults } = refused;
  await sql`delete from integration_refusal where at < now() - make_interval(days => ${REFUSALS_KEPT_DAYS})`.execute(
    transaction,
  );
  await sql`
    insert into integration_refusal (source_id, client_id, batch_no, content_hash, status, message, faults)
    values (${sender.source_id}, ${sender.client_id}, ${batch_no}, ${content_hash}, ${status}, ${message},
      ${JSON.stringify(faults)}::jsonb)`.execute(transaction);
}
