import type { AnyStatement } from './kit/report-statement.ts';
import { arAging, arAgingInvoice } from './ar-aging/ar-aging.query.ts';
import { billingList } from './billing-list/billing-list.query.ts';
import { birForm } from './bir-form/bir-form.query.ts';
import { certificatesDue } from './certificates-due/certificates-due.query.ts';
import { profitability } from './profitability/profitability.query.ts';
import { revolvingFund } from './revolving-fund/revolving-fund.query.ts';
import { bankSchedule } from './bank-schedule/bank-schedule.query.ts';
import { booksOfAccount } from './books-of-account/books-of-account.query.ts';
import { salesJournal } from './sales-journal/sales-journal.query.ts';
import { auditTrail } from './audit-trail/audit-trail.query.ts';
import { generalLedger } from './general-ledger/general-ledger.query.ts';
import { subsidiaryAnalysis } from './subsidiary-analysis/subsidiary-analysis.query.ts';
import { subsidiary } from './subsidiary/subsidiary.query.ts';
import { balanceSheet } from './balance-sheet/balance-sheet.query.ts';
import { cashByDay } from './cash-by-day/cash-by-day.query.ts';
import { cashFlow } from './cash-flow/cash-flow.query.ts';
import { incomeStatement } from './income-statement/income-statement.query.ts';
import { trialBalance } from './trial-balance/trial-balance.query.ts';

/** What every report reads, in the order of the menu. */
export const STATEMENTS: readonly AnyStatement[] = [
  trialBalance,
  balanceSheet,
  incomeStatement,
  cashFlow,
  cashByDay,
  generalLedger,
  subsidiary,
  subsidiaryAnalysis,
  billingList,
  arAging,
  arAgingInvoice,
  certificatesDue,
  revolvingFund,
  bankSchedule,
  booksOfAccount,
  auditTrail,
  profitability,
  salesJournal,
  birForm,
];
