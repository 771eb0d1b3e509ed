import { sql } from 'kysely';
import { recordsNamed } from '@talaan/contract/documents/declared-field';
import { partsOf } from '@talaan/contract/documents/document-parts';
import { DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import type { TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import type { Database } from '../../platform/database/database.ts';
import { listOf } from '../../platform/database/prepared-statements.ts';
import type { DocumentContent } from '../record/batch-content.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { byBatch, LAST_MAIL_STATE } from '../record/batch-rows.ts';
import { recordTexts, recordTextsOf, type RecordTextRow, type RecordTexts } from './record-texts.store.ts';

/** What a detail shows beside the ids of a batch: names, moves of every round, and the state of each document. */
export interface BatchNames {
  readonly records: RecordTexts;
  /** Contact persons of business partners, by Record ID of their payee. */
  readonly contacts: ReadonlyMap<number, string>;
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
  readonly or_number: string | null;
  readonly ar_number: string | null;
  readonly receipt_status: number | null;
  readonly mail_state: MailState | null;
  /** The number of the purchase order that it takes from. */
  readonly purchase_order: string | null;
}

/** A batch, its documents and those of its earlier versions. */
export interface NamingBatch {
  readonly batch: BatchRecord;
  readonly mentioned: readonly DocumentContent[];
}

/** Looks up everything that batches and their earlier versions name, in one statement; in the order of the batches. */
export async function loadBatchNames(database: Database, naming: readonly NamingBatch[]): Promise<BatchNames[]> {
  const all = naming.flatMap(({ mentioned }) => mentioned);
  const parts = naming.flatMap(({ batch, mentioned }) =>
    partsOf(batch.document_type).map(
      ({ name, fields }) => [fields, mentioned.flatMap((document) => document.parts[name] ?? [])] as const,
    ),
  );
  const named = recordsNamed(
    [[DOCUMENT_FIELDS, all], [LINE_FIELDS, all.flatMap((document) => document.lines)], ...parts],
    'stored',
  );
  const ids = naming.map(({ batch }) => batch.id);
  const cycles = naming.map(({ batch }) => batch.cycle);
  const found = await sql<NamesRow>`
    with w as (select * from unnest(${listOf(ids, 'bigint')}, ${listOf(cycles, 'int')}) as w (id, cycle))
    select ${recordTexts(named)} as records,
      (select coalesce(json_agg(json_build_object('payee_id', p.id, 'contact_person', b.contact_person)), '[]')
        from payee p join business_partner b on b.payee_code = p.payee_code
        where p.id = any (${listOf(named.ids('payee'), 'int')}) and b.contact_person is not null) as contacts,
      (select coalesce(json_agg(json_build_object('batch_id', w.id::text, 'cycle', m.cycle, 'action', m.action, 'status_from', m.status_from,
          'status_to', m.status_to, 'user_id', m.user_id,
          'user_name', concat_ws(' ', u.user_first_name, u.user_last_name), 'on_behalf_of', m.on_behalf_of,
          'on_behalf_of_name', concat_ws(' ', o.user_first_name, o.user_last_name), 'level_code', m.level_code,
          'level_name', v.level_name, 'amount', m.amount::text, 'officer_limit', m.officer_limit::text,
          'currency', c.iso_code, 'remarks', coalesce(m.remarks, ''), 'at', m.at,
          'fingerprint', encode(m.fingerprint, 'hex'), 'in_force', m.cycle = w.cycle) order by m.id), '[]')
        from w join batch_move m on m.batch_id = w.id join app_user u on u.id = m.user_id join currency c on c.id = m.currency_id
        left join app_user o on o.id = m.on_behalf_of
        left join approving_level v on v.level_code = m.level_code) as timeline,
      (select coalesce(json_agg(json_build_object('batch_id', w.id::text, 'id', d.id::text, 'voided_at', d.voided_at,
          'voided_by', concat_ws(' ', u.user_first_name, u.user_last_name), 'void_reason', d.void_reason,
          'posted_at', e.posted_at, 'reversal_entry_id', r.id::text, 'reversal_date', r.entry_date,
          'or_number', d.or_number, 'ar_number', d.ar_number, 'receipt_status', d.receipt_status, 'mail_state', ${LAST_MAIL_STATE},
          'purchase_order', (select o.batch_number from document p join batch o on o.id = p.batch_id where p.id = d.purchase_order_id))), '[]')
        from w join document d on d.batch_id = w.id
        left join app_user u on u.id = d.voided_by
        left join journal_entry e on e.document_id = d.id and e.round = w.cycle and e.reverses_id is null
        left join journal_entry r on r.reverses_id = e.id) as documents`.execute(database);
  const row = found.rows[0]!;
  const records = recordTextsOf(row.records);
  const contacts = new Map(row.contacts.map(({ payee_id, contact_person }) => [payee_id, contact_person]));
  const timelines = byBatch(row.timeline);
  const documents = byBatch(row.documents);
  return naming.map(({ batch: { id } }) => ({
    records,
    contacts,
    timeline: (timelines.get(id) ?? []).map((move) => ({
      ...move,
      on_behalf_of_name: move.on_behalf_of === null ? null : move.on_behalf_of_name,
    })),
    documents: new Map(
      (documents.get(id) ?? []).map((state) => [
        state.id,
        { ...state, voided_by: state.voided_at === null ? null : state.voided_by },
      ]),
    ),
  }));
}

interface NamesRow {
  records: RecordTextRow[];
  contacts: { payee_id: number; contact_person: string }[];
  timeline: (TimelineMove & { batch_id: string })[];
  documents: (DocumentState & { batch_id: string })[];
}
