import type pg from 'pg';
import type { Acknowledged } from './posting-crew.ts';

/** What a crash may break. `number` and `id` name the batches, entries and numbers that are wrong. */
export interface BooksFaults {
  /** Acknowledged saves, numbers, postings and collections that are not there. */
  readonly lost: readonly string[];
  /** Batches that nobody was answered for. */
  readonly doubled: readonly string[];
  /** Batches without their entry, entries without their batch or lines, running sums that differ from the postings. */
  readonly half_posted: readonly string[];
  /** Documents that are in the ledger more than once. */
  readonly posted_twice: readonly string[];
  /** Numbers that were handed out and belong to nothing. */
  readonly unexplained_numbers: readonly string[];
  /** Breaks of the audit chain. */
  readonly audit: readonly string[];
  /** Jobs that a worker holds for longer than a minute. */
  readonly stuck_jobs: readonly string[];
}

export const NO_FAULTS: BooksFaults = {
  lost: [],
  doubled: [],
  half_posted: [],
  posted_twice: [],
  unexplained_numbers: [],
  audit: [],
  stuck_jobs: [],
};

/**
 * Looks for everything that a crash may break, in books in which nothing was entered besides. The connection is the owner's.
 */
export async function checkBooks(owner: pg.ClientBase, acknowledged: Acknowledged): Promise<BooksFaults> {
  const names = async (text: string, values: unknown[] = []) => {
    const { rows } = await owner.query<{ name: string }>(text, values);
    return rows.map((row) => row.name);
  };
  return {
    lost: await names(LOST, [JSON.stringify(acknowledged)]),
    doubled: await names(DOUBLED, [JSON.stringify(acknowledged)]),
    half_posted: await names(HALF_POSTED),
    posted_twice: await names(POSTED_TWICE),
    unexplained_numbers: await names(UNEXPLAINED_NUMBERS),
    audit: await names('select problem as name from verify_audit()'),
    stuck_jobs: await names(STUCK_JOBS),
  };
}

const LOST = `
  select a.document_type || ' batch ' || a.batch_number as name
  from jsonb_to_recordset($1::jsonb -> 'entered') a (document_type text, batch_number text)
  where not exists (select from batch b where (b.document_type, b.batch_number) = (a.document_type, a.batch_number))
  union all
  select a.document_type || ' batch ' || a.batch_number || ' with ' || a.document_number
  from jsonb_to_recordset($1::jsonb -> 'numbered') a (document_type text, batch_number text, document_number text)
  where not exists (
    select from batch b join document d on d.batch_id = b.id
    where (b.document_type, b.batch_number, d.document_number) = (a.document_type, a.batch_number, a.document_number))
  union all
  select 'entry ' || a.entry_id || ' of batch ' || a.batch_number
  from jsonb_to_recordset($1::jsonb -> 'posted') a (entry_id bigint, batch_number text)
  where not exists (
    select from journal_entry e join document d on d.id = e.document_id join batch b on b.id = d.batch_id
    where e.id = a.entry_id and b.batch_number = a.batch_number and b.status = 7)
  union all
  select 'collections of ' || a.invoice
  from jsonb_to_recordset($1::jsonb -> 'collected') a (invoice text, amount numeric)
  group by a.invoice
  having sum(a.amount) > (
    select g.collected_amount from document d join billing g on g.document_id = d.id
    where d.document_type = 'BI' and d.document_number = a.invoice)`;

const DOUBLED = `
  select b.document_type || ' batch ' || b.batch_number as name
  from batch b
  where b.date_encoded > ($1::jsonb ->> 'since')::timestamptz and not exists (
    select from jsonb_to_recordset($1::jsonb -> 'entered') a (document_type text, batch_number text)
    where (b.document_type, b.batch_number) = (a.document_type, a.batch_number))`;

const STUCK_JOBS = `
  select task_identifier || ' of ' || locked_by as name from graphile_worker.jobs
  where locked_at < now() - interval '1 minute'`;

const HALF_POSTED = `
  select 'batch ' || b.batch_number || ' is approved and not in the ledger' as name
  from batch b join document d on d.batch_id = b.id
  where b.status = 7 and not exists (select from journal_entry e where e.document_id = d.id)
  union all
  select 'entry ' || e.id || ' belongs to a batch that is not approved'
  from journal_entry e join document d on d.id = e.document_id join batch b on b.id = d.batch_id where b.status <> 7
  union all
  select 'entry ' || e.id || ' has not its lines'
  from journal_entry e
  where e.line_count <> (select count(*) from posting p where p.entry_id = e.id)
    or e.total is distinct from (select sum(debit) from posting p where p.entry_id = e.id)
    or e.total is distinct from (select sum(credit) from posting p where p.entry_id = e.id)
  union all
  select 'balance of ' || balance || ' ' || account_id || ' in ' || period from verify_balances()`;

const POSTED_TWICE = `
  select 'document ' || document_id as name from journal_entry where reverses_id is null
  group by document_id having count(*) > 1`;

const UNEXPLAINED_NUMBERS = `
  select c.kind || ': ' || c.unexplained as name from number_series_check c where c.unexplained <> 0
  union all
  select f.kind || ' ' || f.number_text || ': ' || f.fate from number_fate f where f.fate <> 'used'
  union all
  select 'batch ' || b.batch_number || ' has a number that was not handed out'
  from batch b where not exists (select from number_issue i where i.batch_id = b.id and i.number_text = b.batch_number)`;
