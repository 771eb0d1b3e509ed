import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import { periodOf } from '@talaan/core/calendar/accounting-period';

/** Accounts of the map of profitability that is in force at the end of some days: of the version that begins last, the newest of those. */
export function mappedAccounts(
  days: ReportPeriod,
  where: RawBuilder<unknown>,
  what: RawBuilder<unknown> = sql`1`,
): RawBuilder<unknown> {
  return sql`select ${what} from profitability_map m where m.version_id = (
    select v.id from report_map_version v
    where v.report = 'profitability' and v.effective_from <= ${periodOf(days.date_to)}
    order by v.effective_from desc, v.version desc limit 1) and ${where}`;
}

/** Departments that are read by themselves; what any other one earns is its branch's (reports §12). */
export const BY_THEMSELVES = sql`(select d.id from department d where is_read_by_itself(d.group_id))`;
