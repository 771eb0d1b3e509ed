import { sql } from 'kysely';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { FIRST_FISCAL_YEAR, offeredFiscalYears } from '@talaan/core/calendar/accounting-period';
import { invalid } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../records/resource-override.ts';

/**
 * Refuses a fiscal year that is not offered: 2019 to next calendar year, and any year that has periods (decisions §1). A
 * stored record keeps its own. Answers 422 under the fiscal year.
 */
export async function refuseOtherYears({ db }: WriteContext, { stored, entry }: Change): Promise<void> {
  const year = entry['fiscal_year'] as number;
  if (year === stored?.['fiscal_year']) return;
  const { rows } = await sql<{ today: CalendarDate; has_periods: boolean }>`
    select manila_today() as today, exists (select from accounting_period where fiscal_year = ${year}) as has_periods`.execute(
    db,
  );
  const { today, has_periods } = rows[0]!;
  const offered = offeredFiscalYears(today, []);
  if (has_periods || offered.includes(year)) return;
  throw invalid({
    fiscal_year: [
      `Fiscal year is offered from ${FIRST_FISCAL_YEAR} to ${offered.at(-1)!}, and where there are periods.`,
    ],
  });
}
