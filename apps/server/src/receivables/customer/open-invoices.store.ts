import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { OpenInvoice } from '@talaan/contract/receivables/customer/customer.contract';
import { daysBetween, requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { collectionStatus } from '@talaan/core/documents/billing/collection-status';
import { amountText, requireAmount, requireSum } from '@talaan/core/money/money';
import { agedDays, ageOf, AGING_RULE, type AgingRule } from '@talaan/core/receivables/aging';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

interface OwedInvoice {
  readonly billing_request_no: string;
  readonly billing_invoice_no: string;
  readonly billing_date: string;
  readonly due_date: string;
  readonly currency: string;
  readonly total_amount: string;
  readonly collected_amount: string;
  readonly open_php: string;
  readonly is_disputed: boolean;
}

/** How the company ages: from the billing date, and by its setting for day 60. */
export async function readAgingRule(database: Database): Promise<AgingRule> {
  const found = await sql<Pick<AgingRule, 'day_60'>>`
    select value #>> '{}' as day_60 from setting where key = 'aging_day_60'`.execute(database);
  return { ...AGING_RULE, ...found.rows[0] };
}

/** What was open of a customer's invoices at the end of a day, the oldest first; what the caller may see of them. */
export async function readOpenInvoices(
  database: Database,
  user: Principal,
  id: number,
  asOf: CalendarDate,
  rule: AgingRule,
): Promise<OpenInvoice[]> {
  const found = await sql<OwedInvoice>`
    select b.batch_number as billing_request_no, i.billing_invoice_no, i.billing_date, i.due_date, c.iso_code as currency,
      i.total_amount::numeric(18, 2), i.collected_amount::numeric(18, 2), i.open_php::numeric(18, 2),
      g.dispute_reason is not null as is_disputed
    from open_invoices(${asOf}::date) i join batch b on b.id = i.batch_id join billing g on g.document_id = i.document_id
    join currency c on c.id = i.currency_id
    where i.payee_id = any (payees_as_one(${id})) and ${visibleBatches(user, BILLINGS.types)}
    order by i.billing_date, b.id`.execute(database);
  return found.rows.map((row) => {
    const item = owedOf(row);
    const [total_minor, collected_minor] = [requireAmount(row.total_amount), requireSum(row.collected_amount)];
    const aged_days = agedDays(item, asOf, rule);
    return {
      ...row,
      aged_days,
      age: ageOf(aged_days, rule),
      days_late: daysBetween(item.due_date, asOf),
      open_amount: amountText(total_minor - collected_minor),
      collection_status: collectionStatus({ is_cancelled: false, total_minor, collected_minor }),
    };
  });
}

/** An invoice as the functions of aging take it. */
export function owedOf({
  billing_date,
  due_date,
  open_php,
}: Pick<OwedInvoice, 'billing_date' | 'due_date' | 'open_php'>) {
  return {
    billing_date: requireCalendarDate(billing_date),
    due_date: requireCalendarDate(due_date),
    owed_minor: requireSum(open_php),
  };
}
