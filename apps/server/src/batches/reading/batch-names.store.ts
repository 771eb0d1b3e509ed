import { sql } from 'kysely';
import type { EntryRecord } from '@talaan/contract/documents/entry-fields';
import type { TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import type { Database } from '../../platform/database/database.ts';
import type { DocumentContent } from '../record/batch-content.ts';
import type { BatchRecord } from '../record/batch-record.ts';

/** A record by its code and its name. */
export interface Named {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** A bank account: its number, the name and the code of its bank, and what stands behind it. */
export interface NamedBank extends Named {
  readonly bank_code: string;
  /** Of an own account its account of the chart, of a payee's the name of its holder. */
  readonly holder: string;
}

/** What a detail shows beside the ids of a batch: names, moves of every round, and the state of each document. */
export interface BatchNames {
  readonly records: NamedRecords;
  /** Contact persons of business partners, by Record ID of their payee. */
  readonly contacts: ReadonlyMap<number, Named>;
  readonly timeline: readonly TimelineMove[];
  readonly documents: ReadonlyMap<string, DocumentState>;
}

/** Records by the name of their resource. Of bank accounts the code is the number, the name that of the bank. */
export type NamedRecords = {
  readonly [To in Exclude<EntryRecord, 'currency'>]: ReadonlyMap<
    number,
    To extends 'bank' | 'payee_bank' ? NamedBank : Named
  >;
};

export interface DocumentState {
  readonly id: string;
  readonly voided_at: string | null;
  readonly voided_by: string | null;
  readonly void_reason: string | null;
  readonly posted_at: string | null;
  readonly reversal_entry_id: string | null;
  readonly reversal_date: string | null;
  readonly or_number: string | null;
  readonly ar_number: string | null;
  readonly receipt_status: number | null;
}

/** Looks up everything that a batch and its earlier versions (`mentioned`) name, in one statement. */
export async function loadBatchNames(
  database: Database,
  batch: BatchRecord,
  mentioned: readonly DocumentContent[],
): Promise<BatchNames> {
  const lines = mentioned.flatMap((document) => document.lines);
  const unique = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);
  const idsOf = (field: LineIds) => unique(lines.map((line) => line[field]));
  const payees = unique([...lines, ...mentioned].map((party) => party.payee_id));
  const taxCodes = unique([...lines, ...mentioned].map((taxed) => taxed.atc_id));
  const found = await sql<NamesRow>`
    select
      (select coalesce(json_agg(json_build_object('id', a.id, 'code', a.acct_code, 'name', a.acct_desc)), '[]')
        from account a where a.id = any (${idsOf('account_id')}::int[])) as account,
      (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.payee_code, 'name', p.payee_desc)), '[]')
        from payee p where p.id = any (${payees}::int[])) as payee,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code, 'name', d.dept_desc)), '[]')
        from department d where d.id = any (${idsOf('department_id')}::int[])) as department,
      (select coalesce(json_agg(json_build_object('id', b.id, 'code', b.brnc_code, 'name', b.brnc_name)), '[]')
        from branch b where b.id = any (${idsOf('branch_id')}::int[])) as branch,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', s.section_code, 'name', s.section_name)), '[]')
        from section s where s.id = any (${idsOf('section_id')}::int[])) as section,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.atc_code, 'name', t.atc_desc)), '[]')
        from alpha_tax_code t where t.id = any (${taxCodes}::int[])) as alpha_tax_code,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', '', 'name', s.billing_service_name)), '[]')
        from billing_service s where s.id = any (${idsOf('billing_service_id')}::int[])) as billing_service,
      (select coalesce(json_agg(json_build_object('id', k.id, 'code', k.account_no, 'name', k.bank_name,
          'bank_code', k.bank_code, 'holder', k.acct_code)), '[]')
        from bank k where k.id = any (${unique(mentioned.map((document) => document.bank_id))}::int[])) as bank,
      (select coalesce(json_agg(json_build_object('id', k.id, 'code', k.account_number, 'name', h.bank_name,
          'bank_code', h.bank_code, 'holder', k.acct_name)), '[]')
        from payee_bank k join bank_header h on h.id = k.bank_id
        where k.id = any (${unique(mentioned.map((document) => document.payee_bank_id))}::int[])) as payee_bank,
      (select coalesce(json_agg(json_build_object('id', p.id, 'code', b.bp_code, 'name', b.contact_person)), '[]')
        from payee p join business_partner b on b.payee_code = p.payee_code
        where p.id = any (${payees}::int[]) and b.contact_person is not null) as contacts,
      (select coalesce(json_agg(json_build_object('cycle', m.cycle, 'action', m.action, 'status_from', m.status_from,
          'status_to', m.status_to, 'user_id', m.user_id,
          'user_name', concat_ws(' ', u.user_first_name, u.user_last_name), 'on_behalf_of', m.on_behalf_of,
          'on_behalf_of_name', concat_ws(' ', o.user_first_name, o.user_last_name), 'level_code', m.level_code,
          'level_name', v.level_name, 'amount', m.amount::text, 'officer_limit', m.officer_limit::text,
          'currency', c.iso_code, 'remarks', coalesce(m.remarks, ''), 'at', m.at,
          'fingerprint', encode(m.fingerprint, 'hex'), 'in_force', m.cycle = ${batch.cycle}) order by m.id), '[]')
        from batch_move m join app_user u on u.id = m.user_id join currency c on c.id = m.currency_id
        left join app_user o on o.id = m.on_behalf_of
        left join approving_level v on v.level_code = m.level_code
        where m.batch_id = ${batch.id}::bigint) as timeline,
      (select coalesce(json_agg(json_build_object('id', d.id::text, 'voided_at', d.voided_at,
          'voided_by', concat_ws(' ', u.user_first_name, u.user_last_name), 'void_reason', d.void_reason,
          'posted_at', e.posted_at, 'reversal_entry_id', r.id::text, 'reversal_date', r.entry_date,
          'or_number', d.or_number, 'ar_number', d.ar_number, 'receipt_status', d.receipt_status)), '[]')
        from document d
        left join app_user u on u.id = d.voided_by
        left join journal_entry e on e.document_id = d.id and e.round = ${batch.cycle} and e.reverses_id is null
        left join journal_entry r on r.reverses_id = e.id
        where d.batch_id = ${batch.id}::bigint) as documents`.execute(database);
  const row = found.rows[0]!;
  return {
    records: {
      account: byId(row.account),
      payee: byId(row.payee),
      department: byId(row.department),
      branch: byId(row.branch),
      section: byId(row.section),
      alpha_tax_code: byId(row.alpha_tax_code),
      billing_service: byId(row.billing_service),
      bank: byId(row.bank),
      payee_bank: byId(row.payee_bank),
    },
    contacts: byId(row.contacts),
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

type LineIds = 'account_id' | 'department_id' | 'branch_id' | 'section_id' | 'billing_service_id';

type NamesRow = { [To in keyof NamedRecords]: (To extends 'bank' | 'payee_bank' ? NamedBank : Named)[] } & {
  contacts: Named[];
  timeline: TimelineMove[];
  documents: DocumentState[];
};

function byId<Found extends Named>(records: readonly Found[]): Map<number, Found> {
  return new Map(records.map((record) => [record.id, record]));
}
