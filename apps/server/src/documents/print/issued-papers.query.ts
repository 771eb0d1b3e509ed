import { sql, type RawBuilder } from 'kysely';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { IssuedPaper, IssuedPapersFilter } from '@talaan/contract/documents/print/issued-papers.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { mayOpen } from '../../access/may-open.ts';
import { paddedBatchNumber } from '../../batches/record/batch-call.ts';
import { seesConfidential, typesWithLevel, visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import { patternOf } from '../../platform/database/search-pattern.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readCode } from './verify-paper.ts';
import { startOfManilaDay } from '../../platform/manila-time.ts';

/**
 * Which papers: conditions on the copies `p` that were counted, and on the moves `m` by which the leaf of a cheque `c` was printed or
 * spoiled; null for none of them. Each is read along an index of its own.
 */
export interface WantedPapers {
  readonly copies: RawBuilder<unknown> | null;
  readonly leaves: RawBuilder<unknown> | null;
}

/** So many of them, the newest first, from an offset on or behind one of them. */
export interface PapersPart {
  readonly limit: number;
  readonly offset?: number;
  readonly behind?: FoundPaper | undefined;
}
/** With the instant as the database has it, by which the next ones are found. */
export type FoundPaper = IssuedPaper & { readonly exactly: string };

/** What of the register a reader may see, under the filters of the list. */
export function papersSeenBy(user: Principal, filter: IssuedPapersFilter): WantedPapers {
  const { kind, way, user_id, date_from, date_to, search = '' } = filter;
  const day = (date: string, from: number) => startOfManilaDay(sql`(${date}::date + ${from}::int)`);
  const common = (row: 'p' | 'm') => [
    ...(user_id === undefined ? [] : [sql`${sql.ref(`${row}.user_id`)} = ${user_id}`]),
    ...(date_from === undefined ? [] : [sql`${sql.ref(`${row}.at`)} >= ${day(date_from, 0)}`]),
    ...(date_to === undefined ? [] : [sql`${sql.ref(`${row}.at`)} < ${day(date_to, 1)}`]),
  ];
  const text = search.trim();
  const copies = [
    sql`(p.document_id is not null and ${isSeen(user, 'p')} or p.payee_id is not null and ${reads(user, 'Billing')}
      or p.certificate_id is not null and ${seesCertificates(user)})`,
    ...common('p'),
    ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
    ...(way === undefined ? [] : [sql`p.way = ${way}`]),
    ...(text === ''
      ? []
      : [
          // Found first, each part by its index: a page of what is rare is not looked for among the newest ones.
          sql`p.id = any (array(
            select h.id from issued_paper h where h.code = ${readCode(text)}
            union select h.id from issued_paper h where h.number_text ilike ${patternOf(text)}
            union select h.id from issued_paper h where h.user_id = any (${peopleNamed(text)})
            union select h.id from issued_paper h where h.document_id = any (${documentsOf(text)})))`,
        ]),
  ];
  const leaves = [
    // A leaf that was spoiled before it was anybody's is of no document.
    sql`(c.document_id is null or ${isSeen(user, 'c')})`,
    ...common('m'),
    ...(way === undefined ? [] : [sql`m.state_to = ${way === 'spoil' ? 'spoiled' : 'printed'}`]),
    ...(text === ''
      ? []
      : [
          sql`m.id = any (array(
            select h.id from cheque_move h where h.user_id = any (${peopleNamed(text)})
            union select h.id from cheque q join cheque_move h on h.cheque_id = q.id where q.cheque_number ilike ${patternOf(text)}
            union select h.id from cheque q join cheque_move h on h.cheque_id = q.id where q.document_id = any (${documentsOf(text)})))`,
        ]),
  ];
  return {
    copies: kind === 'cheque' || way === 'spoil' ? null : sql.join(copies, sql` and `),
    leaves:
      (kind === undefined || kind === 'cheque') && (way === undefined || way === 'print' || way === 'spoil')
        ? sql.join(leaves, sql` and `)
        : null,
  };
}

/** The papers that went to a customer of his own: statements, reminders, and certificates of tax withheld of him. */
export function papersOfPayee(user: Principal, id: number): WantedPapers {
  return {
    copies: sql`(p.payee_id = any (payees_as_one(${id})) and ${reads(user, 'Billing')}
      or p.certificate_id = any (array(select t.id from tax_certificate t where t.payee_id = any (payees_as_one(${id}))))
        and ${seesCertificates(user)})`,
    leaves: null,
  };
}

/** Everybody who made a copy or used a leaf. */
export async function findPrinters(database: Database): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    select u.id, concat_ws(' ', u.user_first_name, u.user_last_name) as name from app_user u
    where exists (select from issued_paper p where p.user_id = u.id)
      or exists (select from cheque_move m where m.user_id = u.id and ${IS_LEAF})
    order by name, u.id`.execute(database);
  return found.rows;
}

export async function countPapers(database: Database, { copies, leaves }: WantedPapers): Promise<number> {
  const count = (rows: RawBuilder<unknown>, where: RawBuilder<unknown> | null) =>
    where === null ? sql`0` : sql`(select count(*) from ${rows} where ${where})`;
  const counted = await sql<{ total: number }>`
    select (${count(COPIES, copies)} + ${count(LEAVES, leaves)})::int as total`.execute(database);
  return counted.rows[0]!.total;
}

export async function findPapers(database: Database, wanted: WantedPapers, part: PapersPart): Promise<FoundPaper[]> {
  const { limit, offset = 0, behind } = part;
  const follows = (row: 'p' | 'm') => {
    if (behind === undefined) return sql`true`;
    const [source, id] = [behind.id[0], behind.id.slice(1)];
    const last = sql`(${behind.exactly}::timestamptz, ${id}::bigint)`;
    return sql`(${sql.ref(`${row}.at`)}, ${sql.ref(`${row}.id`)}) ${source === 'c' && row === 'p' ? sql`<=` : sql`<`} ${last}`;
  };
  const newest = (source: 'p' | 'c', rows: RawBuilder<unknown>, where: RawBuilder<unknown> | null) => {
    const row = source === 'p' ? 'p' : 'm';
    const [at, id] = [sql.ref(`${row}.at`), sql.ref(`${row}.id`)];
    return where === null
      ? []
      : [
          sql`(select ${sql.lit(source)} as source, ${id} as id, ${at} as at from ${rows} where ${where} and ${follows(row)}
            order by ${at} desc, ${id} desc limit ${offset + limit})`,
        ];
  };
  const sources = [...newest('p', COPIES, wanted.copies), ...newest('c', LEAVES, wanted.leaves)];
  if (sources.length === 0) return [];
  const found = await sql<StoredPaper>`
    with part as (
      select * from (${sql.join(sources, sql` union all `)}) l order by at desc, id desc, source limit ${limit} offset ${offset}
    )
    select l.source || l.id as id, l.at, l.at::text as exactly, coalesce(p.kind, 'cheque') as kind, p.copy_no, p.code,
      coalesce(p.way, case m.state_to when 'printed' then 'print' else 'spoil' end) as way,
      case when l.source = 'c' then coalesce(c.cheque_number, '') when t.id is not null then 'Q' || t.quarter || ' ' || t.fiscal_year
        when p.payee_id is not null then p.from_date || ' to ' || p.as_of else p.number_text end as number,
      coalesce(y.payee_desc, '') as payee_desc, concat_ws(' ', u.user_first_name, u.user_last_name) as user_name,
      b.document_type, b.batch_number,
      case when n.id is not null then json_build_object('id', n.id, 'layout_name', w.layout_name, 'layout_version', n.layout_version,
        'printer_name', n.printer_name) end as run,
      case
        when m.state_to = 'spoiled' or d.voided_at is not null or b.deleted_at is not null or b.status = ${sql.lit(STATUS.ARCHIVED)} then 'void'
        when not t.in_force then case when t.replaced_by is null then 'withdrawn' else 'replaced' end
        when exists (
          select from tax_certificate_line x join journal_entry r on r.reverses_id = x.entry_id
          where x.certificate_id = t.id and not exists (
            select from tax_certificate_line o where o.entry_id = r.id and o.in_force)) then 'changed'
        when p.document_id is not null and p.number_text <> ''
          and p.number_text not in (coalesce(d.document_number, ''), coalesce(d.or_number, ''), coalesce(d.ar_number, '')) then 'replaced'
        when p.document_id is not null and b.status < ${sql.lit(STATUS.APPROVED)} then 'pending'
        else 'stands' end as state
    from part l
    left join issued_paper p on l.source = 'p' and p.id = l.id
    left join cheque_move m on l.source = 'c' and m.id = l.id
    left join cheque c on c.id = m.cheque_id
    left join cheque_run_leaf f on f.cheque_id = c.id
    left join cheque_run n on n.id = f.run_id
    left join cheque_layout w on w.id = n.layout_id
    left join tax_certificate t on t.id = p.certificate_id
    left join document d on d.id = coalesce(p.document_id, c.document_id)
    left join batch b on b.id = d.batch_id
    left join app_user u on u.id = coalesce(p.user_id, m.user_id)
    left join payee y on y.id = coalesce(p.payee_id, t.payee_id, d.payee_id)
    order by l.at desc, l.id desc, l.source`.execute(database);
  return found.rows.map(({ document_type, batch_number, ...row }) => ({
    ...row,
    document: document_type === null ? null : { document_type, batch_number: batch_number! },
  }));
}

type StoredPaper = Omit<FoundPaper, 'document'> & { document_type: string | null; batch_number: string | null };

const COPIES = sql`issued_paper p`;
const IS_LEAF = sql`m.state_to in ('printed', 'spoiled')`;
const LEAVES = sql`(select * from cheque_move m where ${IS_LEAF}) m join cheque c on c.id = m.cheque_id`;

/**
 * Whether the document of a copy or a cheque is one that the reader sees (`visibleBatches`). Who sees every type is asked for the few
 * that are hidden from him, so that a million papers are counted without their documents.
 */
function isSeen(user: Principal, row: 'p' | 'c'): RawBuilder<unknown> {
  const id = sql.ref(`${row}.document_id`);
  if (typesWithLevel(user, ALL_DOCUMENT_TYPES, ACCESS.select).length < ALL_DOCUMENT_TYPES.length)
    return sql`exists (select from document d join batch b on b.id = d.batch_id where d.id = ${id} and ${visibleBatches(user, ALL_DOCUMENT_TYPES)})`;
  const documentsOfBatches = (where: RawBuilder<unknown>) =>
    sql`select d.id from batch b join document d on d.batch_id = b.id where ${where}`;
  return sql`${id} not in (${documentsOfBatches(sql`b.deleted_at is not null`)}
    union all ${documentsOfBatches(sql`b.is_confidential = 1 and not ${seesConfidential(user)}`)})`;
}

const reads = (user: Principal, module: ModuleName): RawBuilder<unknown> => sql.lit(mayOpen(user, module));

/** Of a copy `p` of a certificate: whoever has the list of them sees it, unless it certifies what is confidential to him. */
const seesCertificates = (user: Principal): RawBuilder<unknown> => sql`${reads(user, 'BIR Form 2307')} and not exists (
  select from tax_certificate_line x join confidential_entry b on b.entry_id = x.entry_id
  where x.certificate_id = p.certificate_id and not ${seesConfidential(user)})`;

/** The ids of the people whose names hold a text. */
const peopleNamed = (text: string): RawBuilder<unknown> => sql`array(
  select u.id from app_user u where concat_ws(' ', u.user_first_name, u.user_last_name) ilike ${patternOf(text)})`;

/** The ids of the documents of the batches with a number, which is typed with or without its zeros. */
const documentsOf = (text: string): RawBuilder<unknown> => sql`array(
  select o.id from batch n join document o on o.batch_id = n.id where n.batch_number in (${text}, ${paddedBatchNumber(text)}))`;
