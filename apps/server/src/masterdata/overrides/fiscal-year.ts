import { FIRST_FISCAL_YEAR, offeredFiscalYears } from '@talaan/core/calendar/accounting-period';
import { today } from '../../platform/clock.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Change, WriteContext } from '../records/resource-override.ts';

/**
 * Refuses a fiscal year that is not offered: 2019 to next calendar year, and any year that has periods (decisions §1). A
 * stored record keeps its own. Answers 422 under the fiscal year.
 */
export async function refuseOtherYears({ db }: WriteContext, { stored, entry }: Change): Promise<void> {
  const year = entry['fiscal_year'] as number;
  const offered = offeredFiscalYears(today(), []);
  if (year === stored?.['fiscal_year'] || offered.includes(year)) return;
  const period = await db
    .selectFrom('accounting_period')
    .select('id')
    .where('fiscal_year', '=', year)
    .executeTakeFirst();
  if (period) return;
  throw invalid({
    fiscal_year: [
      `Fiscal year is offered from ${FIRST_FISCAL_YEAR} to ${offered.at(-1)!}, and where there are periods.`,
    ],
  });
}
