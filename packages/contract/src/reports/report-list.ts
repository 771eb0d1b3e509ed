import { anyReport, type AnyReport } from './kit/define-report.ts';
import type { ReportName } from './kit/report-index.ts';
import { arAgingInvoiceReport, arAgingReport } from './ar-aging.report.ts';
import { billingListReport } from './billing-list.report.ts';
import { birFormReport } from './bir-form.report.ts';
import { certificatesDueReport } from './certificates-due.report.ts';
import { profitabilityReport } from './profitability/profitability.report.ts';
import { revolvingFundReport } from './revolving-fund.report.ts';
import { bankScheduleReport } from './bank-schedule.report.ts';
import { booksOfAccountReport } from './books-of-account.report.ts';
import { salesJournalReport } from './sales-journal.report.ts';
import { auditTrailReport } from './audit-trail.report.ts';
import { generalLedgerReport } from './general-ledger.report.ts';
import { subsidiaryAnalysisReport } from './subsidiary-analysis.report.ts';
import { subsidiaryReport } from './subsidiary.report.ts';
import { balanceSheetReport } from './balance-sheet.report.ts';
import { cashByDayReport } from './cash-by-day.report.ts';
import { cashFlowReport } from './cash-flow.report.ts';
import { incomeStatementReport } from './income-statement.report.ts';
import { trialBalanceReport } from './trial-balance.report.ts';

/** The description of every report, in the order of the index. */
export const REPORTS: readonly AnyReport[] = [
  trialBalanceReport,
  balanceSheetReport,
  incomeStatementReport,
  cashFlowReport,
  cashByDayReport,
  generalLedgerReport,
  subsidiaryReport,
  subsidiaryAnalysisReport,
  billingListReport,
  arAgingReport,
  arAgingInvoiceReport,
  certificatesDueReport,
  revolvingFundReport,
  bankScheduleReport,
  booksOfAccountReport,
  auditTrailReport,
  profitabilityReport,
  salesJournalReport,
  birFormReport,
].map((report) => anyReport(report));

/** A report by its name: every one of the index has a description. */
export function reportNamed(name: ReportName): AnyReport;
export function reportNamed(name: string): AnyReport | undefined;
export function reportNamed(name: string): AnyReport | undefined {
  return REPORTS.find((report) => report.name === name);
}
