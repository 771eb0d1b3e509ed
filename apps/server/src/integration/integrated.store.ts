import { sql, type RawBuilder } from 'kysely';
import {
  DOCUMENTS_AT_ONCE,
  type IntegratedDetails,
  type IntegratedRow,
  type RefusedSending,
} from '@talaan/contract/integration/integrated.contract';
import type { Database } from '../platform/database/database.ts';
import { forbidden } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { seesConfidential } from '../batches/record/batch-visibility.ts';
import { RECEIVED_STATE } from './received.store.ts';

/**
 * The condition under which somebody sees a batch `b` here: of his own department, super users of every one (INV-28). Throws
 * 403 where he has none.
 */
export async function ofDepartment(
  database: Database,
  user: Principal,
  narrowed?: number,
): Promise<RawBuilder<unknown>> {
  const asked = narrowed === undefined ? sql`true` : sql`i.department_id = ${narrowed}`;
  const own = await departmentOf(database, user);
  const within = own === 'all' ? sql`true` : sql`i.department_id = ${own}`;
  return sql`exists (select from integrated_batch i where i.id = b.integrated_batch_id and ${within} and ${asked})`;
}

/** The Record ID of the department that somebody sees. Throws 403 where he has none. */
async function departmentOf(database: Database, user: Principal): Promise<number | 'all'> {
  if (user.super_user) return 'all';
  const found = await sql<{ dept_id: number | null }>`select dept_id from app_user where id = ${user.user_id}`.execute(
    database,
  );
  const dept_id = found.rows[0]?.dept_id ?? null;
  if (dept_id === null) throw forbidden('no_department', 'Your user has no department; ask an administrator.');
  return dept_id;
}

/** What was refused of clients who send for the department of who asks, the newest first, and how many there are. */
export async function readRefused(
  database: Database,
  user: Principal,
  { page, pages }: { page: number; pages: number },
): Promise<{ rows: RefusedSending[]; total: number }> {
  const own = await departmentOf(database, user);
  const seen = own === 'all' ? sql`true` : sql`${own} = any (c.department_ids)`;
  const from = sql`from integration_refusal r join api_client c on c.id = r.client_id where ${seen}`;
  const [rows, count] = await Promise.all([
    sql<RefusedSending>`
      select r.id::text, (select s.source_code from integration_source s where s.id = r.source_id) as source, c.client_name as client,
        r.batch_no, r.status, r.message, r.faults, r.at
      ${from} order by r.id desc limit ${pages} offset ${(page - 1) * pages}`.execute(database),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(database),
  ]);
  return { rows: rows.rows, total: count.rows[0]!.total };
}

type OfSource = Pick<IntegratedRow, 'source' | 'batch_no' | 'department' | 'state' | 'received_at'>;

/** What the source says of batches, by their ids. */
export async function readOfSource(database: Database, ids: readonly string[]): Promise<Map<string, OfSource>> {
  const found = await sql<OfSource & { id: string }>`
    select b.id, s.source_code as source, i.batch_no, d.dept_code as department, ${RECEIVED_STATE} as state, i.received_at
    from batch b join integrated_batch i on i.id = b.integrated_batch_id join integration_source s on s.id = i.source_id
    join department d on d.id = i.department_id where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map(({ id, ...row }) => [id, row]));
}

/** What a batch holds, so many documents at once from one place on; null where it is not seen. */
export async function readDetails(
  database: Database,
  user: Principal,
  { batch_number, after, seen }: { batch_number: string; after: number; seen: RawBuilder<unknown> },
): Promise<Omit<IntegratedDetails, 'reversed_on'> | null> {
  const found = await sql<Omit<IntegratedDetails, 'reversed_on' | 'next'>>`
    select b.batch_number, b.document_type, b.status, c.iso_code as currency, s.source_code as source, i.batch_no,
      d.dept_code as department, d.dept_desc as department_name, ${RECEIVED_STATE} as state, i.received_at,
      i.documents as document_count, i.debit::text as "overallDebit", i.credit::text as "overallCredit",
      (select coalesce(json_agg(row_to_json(o) order by o.header_key), '[]') from (
        select n.header_key, t.document_no, n.document_number, n.cheque_number, coalesce(p.payee_desc, '') as payee,
          n.document_date, a.atc_code, round(a.atc_rate, 2)::text as atc_rate, coalesce(n.remarks, '') as remarks,
          (select json_agg(json_build_object('line_no', l.line_no,
              'analysis', coalesce(lp.payee_desc, p.payee_desc, ''), 'department', coalesce(ld.dept_code, ''),
              'branch', coalesce(lb.brnc_code, ''), 'section', coalesce(ls.section_code, ''),
              'account_code', la.acct_code, 'account', la.acct_desc,
              'debit', l.debit_amount::numeric(18, 2)::text, 'credit', l.credit_amount::numeric(18, 2)::text) order by l.line_no)
            from line l join account la on la.id = l.account_id left join payee lp on lp.id = l.payee_id
            left join department ld on ld.id = l.department_id left join branch lb on lb.id = l.branch_id
            left join section ls on ls.id = l.section_id where l.document_id = n.id) as lines
        from document n join integrated_document t on t.document_id = n.id left join payee p on p.id = n.payee_id
        left join alpha_tax_code a on a.id = n.atc_id
        where n.batch_id = b.id and n.header_key >= ${after}
        order by n.header_key limit ${DOCUMENTS_AT_ONCE}) o) as documents
    from batch b join integrated_batch i on i.id = b.integrated_batch_id join integration_source s on s.id = i.source_id
    join department d on d.id = i.department_id join currency c on c.id = b.currency_id
    where b.batch_number = ${batch_number} and ${seen} and ${seesConfidential(user)}`.execute(database);
  const details = found.rows[0];
  if (!details) return null;
  const told = after + details.documents.length;
  return { ...details, next: told < details.document_count ? told : null };
}
