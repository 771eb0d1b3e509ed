import type { FastifyInstance } from 'fastify';
import { sumRows } from '@talaan/contract/papers/paper-table';
import { reportLines } from '@talaan/contract/reports/report-paper';
import type { ReportPeriod } from '@talaan/contract/reports/report-period';
import {
  exportTrialBalance,
  readAccountPostings,
  readTrialBalance,
  trialBalanceReport,
  type TrialBalance,
} from '@talaan/contract/reports/trial-balance.report';
import { makePage } from '@talaan/contract/http/envelope';
import { amountText, requireSum } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { sendReportFile } from '../report-file.ts';
import { reportHeader, reportingCompany } from '../report-header.ts';
import { queryAccountPostings } from './account-postings.query.ts';
import { queryTrialBalance } from './trial-balance.query.ts';

/** Serves the trial balance, its files and the postings behind its rows (spec 2 §7: GET /rpt/tbal). */
export function registerTrialBalanceRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readTrialBalance, ({ db, user, query }) => trialBalance(db, user, query.period));

  registerRoute(server, services, exportTrialBalance, async (call) => {
    const { db, user, query } = call;
    const balance = await trialBalance(db, user, query.period);
    const lines = reportLines(trialBalanceReport, balance);
    return sendReportFile(services, call, query.format, trialBalanceReport, balance.header, lines);
  });

  registerRoute(server, services, readAccountPostings, async ({ db, user, query }) => {
    const { period, account_code, page, pages, ...filter } = query;
    const [found, company_name] = await Promise.all([
      queryAccountPostings(db, { user, account_code, period, page, pages }),
      reportingCompany(db),
    ]);
    if (!found) throw notFound(`There is no account ${account_code}.`);
    const { rows, total, ...sums } = found;
    return {
      ...makePage(rows, total, query, { path: `/api${readAccountPostings.path}`, query: { ...filter, account_code } }),
      header: reportHeader(trialBalanceReport, { company_name, period, user_name: user.name, now: new Date() }),
      ...sums,
    };
  });
}

async function trialBalance(database: Database, user: Principal, period: ReportPeriod): Promise<TrialBalance> {
  const [data, company_name] = await Promise.all([queryTrialBalance(database, period), reportingCompany(database)]);
  const sums = sumRows(trialBalanceReport, data);
  const sum = (field: string) => sums[field] ?? '0.00';
  const difference = (debit: string, credit: string) => amountText(requireSum(sum(debit)) - requireSum(sum(credit)));
  return {
    data,
    header: reportHeader(trialBalanceReport, { company_name, period, user_name: user.name, now: new Date() }),
    totals: {
      cur_debit: sum('cur_debit'),
      cur_credit: sum('cur_credit'),
      total_debit: sum('total_debit'),
      total_credit: sum('total_credit'),
      cur_difference: difference('cur_debit', 'cur_credit'),
      total_difference: difference('total_debit', 'total_credit'),
    },
  };
}
