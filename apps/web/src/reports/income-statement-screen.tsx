import { Link } from '@tanstack/react-router';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { incomeStatementReport } from '@talaan/contract/reports/income-statement.report';
import { buttonClass } from '../ui/buttons/button.tsx';
import { IconColumns } from '../ui/icons.tsx';
import { ReportPage } from './report-page.tsx';

/** /income-statement: the report, with the way to the budgets that it is held against. */
export function IncomeStatementScreen() {
  return <ReportPage report={anyReport(incomeStatementReport)} Actions={Budgets} />;
}

function Budgets() {
  return (
    <Link className={buttonClass({ variant: 'ghost' })} to="/income-statement/budgets">
      <IconColumns />
      Budgets
    </Link>
  );
}
