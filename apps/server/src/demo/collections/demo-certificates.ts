import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { calendarDateOf, endOfMonth, monthOf, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireAmount } from '@talaan/core/money/money';
import type { WriteContext } from '../../masterdata/records/resource-override.ts';
import { certificatesDueIn } from '../../reports/certificates-due/certificates-due.query.ts';
import { createMaster } from '../demo-masters.ts';

/** Services to a customer that is a top withholding agent: 2 % of what is paid. */
const ATC = 'WC160';
const PAYMENT_OF_TAX = 50n;

/** The customers' 2307s of the last quarter that ended: the first gave all of its tax, the second half, the others none. */
export async function enterCertificates(context: WriteContext, today: CalendarDate): Promise<void> {
  const [year, quarter] = quarterBefore(today);
  const days = {
    date_from: calendarDateOf(year, quarter * 3 - 2, 1)!,
    date_to: endOfMonth(calendarDateOf(year, quarter * 3, 1)!),
  };
  const { rows } = await certificatesDueIn(days, true).execute(context.db);
  const customers = rows.filter((row) => row.payee_code !== null);
  for (const [place, { payee_code, withheld }] of customers.slice(0, 2).entries()) {
    const tax = requireAmount(withheld) / BigInt(place + 1);
    await createMaster(context, 'withholding_certificate', {
      payee_code,
      fiscal_year: year,
      quarter,
      atc_code: ATC,
      income_amount: amountText(tax * PAYMENT_OF_TAX),
      tax_withheld: amountText(tax),
      received_date: firstDayAfter(year, quarter),
    });
  }
}

const LAST_QUARTER = Object.keys(QUARTERS).length;

function quarterBefore(today: CalendarDate): [year: number, quarter: number] {
  const now = Math.ceil(monthOf(today) / 3);
  return now === 1 ? [yearOf(today) - 1, LAST_QUARTER] : [yearOf(today), now - 1];
}

function firstDayAfter(year: number, quarter: number): CalendarDate | null {
  return quarter === LAST_QUARTER ? calendarDateOf(year + 1, 1, 1) : calendarDateOf(year, quarter * 3 + 1, 1);
}
