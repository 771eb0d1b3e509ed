import { Link } from '@tanstack/react-router';
import { balanceSheetReport } from '@talaan/contract/reports/balance-sheet.report';
import { cashByDayReport } from '@talaan/contract/reports/cash-by-day.report';
import { incomeStatementReport } from '@talaan/contract/reports/income-statement.report';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { buttonClass } from '../ui/buttons/button.tsx';
import { IconColumns } from '../ui/icons.tsx';
import { ReportPage } from './report-page.tsx';
import { BalanceBeside, CashBeside, ResultsBeside } from './statements/statement-beside.tsx';

/** /balance-sheet: the report, with its twelve months and what changed beside it. */
export function BalanceSheetScreen() {
  return <ReportPage report={anyReport(balanceSheetReport)} Beside={BalanceBeside} />;
}

/** /income-statement: the report, with its twelve months, and the way to the budgets that it is held against. */
export function IncomeStatementScreen() {
  return <ReportPage report={anyReport(incomeStatementReport)} Actions={Budgets} Beside={ResultsBeside} />;
}

/** /cash-flow/by-day: the report, with what each day left as a line. */
export function CashByDayScreen() {
  return <ReportPage report={anyReport(cashByDayReport)} Beside={CashBeside} />;
}

function Budgets() {
  return (
    <Link className={buttonClass({ variant: 'ghost' })} to="/income-statement/budgets">
      <IconColumns />
      Budgets
    </Link>
  );
}
