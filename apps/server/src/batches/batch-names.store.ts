import { sql } from 'kysely';
import type { TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import type { Database } from '../platform/database.ts';
import type { BatchRecord } from './batch-record.ts';

/** A record by its code and its name. */
export interface Named {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** What a detail shows beside the ids of a batch: names, moves of every round, and the state of each document. */
export interface BatchNames {
  readonly accounts: ReadonlyMap<number, Named>;
  readonly payees: ReadonlyMap<number, Named>;
  readonly departments: ReadonlyMap<number, Named>;
  readonly branches: ReadonlyMap<number, Named>;
  readonly sections: ReadonlyMap<number, Named>;
  readonly tax_codes: ReadonlyMap<number, Named>;
  readonly timeline: readonly TimelineMove[];
  readonly documents: ReadonlyMap<string, DocumentState>;
}

export interface DocumentState {
  readonly id: string;
  readonly voided_at: string | null;
  readonly voided_by: string | null;
  readonly void_reason: string | null;
  readonly posted_at: string | null;
  readonly reversal_entry_id: string | null;
  readonly reversal_date: string | null;
}

/** Looks up everything that a batch and its earlier versions name, in one statement. */
export async function loadBatchNames(
  database: Database,
  batch: BatchRecord,
  mentioned: { readonly lines: readonly Pick<BatchRecord['documents'][number]['lines'][number], LineIds>[] },
): Promise<BatchNames> {
  const idsOf = (field: LineIds) =>
    [...new Set(mentioned.lines.map((line) => line[field]))].filter((id) => id !== null);
  const payees = [...new Set([...idsOf('payee_id'), ...batch.documents.map((document) => document.payee_id)])].filter(
    (id) => id !== null,
  );
  const found = await sql<NamesRow>`
    select
      (select coalesce(json_agg(json_build_object('id', a.id, 'code', a.acct_code, 'name', a.acct_desc)), '[]')
        from account a where a.id = any (${idsOf('account_id')}::int[])) as accounts,
      (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.payee_code, 'name', p.payee_desc)), '[]')
        from payee p where p.id = any (${payees}::int[])) as payees,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code, 'name', d.dept_desc)), '[]')
        from department d where d.id = any (${idsOf('department_id')}::int[])) as departments,
      (select coalesce(json_agg(json_build_object('id', b.id, 'code', b.brnc_code, 'name', b.brnc_name)), '[]')
        from branch b where b.id = any (${idsOf('branch_id')}::int[])) as branches,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', s.section_code, 'name', s.section_name)), '[]')
        from section s where s.id = any (${idsOf('section_id')}::int[])) as sections,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.atc_code, 'name', t.atc_desc)), '[]')
        from alpha_tax_code t where t.id = any (${idsOf('atc_id')}::int[])) as tax_codes,
      (select coalesce(json_agg(json_build_object('cycle', m.cycle, 'action', m.action, 'status_from', m.status_from,
          'status_to', m.status_to, 'user_id', m.user_id,
          'user_name', concat_ws(' ', u.user_first_name, u.user_last_name), 'on_behalf_of', m.on_behalf_of,
          'on_behalf_of_name', concat_ws(' ', o.user_first_name, o.user_last_name), 'level_code', m.level_code,
          'level_name', v.level_name, 'amount', m.amount::text, 'officer_limit', m.officer_limit::text,
          'remarks', coalesce(m.remarks, ''), 'at', m.at, 'in_force', m.cycle = ${batch.cycle}) order by m.id), '[]')
        from batch_move m join app_user u on u.id = m.user_id
        left join app_user o on o.id = m.on_behalf_of
        left join approving_level v on v.level_code = m.level_code
        where m.batch_id = ${batch.id}::bigint) as timeline,
      (select coalesce(json_agg(json_build_object('id', d.id::text, 'voided_at', d.voided_at,
          'voided_by', concat_ws(' ', u.user_first_name, u.user_last_name), 'void_reason', d.void_reason,
          'posted_at', e.posted_at, 'reversal_entry_id', r.id::text, 'reversal_date', r.entry_date)), '[]')
        from document d
        left join app_user u on u.id = d.voided_by
        left join journal_entry e on e.document_id = d.id and e.round = ${batch.cycle} and e.reverses_id is null
        left join journal_entry r on r.reverses_id = e.id
        where d.batch_id = ${batch.id}::bigint) as documents`.execute(database);
  const row = found.rows[0]!;
  return {
    accounts: byId(row.accounts),
    payees: byId(row.payees),
    departments: byId(row.departments),
    branches: byId(row.branches),
    sections: byId(row.sections),
    tax_codes: byId(row.tax_codes),
    timeline: row.timeline.map((move) => ({
      ...move,
      on_behalf_of_name: move.on_behalf_of === null ? null : move.on_behalf_of_name,
    })),
    documents: new Map(
      row.documents.map((state) => [
        state.id,
        { ...state, voided_by: state.voided_at === null ? null : state.voided_by },
      ]),
    ),
  };
}

type LineIds = 'account_id' | 'payee_id' | 'department_id' | 'branch_id' | 'section_id' | 'atc_id';

interface NamesRow {
  accounts: Named[];
  payees: Named[];
  departments: Named[];
  branches: Named[];
  sections: Named[];
  tax_codes: Named[];
  timeline: TimelineMove[];
  documents: DocumentState[];
}

function byId(records: readonly Named[]): Map<number, Named> {
  return new Map(records.map((record) => [record.id, record]));
}
