import { subsidiaryReport } from '@talaan/contract/reports/subsidiary.report';
import {
  accountFigure,
  accountGroups,
  accountPage,
  LEDGER_ORDER,
  LEDGER_ORDER_SQL,
  ledgerSums,
} from '../kit/account-ledger.ts';
import { postingRows } from '../kit/posting-rows.ts';
import { defineStatement } from '../kit/report-statement.ts';

/** The subsidiary (reports §3): the postings of accounts, each between its beginning and its ending. */
export const subsidiary = defineStatement({
  report: subsidiaryReport,
  order: LEDGER_ORDER,
  rows: (context, page) => postingRows(context.user, accountPage(context, page), LEDGER_ORDER_SQL),
  groups: accountGroups,
  sums: ledgerSums,
  postings: accountFigure,
});
