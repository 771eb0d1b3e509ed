import type { FastifyInstance } from 'fastify';
import { exportBudget, listBudgets, takeBudget } from '@talaan/contract/reports/budgets/budget.contract';
import { listHeading } from '../../ledger/issuer.ts';
import { notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { periodText } from '../result-map/result-map.store.ts';
import { readBudgetFile } from './budget-file.ts';
import { budgetLines, budgetVersions, storeBudget } from './budget.store.ts';

/** Serves the budgets that the income statement is held against: their versions, the next one from a file, one as a file. */
export function registerBudgetRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listBudgets, async ({ db }) => ({ data: await budgetVersions(db) }));

  registerRoute(server, services, takeBudget, async ({ db, body, files }) => {
    const { fiscal_year, lines } = await readBudgetFile(db, files);
    const code = await storeBudget(db, { fiscal_year, name: body.name, lines });
    return { data: { code, lines: lines.length } };
  });

  registerRoute(server, services, exportBudget, async (call) => {
    const { db, user, query, reply } = call;
    const version = query.version ?? (await budgetVersions(db))[0]?.code;
    const lines = version === undefined ? [] : await budgetLines(db, version);
    if (query.version !== undefined && lines.length === 0) throw notFound(`There is no budget ${query.version}.`);
    const title = version === undefined ? 'Budget' : `Budget ${version}`;
    await noteTakenOut(services, call, { action: 'export', table: 'budget', of: title, facts: query });
    const columns = [
      { header: 'Account Code', kind: 'text', width: 14 },
      { header: 'Branch', kind: 'text', width: 12 },
      { header: 'Department', kind: 'text', width: 12 },
      { header: 'Period', kind: 'text', width: 10 },
      { header: 'Amount', kind: 'amount', width: 18 },
    ] as const;
    const rows = lines.map(({ acct_code, brnc_code, dept_code, period, amount }) => ({
      cells: [acct_code, brnc_code, dept_code, periodText(period), amount],
    }));
    const sheet = { title, heading: await listHeading(db, user, title), columns, rows };
    return sendSheet(
      reply,
      sheet,
      exportFileName(version === undefined ? 'budget' : `budget-${version}`, Date.now(), query.format),
      query.format,
    );
  });
}
