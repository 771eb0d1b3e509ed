import { sql } from 'kysely';
import {
  BATCH_FIGURES,
  CHEQUE_FIGURES,
  type BatchFigureName,
  type ChequeFigureName,
  type DashboardDays,
} from '@talaan/contract/dashboard/dashboard-figures';
import type { Dashboard, DashboardAlert, DashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { PERIOD_MODULES } from '@talaan/core/calendar/accounting-period';
import { addMonths, monthOf, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import type { SignedInClient } from '../sign-in/sign-in.ts';
import type { TestServer } from '../test-server.ts';

type Row = Readonly<Record<string, string | number | null>>;
type Query = Readonly<Record<string, unknown>>;
type Place = DashboardAlert['opens'];

/** What a list or a report has: its rows, how many in all, and the totals of a report. */
interface Listed {
  readonly data: readonly Row[];
  readonly total: number;
  readonly totals: Readonly<Record<string, string>>;
}

/**
 * What the dashboard of a person says otherwise than what its figures, alerts and charts open, one line each; empty where all of it is the
 * same. Each link is followed by the call of the list or report behind it, as that person. In: the month as its first day.
 */
export async function dashboardFaults(app: TestServer, person: SignedInClient, month: string): Promise<string[]> {
  const get = async (path: string, query: Query = {}): Promise<Listed> => {
    const said = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const url = `/api${path}?${new URLSearchParams(said).toString()}`;
    const reply = await app.server.inject({ url, headers: person.headers });
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
    const body = reply.json();
    return { data: [], totals: {}, total: body.data?.length, ...body };
  };
  const record = async <T>(path: string): Promise<T> => (await get(path, { month })).data as unknown as T;
  const board = await record<Dashboard>('/dashboard');
  const charts = await record<DashboardCharts>('/dashboard/charts');
  const found = [
    ...(await figuresAndLists(get, board)),
    ...(await alertsAndLists(get, board)),
    ...(await chartsAndReports(app, get, charts, board)),
  ];
  return found.flatMap(([what, told, has]) =>
    JSON.stringify(told) === JSON.stringify(has)
      ? []
      : [`${what}: ${JSON.stringify(told)}, and there ${JSON.stringify(has)}`],
  );
}

type Get = (path: string, query?: Query) => Promise<Listed>;
/** What is told, and what stands where it leads. */
type Pair = readonly [what: string, told: unknown, has: unknown];

const daysOf = (board: Dashboard) => board as unknown as DashboardDays;
const PAGE = { pages: 100 } as const;

/** Sums of rows by currency, pesos first. */
function moneyOf(rows: readonly Row[], field: string): [currency: string, amount: string][] {
  const currencies = [...new Set(rows.map(({ currency }) => String(currency)))];
  return currencies
    .toSorted((one, other) => (one === 'PHP' ? -1 : other === 'PHP' ? 1 : one < other ? -1 : 1))
    .map((currency) => [
      currency,
      sumOf(
        rows.filter((row) => row['currency'] === currency),
        field,
      ),
    ]);
}

const sumOf = (rows: readonly Row[], field: string): string =>
  amountText(sumMinor(rows.map((row) => requireSum(String(row[field])))));

const batchesOf = (get: Get, name: BatchFigureName, days: DashboardDays, more: Query = {}) =>
  get('/trx/header', { ...PAGE, ...BATCH_FIGURES[name].query(days), ...more });

async function figuresAndLists(get: Get, board: Dashboard): Promise<Pair[]> {
  const days = daysOf(board);
  const pairs: Pair[] = [];
  for (const { role, figures } of board.roles) {
    for (const { name, count, money, opens, note } of figures) {
      const told = [count, money.map(({ currency, amount }) => [currency, amount])];
      const what = `${role} ${name}`;
      if (name in BATCH_FIGURES) {
        // Of all pages, whatever is on this one.
        const { totals, total } = await batchesOf(get, name as BatchFigureName, days, { page: 9, sum_all: 1 });
        const shown = name === 'to_release' ? 'amount' : 'total_amount';
        pairs.push([what, told, [total, moneyOf(totals as unknown as Row[], shown)]]);
      } else if (name in CHEQUE_FIGURES) {
        const { data, total } = await get('/trxcheck', {
          ...PAGE,
          ...CHEQUE_FIGURES[name as ChequeFigureName].query(days),
        });
        pairs.push([what, told, [total, moneyOf(data, 'cheque_amount')]]);
      } else if (name === 'oldest_waiting') {
        const [first] = (await batchesOf(get, 'waiting', days)).data;
        pairs.push([what, note, first === undefined ? null : `${first['document_type']} ${first['batch_number']}`]);
      } else if (name === 'open_periods') {
        const { data } = await get('/acctperiodmain', { ...PAGE, fiscal_year: yearOf(days.month) });
        const begun = data.filter((row) => Number(row['period_no']) <= monthOf(days.month));
        pairs.push([
          what,
          count,
          begun.flatMap((row) => PERIOD_MODULES.map((part) => Number(row[part]))).reduce((sum, one) => sum + one, 0),
        ]);
      } else if (name === 'mail_failed') {
        pairs.push([what, count, (await get('/mail', { state: 'failed' })).total]);
      } else if (name === 'numbers_left') {
        pairs.push([what, count, await numbersLeft(get, opens!)]);
      }
    }
  }
  const waiting = board.waiting.reduce((sum, row) => sum + row.cheques + row.transfers + row.billing + row.other, 0);
  pairs.push(['waiting by day', waiting, (await batchesOf(get, 'waiting', days)).total]);
  return pairs;
}

/** What the list of a series has left in the ranges of its holder, or of everybody. */
async function numbersLeft(get: Get, { path, search }: Place): Promise<number> {
  const resource = Object.values(RESOURCE_INDEX).find((facts) => 'screen' in facts && facts.screen === path)!;
  const { data } = await get(resource.path, { ...PAGE, ...search });
  const held = data.filter((row) => String(row['user_id'] ?? '') === (search['user_id'] ?? ''));
  return held.reduce((sum, row) => sum + Number(row['remaining']), 0);
}

async function alertsAndLists(get: Get, board: Dashboard): Promise<Pair[]> {
  const days = daysOf(board);
  const ratesOf = async (month: CalendarDate) => {
    const { data } = await get('/dollar', { ...PAGE, fiscal_year: yearOf(month) });
    return data
      .filter((row) => row['period_no'] === monthOf(month))
      .map((row) => `${row['currency_id']} ${row['acct_class']}`);
  };
  const countOf: Readonly<Record<DashboardAlert['kind'], (opens: Place) => Promise<number>>> = {
    series: (opens) => numbersLeft(get, opens),
    cheque_alarms: async () => (await get('/trxcheck/alarms')).total,
    in_process: async () => (await batchesOf(get, 'in_process_long', days)).total,
    locked: async () => (await batchesOf(get, 'locked', days)).total,
    mail: async ({ search }) => (await get('/mail', search)).total,
    users: async ({ search }) => (await get('/user', search)).total,
    blockers: async ({ search }) => {
      const { data } = await get('/closing-checklist', { period: search['open'], module: PERIOD_MODULES.join(',') });
      return (data as unknown as { total: number }).total;
    },
    rates: async () => {
      const [before, now] = [await ratesOf(addMonths(days.month, -1)), await ratesOf(days.month)];
      return before.filter((rate) => !now.includes(rate)).length;
    },
    second_person: async () => (await get('/access/changes', { state: 'waiting' })).total,
  };
  const pairs: Pair[] = [];
  for (const { kind, count, opens } of board.alerts) pairs.push([`alert ${kind}`, count, await countOf[kind](opens)]);
  return pairs;
}

async function chartsAndReports(app: TestServer, get: Get, charts: DashboardCharts, board: Dashboard): Promise<Pair[]> {
  const days = daysOf(board);
  const { rows: accounts } = await sql<{ acct_code: string; group: string | null; cash: boolean }>`
    select acct_code, case when acct_class = 'I' then acct_group end as group,
      role is not distinct from 'CIB' or acct_code in (select acct_code from bank) as cash from account`.execute(
    app.database,
  );
  const codes = (are: (account: (typeof accounts)[number]) => boolean) =>
    new Set<unknown>(accounts.filter(are).map(({ acct_code }) => acct_code));
  const period = (month: string) => ({ type: 'ftm', year: month.slice(0, 4), month: Number(month.slice(5, 7)) });
  const balances = async (month: string, of: Set<unknown>, more: Query = {}) => {
    const { data } = await get('/rpt/tbal', { ...period(month), ...more });
    return data.filter((row) => of.has(row['account_code']));
  };
  const net = (rows: readonly Row[], plus: string, minus: string) =>
    amountText(requireSum(sumOf(rows, plus)) - requireSum(sumOf(rows, minus)));
  const pairs: Pair[] = [];
  for (const { month, cash_in, cash_out } of charts.cash ?? []) {
    const rows = await balances(
      month,
      codes(({ cash }) => cash),
    );
    pairs.push([`cash ${month}`, [cash_in, cash_out], [sumOf(rows, 'cur_debit'), sumOf(rows, 'cur_credit')]]);
  }
  for (const { month, income, expense } of charts.results ?? []) {
    const [earned, spent] = await Promise.all(
      ['I', 'E'].map((kind) =>
        balances(
          month,
          codes(({ group }) => group === kind),
          { closing: '0' },
        ),
      ),
    );
    pairs.push([
      `results ${month}`,
      [income, expense],
      [net(earned!, 'cur_credit', 'cur_debit'), net(spent!, 'cur_debit', 'cur_credit')],
    ]);
  }
  const { receivables, aging, own, documents } = charts;
  for (const { month, billed, collected } of receivables?.months ?? []) {
    const account = receivables!.account_code;
    const { totals } = await get('/rpt/gledger', { ...period(month), account_from: account, account_to: account });
    pairs.push([`receivables ${month}`, [billed, collected], [totals['debit'], totals['credit']]]);
  }
  if (aging !== null) {
    const { date_to, ...ages } = aging;
    const { totals } = await get('/billing/getDaysAgedByCus', { date_to });
    pairs.push(['aging', ages, Object.fromEntries(Object.keys(ages).map((name) => [name, totals[name]]))]);
  }
  for (const { status, count } of own ?? [])
    pairs.push([`own ${status}`, count, (await batchesOf(get, 'own_month', days, { status })).total]);
  for (const { document_type, total } of documents ?? []) {
    const list = await get('/trx/header', { document_type, document_date: days.month });
    pairs.push([`documents ${document_type}`, total, list.total]);
  }
  if (documents !== null) {
    const all = documents.reduce((sum, { total }) => sum + total, 0);
    pairs.push(['documents', all, (await batchesOf(get, 'of_month', days)).total]);
  }
  return pairs;
}
