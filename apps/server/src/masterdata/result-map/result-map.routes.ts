import type { FastifyInstance } from 'fastify';
import {
  exportBranchCounts,
  exportResultMap,
  proposeResultMap,
  readBranchCounts,
  readResultMap,
  readResultMapFile,
  storeBranchCounts,
} from '@talaan/contract/reports/profitability/result-map.contract';
import { listHeading } from '../../ledger/issuer.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { countsIn, readCountFile, storeCounts } from './branch-counts.store.ts';
import { readMapFile } from './map-file.ts';
import { linesOf, mapVersions, proposeMap } from './result-map.store.ts';

/** Serves how results are read: the map of accounts in its versions, and the transactions of branches. */
export function registerResultMapRoutes(server: FastifyInstance, services: RouteServices): void {
  serveMap(server, services);
  serveBranchCounts(server, services);
}

function serveMap(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readResultMap, async ({ db, query }) => {
    const { earliest, versions } = await mapVersions(db);
    const version = query.version ?? versions[0]?.version ?? null;
    return { data: { earliest, versions, version, lines: await linesOf(db, version) } };
  });

  registerRoute(server, services, proposeResultMap, async ({ db, body, files }) => {
    const map = { effective_from: Number(body.effective_from.replace('-', '')), lines: await readMapFile(db, files) };
    return (await proposeMap(db, map)) as { data: { accounts: number } };
  });

  registerRoute(server, services, readResultMapFile, async ({ db, files }) => ({
    data: [...(await readMapFile(db, files))],
  }));

  registerRoute(server, services, exportResultMap, async (call) => {
    const { db, user, query, reply } = call;
    const { version, format } = query;
    const newest = version ?? (await mapVersions(db)).versions[0]?.version ?? null;
    await noteTakenOut(services, call, {
      action: 'export',
      table: 'profitability_map',
      of: 'Map of results',
      facts: query,
    });
    const rows = (await linesOf(db, newest)).map(({ acct_code, acct_desc, measure }) => ({
      cells: [acct_code, measure ?? '', acct_desc],
    }));
    const columns = [
      { header: 'Account Code', kind: 'text', width: 14 },
      { header: 'Line', kind: 'text', width: 30 },
      { header: 'Account', kind: 'text', width: 44 },
    ] as const;
    const title = 'Map of results';
    const sheet = { title, heading: await listHeading(db, user, title), columns, rows };
    return sendSheet(reply, sheet, exportFileName('result-map', Date.now(), format), format);
  });
}

function serveBranchCounts(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readBranchCounts, async ({ db, query }) => ({
    data: await countsIn(db, query.year * 100 + query.month),
  }));

  registerRoute(server, services, storeBranchCounts, async ({ db, files }) => ({
    data: await storeCounts(db, await readCountFile(db, files)),
  }));

  registerRoute(server, services, exportBranchCounts, async (call) => {
    const { db, user, query, reply } = call;
    const { year, month, format } = query;
    await noteTakenOut(services, call, {
      action: 'export',
      table: 'branch_statistic',
      of: 'Transactions of branches',
      facts: query,
    });
    const rows = (await countsIn(db, year * 100 + month)).map(({ brnc_code, brnc_name, transactions }) => ({
      cells: [brnc_code, String(year), String(month), transactions === null ? '' : String(transactions), brnc_name],
    }));
    const columns = [
      { header: 'Branch', kind: 'text', width: 12 },
      { header: 'Year', kind: 'integer', width: 8 },
      { header: 'Month', kind: 'integer', width: 8 },
      { header: 'Transactions', kind: 'integer', width: 14 },
      { header: 'Branch Name', kind: 'text', width: 40 },
    ] as const;
    const title = 'Transactions of branches';
    const sheet = { title, heading: await listHeading(db, user, title), columns, rows };
    return sendSheet(reply, sheet, exportFileName('branch-transactions', Date.now(), format), format);
  });
}
