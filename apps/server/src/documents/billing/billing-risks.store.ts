import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import type { VatType } from '@talaan/core/money/withholding';
import { billingSignals, type BillingFacts } from '@talaan/core/risk/billing-signals';
import type { RiskSignal } from '@talaan/core/risk/risk-signals';
import type { Database } from '../../platform/database/database.ts';
import { IS_EMPLOYEE } from '../../batches/risks/payee-state.store.ts';

/** So many postings of an account tell with which VAT it is billed; fewer than `LEAST_KNOWN` of invoices tell nothing. */
const LAST_POSTINGS = 20;
const LEAST_KNOWN = 3;
/** So many other billings are named; more say nothing more. */
const MOST_ALIKE = 20;

/** The services of the document `x` as one text that compares. */
const servicesOf = (x: string) => sql`(
  select string_agg(concat_ws('/', l.billing_service_id, s.vat, s.total_amount), ' ' order by l.billing_service_id, s.vat, s.total_amount)
  from billing_service_line s join line l on l.document_id = s.document_id and l.line_no = s.line_no + 1
  where s.document_id = ${sql.ref(x)}.id)`;

/**
 * The signals of billings, by batch id, in one statement. With which VAT an account is billed is read of the last postings on
 * it.
 */
export async function billingRisks(database: Database, ids: readonly string[]): Promise<Map<string, RiskSignal[]>> {
  const found = await sql<FactsRow>`
    select b.id::text, json_build_object('payee_desc', p.payee_desc, 'vat', p.vat,
        'is_employee', ${IS_EMPLOYEE}) as customer,
      (select coalesce(json_agg(json_build_object('vat', s.vat, 'income_account', a.acct_code, 'usual_vat', u.vat)
          order by s.line_no), '[]')
        from billing_service_line s
        join line l on l.document_id = s.document_id and l.line_no = s.line_no + 1 join account a on a.id = l.account_id
        cross join lateral (
          select case when count(*) >= ${LEAST_KNOWN} and min(o.vat) = max(o.vat) then min(o.vat) end as vat
          from (
            select entry_id, line_no from posting where account_id = l.account_id and credit > 0
            order by entry_date desc, entry_id desc, line_no desc limit ${LAST_POSTINGS}) k
          join journal_entry e on e.id = k.entry_id and e.document_id <> d.id
          join billing_service_line o on o.document_id = e.document_id and o.line_no = k.line_no - 1) u
        where s.document_id = d.id) as services,
      (select coalesce(json_agg(json_build_object('batch_id', o.id::text)), '[]') from (
          select o.id from batch o join document od on od.batch_id = o.id
          where o.payee_id = any (payees_as_one(b.payee_id)) and o.document_type = b.document_type and o.id <> b.id
            and o.document_date >= date_trunc('month', b.document_date)::date
            and o.document_date < (date_trunc('month', b.document_date) + interval '1 month')::date
            and o.deleted_at is null and o.status <> ${STATUS.ARCHIVED} and o.total_amount = b.total_amount
            and o.currency_id = b.currency_id and b.total_amount > 0 and ${servicesOf('od')} = ${servicesOf('d')}
          order by o.id desc limit ${MOST_ALIKE}) o) as alike
    from batch b join document d on d.batch_id = b.id join payee p on p.id = b.payee_id
    where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map(({ id, ...facts }) => [id, billingSignals(facts)]));
}

interface FactsRow extends BillingFacts {
  readonly id: string;
  readonly services: readonly { vat: VatType; income_account: string; usual_vat: VatType | null }[];
}
