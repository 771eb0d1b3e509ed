import { sql } from 'kysely';
import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES, billsCustomers } from '@talaan/core/documents/document-type';
import { NAMED_KINDS, type NamedKind, type TemplateChoices } from '@talaan/core/documents/regular/entry-of-template';
import type { PostedLine } from '@talaan/core/documents/regular/last-amounts';
import type { RegularTemplate, TemplateLine } from '@talaan/core/documents/regular/regular-template';
import { parseAmount } from '@talaan/core/money/money';
import { parsePercentage, type Percentage } from '@talaan/core/money/rate';
import { rateOn, type DatedRates, type VatType } from '@talaan/core/money/withholding';
import { seesConfidential, visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** A template with what its payee says where it says nothing itself. */
export interface StoredTemplate extends RegularTemplate {
  readonly id: number;
  readonly row_version: number;
  readonly txn_type: string;
  readonly adjusting: boolean;
  readonly is_or_ar: number | null;
  readonly remarks: string | null;
  readonly status: 1 | 0;
  readonly payee_desc: string | null;
  readonly payee_vat: VatType | null;
  readonly payee_atc_id: number | null;
  /** The account of the payee that is open today, where he has one only. */
  readonly payee_bank_id: number | null;
}

type StoredLine = Omit<TemplateLine, 'amount_minor'> & { readonly amount: string };
type TemplateRow = Omit<StoredTemplate, 'lines'> & { readonly lines: readonly StoredLine[] };

/** The templates of those ids, or with null all in use that have a schedule, by their titles; at most as many as a run makes. */
export async function readTemplates(
  db: Database,
  ids: readonly number[] | null,
  most: number,
): Promise<StoredTemplate[]> {
  const found = await sql<TemplateRow>`
    select t.id, t.row_version, t.txn_type, t.document_type, t.adjusting, t.payee_id, t.currency_id, t.bank_id, t.is_or_ar,
      t.remarks, t.status, t.vat, t.atc_id, t.schedule, t.first_period, t.last_period, t.day,
      p.payee_desc, p.vat as payee_vat, c.id as payee_atc_id,
      (select case when count(*) = 1 then min(k.id) end from payee_bank k where k.payee_id = t.payee_id
        and coalesce(k.start_date, manila_today()) <= manila_today() and coalesce(k.end_date, manila_today()) >= manila_today())
        as payee_bank_id,
      (select json_agg(json_build_object('section_no', s.section_no, 'section_name', s.section_name) order by s.section_no)
        from regular_section s where s.regular_transaction_id = t.id) as sections,
      (select coalesce(json_agg(json_build_object('id', l.id, 'section_no', l.section_no, 'account_id', l.account_id,
          'payee_id', l.payee_id, 'branch_id', l.branch_id, 'department_id', l.department_id, 'section_id', l.section_id,
          'billing_service_id', l.billing_service_id, 'atc_id', l.atc_id, 'amount_mode', l.amount_mode, 'side', l.side,
          'part', l.part, 'amount', (l.debit_amount + l.credit_amount)::text, 'remarks', l.remarks) order by l.id), '[]')
        from regular_line l where l.regular_transaction_id = t.id) as lines
    from regular_transaction t
    left join payee p on p.id = t.payee_id
    left join alpha_tax_code c on c.atc_code = p.atc_code
    where ${ids === null ? sql`t.schedule <> 'none' and t.status = 1` : sql`t.id = any (${ids}::int[])`}
    order by t.txn_type, t.id limit ${most}`.execute(db);
  return found.rows.map(({ lines, ...template }) => ({
    ...template,
    lines: lines.map(({ amount, ...line }) => ({ ...line, amount_minor: parseAmount(amount)! })),
  }));
}

/** What stands of a template in a period: number and amount where the user may see them, else null. One that bills makes one for each customer. */
export async function readMade(
  db: Database,
  user: Principal,
  templates: readonly StoredTemplate[],
  period: number,
): Promise<Map<number, NonNullable<RunRow['made']>>> {
  const ids = templates.flatMap(({ id, document_type }) => (billsCustomers(document_type) ? [] : [id]));
  const found = await sql<NonNullable<RunRow['made']> & { regular_trx: number }>`
    select b.regular_trx, v.batch_number, v.total_amount as amount
    from batch b
    left join lateral (select b.batch_number, b.total_amount where ${visibleBatches(user, ALL_DOCUMENT_TYPES)}) v on true
    where b.regular_trx = any (${ids}::int[]) and b.regular_period = ${period} and b.deleted_at is null
      and b.status <> ${STATUS.ARCHIVED}`.execute(db);
  return new Map(found.rows.map(({ regular_trx, ...made }) => [regular_trx, made]));
}

/** What a template made last: its lines, and the VAT type that they were made with. */
export interface LastMade {
  readonly vat: VatType;
  readonly lines: readonly PostedLine[];
}

type LastLine = Omit<PostedLine, 'debit_minor' | 'credit_minor'> & { readonly debit: string; readonly credit: string };

/**
 * The last posted, not void batch of each template from before a period, which the user may see: what is confidential
 * proposes its amounts to nobody else. Of one that bills, that of each customer, with VAT as its lines have it.
 */
export async function readLastMade(
  db: Database,
  user: Principal,
  templates: readonly StoredTemplate[],
  period: number,
): Promise<Map<number, LastMade>> {
  const [billing, others] = [true, false].map((bills) =>
    templates.flatMap(({ id, document_type }) => (billsCustomers(document_type) === bills ? [id] : [])),
  );
  const before = sql`b.status = ${STATUS.APPROVED}
    and coalesce(b.regular_period, to_char(b.document_date, 'YYYYMM')::int) < ${period}
    and ${seesConfidential(user)} and ${visibleBatches(user, ALL_DOCUMENT_TYPES)}`;
  const found = await sql<{ regular_trx: number; vat: VatType | null; lines: LastLine[] }>`
    select g.id as regular_trx, last.vat, last.lines
    from unnest(${others}::int[]) g (id)
    cross join lateral (
      select d.vat, (
        select coalesce(json_agg(json_build_object('account_id', l.account_id, 'payee_id', l.payee_id,
          'branch_id', l.branch_id, 'department_id', l.department_id, 'section_id', l.section_id,
          'billing_service_id', l.billing_service_id, 'debit', l.debit_amount::text, 'credit', l.credit_amount::text)
          order by l.line_no), '[]')
        from line l where l.document_id = d.id) as lines
      from batch b
      join document d on d.batch_id = b.id and d.voided_at is null
      where b.regular_trx = g.id and ${before}
      order by b.document_date desc, b.id desc, d.header_key limit 1) last
    union all
    select b.regular_trx, null, json_agg(json_build_object('account_id', l.account_id, 'payee_id', b.payee_id,
        'branch_id', l.branch_id, 'department_id', l.department_id, 'section_id', l.section_id,
        'billing_service_id', l.billing_service_id, 'debit', '0.00', 'credit', s.total_amount::text)
      order by b.payee_id, s.line_no)
    from (
      select distinct on (b.regular_trx, b.payee_id) b.id, b.regular_trx, b.payee_id from batch b
      where b.regular_trx = any (${billing}::int[]) and ${before}
      order by b.regular_trx, b.payee_id, b.document_date desc, b.id desc) b
    join document d on d.batch_id = b.id and d.voided_at is null
    join billing_service_line s on s.document_id = d.id
    join line l on l.document_id = d.id and l.line_no = s.line_no + 1
    group by b.regular_trx`.execute(db);
  return new Map(
    found.rows.map(({ regular_trx, vat, lines }) => [
      regular_trx,
      {
        vat: vat ?? 0,
        lines: lines.map(({ debit, credit, ...place }) => ({
          ...place,
          debit_minor: parseAmount(debit)!,
          credit_minor: parseAmount(credit)!,
        })),
      },
    ]),
  );
}

/** A record that templates name, with its code; a tax code has the rates of its days, an account its currency and role. */
interface NamedRow {
  readonly kind: NamedKind;
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly active: boolean;
  readonly rates: DatedRates | null;
  readonly currency_id: number | null;
  readonly role: string | null;
}

/** Everything that templates name. */
export interface NamedRecords {
  readonly choices: TemplateChoices;
  readonly codeOf: (kind: NamedKind, id: number | null) => string | null;
  readonly labelOf: (kind: NamedKind, id: number | null) => string | null;
  readonly roleOf: (account_id: number) => string | null;
  readonly ratesOn: (date: CalendarDate) => ReadonlyMap<number, Percentage>;
}

/** Reads what templates name, in one statement. Only foreign accounts bind the currency of an entry. */
export async function readNamed(db: Database, templates: readonly StoredTemplate[]): Promise<NamedRecords> {
  const lines = templates.flatMap((template) => template.lines);
  const of = <Row>(rows: readonly Row[], pick: (row: Row) => number | null) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ];
  const taxes = [
    ...of(lines, ({ atc_id }) => atc_id),
    ...of(templates, ({ atc_id }) => atc_id),
    ...of(templates, ({ payee_atc_id }) => payee_atc_id),
  ];
  const payees = [...of(lines, ({ payee_id }) => payee_id), ...of(templates, ({ payee_id }) => payee_id)];
  const found = await sql<NamedRow>`
    select 'account' as kind, id, acct_code as code, acct_code || ' ' || acct_desc as label, status = 1 as active,
      null::json as rates, nullif(currency_id, 1) as currency_id, role
      from account where id = any (${of(lines, ({ account_id }) => account_id)}::int[])
    union all select 'payee', id, payee_code, payee_desc, status = 1, null, null, null
      from payee where id = any (${payees}::int[])
    union all select 'branch', id, brnc_code, brnc_code || ' ' || brnc_name, brnc_stat = 1 and active_flag = 1, null, null, null
      from branch where id = any (${of(lines, ({ branch_id }) => branch_id)}::int[])
    union all select 'department', id, dept_code, dept_code || ' ' || dept_desc, dept_status = 1, null, null, null
      from department where id = any (${of(lines, ({ department_id }) => department_id)}::int[])
    union all select 'section', id, section_code, section_code || ' ' || section_name, status = 1, null, null, null
      from section where id = any (${of(lines, ({ section_id }) => section_id)}::int[])
    union all select 'bank', id, account_no, acct_desc, status = 1, null, null, null
      from bank where id = any (${of(templates, ({ bank_id }) => bank_id)}::int[])
    union all select 'billing_service', id, '', billing_service_name, true, null, null, null
      from billing_service where id = any (${of(lines, ({ billing_service_id }) => billing_service_id)}::int[])
    union all select 'alpha_tax_code', id, atc_code, atc_code || ' ' || atc_desc, status = 1,
      json_build_object('atc_rate', atc_rate::text, 'rates', (select coalesce(json_agg(json_build_object(
        'effective_from', r.effective_from, 'atc_rate', r.atc_rate::text) order by r.effective_from), '[]')
        from alpha_tax_rate r where r.atc_id = t.id)), null, null
      from alpha_tax_code t where id = any (${taxes}::int[])`.execute(db);
  const records = Object.fromEntries(
    Object.keys(NAMED_KINDS).map((kind) => [kind, new Map<number, NamedRow>()]),
  ) as Record<NamedKind, Map<number, NamedRow>>;
  for (const row of found.rows) records[row.kind].set(row.id, row);
  const find = (kind: NamedKind, id: number | null) => (id === null ? undefined : records[kind].get(id));
  return {
    choices: {
      records,
      account_currencies: new Map([...records.account].map(([id, { currency_id }]) => [id, currency_id])),
    },
    codeOf: (kind, id) => find(kind, id)?.code ?? null,
    labelOf: (kind, id) => find(kind, id)?.label ?? null,
    roleOf: (id) => find('account', id)?.role ?? null,
    ratesOn: (date) =>
      new Map([...records.alpha_tax_code].map(([id, { rates }]) => [id, parsePercentage(rateOn(rates!, date))!])),
  };
}

export type PeriodRate = ReadonlyMap<number, string>;

/** Pesos for one unit of each currency in a period, of balance accounts; what has none is absent. */
export async function readRates(db: Database, period: number): Promise<PeriodRate> {
  const found = await sql<{ currency_id: number; rate: string }>`
    select currency_id, dolr_rate::text as rate from currency_rate
    where fiscal_year = ${Math.floor(period / 100)} and period_no = ${period % 100} and acct_class = 'B'`.execute(db);
  return new Map(found.rows.map(({ currency_id, rate }) => [currency_id, rate]));
}
