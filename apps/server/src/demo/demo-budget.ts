import { sql } from 'kysely';
import { yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { BudgetLine } from '../masterdata/budgets/budget-file.ts';
import { storeBudget } from '../masterdata/budgets/budget.store.ts';
import type { Database } from '../platform/database/database.ts';

/** The budget of this year: 5 % more than each account earned or cost last year, in hundreds of pesos; what closed the year left out. */
export async function enterBudget(db: Database, today: CalendarDate): Promise<void> {
  const fiscal_year = yearOf(today);
  const last = fiscal_year - 1;
  const { rows } = await sql<BudgetLine>`
    select a.acct_code, r.brnc_code, d.dept_code, to_char(p.entry_date, 'YYYYMM')::int + 100 as period,
      round(sum(case a.normal_balance when 'D' then p.debit - p.credit else p.credit - p.debit end) * 1.05, -2)::text as amount
    from posting p join account a on a.id = p.account_id join branch r on r.id = p.branch_id join department d on d.id = p.department_id
    where a.acct_class = 'I' and p.entry_date between ${`${last}-01-01`} and ${`${last}-12-31`}
      and not exists (select from closing_entry c where c.entry_id = p.entry_id)
    group by 1, 2, 3, 4 order by 4, 1, 2, 3`.execute(db);
  await storeBudget(db, { fiscal_year, name: 'Board', lines: rows });
}
