import { sql } from 'kysely';
import type { BudgetVersion } from '@talaan/contract/reports/budgets/budget.contract';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { BudgetLine } from './budget-file.ts';

/** Stores the next version of a year, with all of its lines. Answers its code. Throws 409 for a record that is gone meanwhile. */
export async function storeBudget(
  db: Database,
  {
    fiscal_year,
    name,
    lines,
  }: { readonly fiscal_year: number; readonly name: string; readonly lines: readonly BudgetLine[] },
): Promise<string> {
  const { rows } = await sql<{ id: number; code: string }>`
    insert into budget_version (fiscal_year, name) values (${fiscal_year}, ${name}) returning id, code`.execute(db);
  const { id, code } = rows[0]!;
  const stored = await sql`
    insert into budget (version_id, period, account_id, branch_id, department_id, amount)
    select ${id}, l.period, a.id, b.id, d.id, l.amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (acct_code text, brnc_code text, dept_code text, period int, amount numeric)
    join account a on a.acct_code = l.acct_code join branch b on b.brnc_code = l.brnc_code
    join department d on d.dept_code = l.dept_code`.execute(db);
  if (stored.numAffectedRows !== BigInt(lines.length))
    throw conflict('record_gone', 'The budget names a record that is there no more. Take in the file anew.');
  return code;
}

/** The versions, the newest of the latest year first. */
export async function budgetVersions(db: Database): Promise<BudgetVersion[]> {
  const { rows } = await sql<BudgetVersion>`
    select v.code, v.name, v.made_at, l.lines, l.result,
      nullif(concat_ws(' ', u.user_first_name, u.user_last_name), '') as made_by
    from budget_version v
    cross join lateral (
      select count(*)::int as lines, round(coalesce(sum(case a.normal_balance when 'C' then b.amount else -b.amount end), 0), 2)::text as result
      from budget b join account a on a.id = b.account_id where b.version_id = v.id) l
    left join app_user u on u.id = v.made_by
    order by v.fiscal_year desc, v.version desc`.execute(db);
  return rows;
}

/** The lines of a version in the order of months and codes; none of one that is not there. */
export async function budgetLines(db: Database, code: string): Promise<BudgetLine[]> {
  const { rows } = await sql<BudgetLine>`
    select a.acct_code, r.brnc_code, d.dept_code, b.period, round(b.amount, 2)::text as amount
    from budget_version v join budget b on b.version_id = v.id join account a on a.id = b.account_id
      join branch r on r.id = b.branch_id join department d on d.id = b.department_id
    where v.code = ${code} order by b.period, a.acct_code, r.brnc_code, d.dept_code`.execute(db);
  return rows;
}
