import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initialFilter } from '@talaan/contract/reports/kit/report-filters';
import { REPORTS } from '@talaan/contract/reports/report-list';
import { addDays, requireCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';

/** One address that the specification names (spec 1 §2, spec 2 §2). */
export interface SpecifiedScreen {
  path: string;
  title: string;
  area: 'shell' | 'file maintenance' | 'transactions' | 'reports' | 'print';
  step: number;
  /** Menu label, where it differs from the title. */
  menu?: string;
  heading?: string;
  shell?: boolean;
}

const FILE = path.join(import.meta.dirname, '../../../packages/contract/src/conformance/routes.json');

/** Screens of a later step: the templates of entries, integrated batches, billings, collections and purchase orders. */
const AHEAD = [
  '/trx-integrated',
  '/regulartxns',
  '/trx-billing',
  '/trx-billing/create',
  '/trx-collection',
  '/trx-collection/create',
  '/trx-purchase-order',
  '/trx-purchase-order/create',
];

/** The page without the shell of each report, with the filter of last month. */
const FULL_PAGES = new Map(
  REPORTS.map(({ fullPage, filters }) => [`${fullPage}/{data}`, initialFilter(filters, lastMonthsEnd())]),
);
const OF_REPORTS = [...FULL_PAGES.keys(), ...REPORTS.map(({ screen }) => screen)];

/** Reports that stand for all of them, which one page draws. */
const LOOKED_AT = ['/trial-balance', '/subsidiary', '/report-trialbalance/{data}', '/report-subsidiary/{data}'];

/**
 * The addresses of the first three steps, those ahead and those of reports, that have a module of their own: each is opened by
 * its role access only.
 */
export const MODULE_SCREENS = (JSON.parse(readFileSync(FILE, 'utf8')) as SpecifiedScreen[])
  .filter((screen) => screen.step <= 3 || AHEAD.includes(screen.path) || OF_REPORTS.includes(screen.path))
  .filter((screen) => screen.area !== 'shell' && screen.path !== '/search-transaction')
  .map((screen) => ({
    ...screen,
    path: screen.path.replace('{data}', printLink(FULL_PAGES.get(screen.path) ?? {})),
    /** Drawn as another one is: what a screen must be is looked at once. */
    isAlike: OF_REPORTS.includes(screen.path) && !LOOKED_AT.includes(screen.path),
  }));

/** The {data} of a print address. */
export function printLink(keys: Record<string, string>): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function lastMonthsEnd() {
  return addDays(startOfMonth(requireCalendarDate(new Date().toISOString().slice(0, 10))), -1);
}
