import { sql, type RawBuilder } from 'kysely';
import type {
  AddressHold,
  CertificateRecord,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { quarterDays, type Quarter } from '@talaan/core/calendar/quarter';
import type { WithheldPosting } from '@talaan/core/documents/tax-certificate/certificate-boxes';
import type { CertifiablePosting } from '@talaan/core/documents/tax-certificate/certificate-plan';
import { requireAmount } from '@talaan/core/money/money';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import { requireDatabaseItself } from '../../platform/database/replica.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** What is to be certified: the postings of a batch, or what a quarter withheld of some payees. */
export type CertificateScope =
  | { readonly kind: 'payment'; readonly batch_id: string }
  | ({ readonly kind: 'quarter'; readonly payee_ids: readonly number[] } & Quarter);

/** A posting of tax withheld, by its place in the ledger. */
export interface StoredPosting extends WithheldPosting, CertifiablePosting {
  readonly entry_id: string;
  readonly line_no: number;
  readonly payee_id: number;
  /** It is certified, and was reversed by what no certificate in force has. */
  readonly is_undone: boolean;
}

interface Row {
  readonly entry_id: string;
  readonly line_no: number;
  readonly entry_date: CalendarDate;
  readonly payee_id: number;
  readonly atc_code: string;
  readonly atc_desc: string;
  readonly base: string;
  readonly tax: string;
  readonly certificate_id: string | null;
  readonly is_undone: boolean;
}

/**
 * What there is to certify, in the order of payees and days. What names nobody cannot be certified; what is confidential to whoever
 * asks, and certificates that hold any of it, he neither prints nor sees.
 */
export async function findWithheld(
  database: Database,
  user: Principal,
  scope: CertificateScope,
): Promise<StoredPosting[]> {
  requireDatabaseItself(database, 'What is certified');
  const { rows } = await sql<Row>`
    with hidden as materialized (
      select b.entry_id from confidential_entry b where not ${seesConfidential(user)}
    ), secret as materialized (
      select c.certificate_id from hidden h join tax_certificate_line c on c.entry_id = h.entry_id and c.in_force
    )
    select w.entry_id::text, w.line_no, w.entry_date, w.payee_id, a.atc_code, a.atc_desc, round(coalesce(w.base, 0), 2)::text as base,
      round(w.tax, 2)::text as tax, w.certificate_id::text, w.certificate_id is not null and exists (
        select from journal_entry m where m.reverses_id = w.entry_id
          and not exists (select from tax_certificate_line c where c.entry_id = m.id and c.in_force)) as is_undone
    from (${postingsOf(scope)}) w join alpha_tax_code a on a.id = w.atc_id
    where w.payee_id is not null and w.entry_id not in (select entry_id from hidden)
      and (w.certificate_id is null or w.certificate_id not in (select certificate_id from secret))
    order by w.payee_id, w.entry_date, w.entry_id, w.line_no`.execute(database);
  return rows.map(({ base, tax, entry_date, ...row }) => ({
    ...row,
    entry_date: requireCalendarDate(entry_date),
    base_minor: requireAmount(base),
    tax_minor: requireAmount(tax),
  }));
}

function postingsOf(scope: CertificateScope): RawBuilder<unknown> {
  if (scope.kind === 'payment') {
    return sql`select w.* from document d join journal_entry e on e.document_id = d.id
      cross join lateral (select * from tax_withheld where entry_id = e.id offset 0) w where d.batch_id = ${scope.batch_id}::bigint`;
  }
  const { date_from, date_to } = quarterDays(scope);
  return sql`select * from tax_withheld where entry_date between ${date_from} and ${date_to}
    and payee_id in (select payee_id from payee_in_reports where id = any (${scope.payee_ids}::int[]))`;
}

/** Payees and the company as a certificate of today names them. */
export interface CertificateParties {
  readonly payor: CertificateRecord['payor'];
  readonly signatory: CertificateRecord['signatory'];
  readonly payees: ReadonlyMap<number, CertifiedPayee>;
}
export type CertifiedPayee = CertificateRecord['payee'] & {
  readonly payee_code: string;
  readonly payee_desc: string;
  readonly email_add: string;
  /** Why no mail of the reader goes to the address as it stands; null where it does. */
  readonly address_hold: AddressHold | null;
  /** Of a person whose name is known as one text alone. */
  readonly lacks_name_parts: boolean;
};

/** Reads them by the ids of the payees. Nobody sends to an address that he gave a payee himself. */
export async function readParties(
  database: Database,
  user: Pick<Principal, 'user_id'>,
  payeeIds: readonly number[],
): Promise<CertificateParties> {
  const company = await sql<{ payor: CertificateRecord['payor']; signatory: CertificateRecord['signatory'] }>`
    select json_build_object('tin', coalesce(profile ->> 'tin', ''), 'address', coalesce(profile ->> 'address', ''),
        'name', coalesce(nullif(profile ->> 'legal_name', ''), company_name), 'zip_code', ${zipOf(sql`profile ->> 'zip_code'`)}) as payor,
      json_build_object('name', coalesce(profile ->> 'tax_signatory', ''), 'title', coalesce(profile ->> 'tax_signatory_title', ''),
        'tin', coalesce(profile ->> 'tax_signatory_tin', '')) as signatory
    from company where reporting`.execute(database);
  const { rows } = await sql<CertifiedPayee & { id: number }>`
    select p.id, p.payee_code, p.payee_desc, coalesce(p.tin, '') as tin, coalesce(p.email_add, '') as email_add,
      case when n.is_person and n.last_name <> ''
        then upper(concat_ws(', ', n.last_name, nullif(concat_ws(' ', p.first_name, p.middle_name), ''))) else p.payee_desc end as name,
      n.is_person and n.last_name = '' as lacks_name_parts, coalesce(p.foreign_address, '') as foreign_address, ${zipOf(sql`p.zip_code`)} as zip_code,
      concat_ws(', ', nullif(concat_ws(' ', p.house_unit, p.street), ''), p.barangay, nullif(p.municipality, p.city), p.city, p.region) as address,
      case when h.at > now() - interval '1 day' then 'address_is_new' when h.user_id = ${user.user_id} then 'address_is_own' end as address_hold
    from payee p
    left join lateral (
      select v.at, v.user_id from audit_event v
      where v.table_name = 'payee' and v.row_key = p.id::text and v.action = 'update' and v.after ? 'email_add'
      order by v.id desc limit 1) h on true
    cross join lateral (
      select coalesce(p.business_type in (4, 5), false) as is_person, coalesce(p.last_name, '') as last_name) n
    where p.id = any (${payeeIds}::int[])`.execute(database);
  return {
    payor: company.rows[0]?.payor ?? { tin: '', name: '', address: '', zip_code: '' },
    signatory: company.rows[0]?.signatory ?? { name: '', title: '', tin: '' },
    payees: new Map(rows.map(({ id, ...payee }) => [id, payee])),
  };
}

/** The four digits of a ZIP code; '' for anything else, which the form has no boxes for. */
function zipOf(stored: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(substring(${stored} from '^\\s*(\\d{4})\\s*$'), '')`;
}
