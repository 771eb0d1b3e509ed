import { yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import type { Books } from '../stage.ts';
import { timeBareReads, timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';

/** June of last year: a whole month in the middle of the ledger. */
const YEAR = yearOf(today()) - 1;
const MONTH = `type=ftm&year=${YEAR}&month=6`;
const PERIOD = YEAR * 100 + 6;
const FROM = `${YEAR}-06-01`;
const TO = `${YEAR}-06-30`;

export interface MeasuredReport {
  readonly name: string;
  readonly path: string;
  /** What one would write by hand for the first page: its rows with their names, and the totals. */
  readonly bare: readonly { readonly text: string; readonly values?: readonly unknown[] }[];
  /** It is served by running sums: its cost does not grow with the ledger. */
  readonly ofSums?: true;
}

const PAGE = 200;
const NAMED = `
  select p.*, e.document_type, e.rate, e.posted_at, e.remarks as head, y.payee_desc, r.brnc_code, a.acct_code, n.number_text
  from page p join journal_entry e on e.id = p.entry_id join account a on a.id = p.account_id join branch r on r.id = p.branch_id
  left join payee y on y.id = coalesce(p.payee_id, e.payee_id)
  left join lateral (select number_text from number_issue i where i.document_id = e.document_id order by cycle desc limit 1) n on true`;
const MOVED = {
  text: 'select account_id, sum(debit), sum(credit) from posting where entry_date between $1 and $2 group by 1',
  values: [FROM, TO],
};
const ROLLED = {
  text: 'select account_id, sum(debit) filter (where period = $1), sum(credit) filter (where period = $1), sum(debit - credit) from balance_account where period <= $1 group by 1',
  values: [PERIOD],
};
/** The proof of a ledger holds its endings against the sums by branch. */
const BY_BRANCH = {
  text: 'select account_id, sum(debit - credit) from balance_branch where period <= $1 group by 1',
  values: [PERIOD],
};
const pageOfEntries = (types: string) => ({
  text: `with page as (select p.* from (select id from journal_entry where document_type in (${types}) and entry_date between $1 and $2
      order by entry_date, id limit ${PAGE}) e join posting p on p.entry_id = e.id order by p.entry_date, p.entry_id, p.line_no limit ${PAGE}) ${NAMED}`,
  values: [FROM, TO],
});
const totalOfEntries = (types: string) => ({
  text: `select sum(total) from journal_entry where document_type in (${types}) and entry_date between $1 and $2`,
  values: [FROM, TO],
});
/** The proof of a book adds its lines up. */
const linesOfEntries = (types: string) => ({
  text: `select sum(p.debit), sum(p.credit) from journal_entry e join posting p on p.entry_id = e.id
    where e.document_type in (${types}) and e.entry_date between $1 and $2`,
  values: [FROM, TO],
});
/** The trail has what has no entry, and is held against all types. */
const notPosted = (types: string) => ({
  text: `select count(*) from document d join batch b on b.id = d.batch_id where d.document_type in (${types})
    and d.document_date between $1 and $2 and not exists (select from journal_entry e where e.document_id = d.id and e.round = b.cycle)`,
  values: [FROM, TO],
});
const pageOfAccounts = {
  text: `with page as (select p.* from (select id, acct_code from account order by acct_code) a cross join lateral (
      select * from posting p where p.account_id = a.id and p.entry_date between $1 and $2
      order by entry_date, entry_id, line_no limit ${PAGE}) p limit ${PAGE}) ${NAMED}`,
  values: [FROM, TO],
};

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
const periodText = (day: string) => Number(day.slice(0, 7).replace('-', ''));
/** Balances to the ends of the months of some days, with the names of their accounts. */
const balancesTo = (days: readonly string[], wanted = 'true') => ({
  text: `select a.acct_code, a.acct_desc, a.acct_parent, ${days.map((_day, at) => `sum(b.debit - b.credit) filter (where b.period <= $${at + 1})`).join(', ')}
    from balance_account b join account a on a.id = b.account_id where b.period <= $${days.length} and ${wanted} group by a.id order by 1`,
  values: days.map(periodText),
});
/** What moved in some months, with the names of its accounts. */
const movedIn = (wanted: string, periods: readonly number[]) => ({
  text: `select a.acct_code, a.acct_desc, a.acct_parent, ${periods.map((_period, at) => `sum(b.debit - b.credit) filter (where b.period = $${at + 1})`).join(', ')}
    from balance_account b join account a on a.id = b.account_id
    where b.period between $1 and $${periods.length} and ${wanted} group by a.id order by 1`,
  values: periods,
});
/** Entries that close a year are none of it. */
const CLOSED = {
  text: `select p.account_id, sum(p.debit - p.credit) from closing_entry c join posting p on p.entry_id = c.entry_id
    where p.entry_date between $1 and $2 group by 1`,
  values: [FROM, TO],
};

/** The chart, whose tree the page of a statement is. */
const CHART = {
  text: 'select id, acct_code, acct_desc, acct_type, acct_class, status from account order by acct_code',
  values: [],
};

const REPORTS: readonly MeasuredReport[] = [
  {
    name: 'Trial balance by department',
    path: `/api/rpt/tbal?${MONTH}&by=department`,
    ofSums: true,
    bare: [
      {
        text: `select department_id, account_id, sum(debit) filter (where period = $1), sum(credit) filter (where period = $1),
          sum(debit - credit) from balance_department where period <= $1 group by 1, 2`,
        values: [PERIOD],
      },
      ROLLED,
    ],
  },
  {
    name: 'Balance sheet',
    path: `/api/rpt/balance-sheet?date_to=${TO}`,
    ofSums: true,
    bare: [CHART, balancesTo([TO])],
  },
  {
    name: 'Balance sheet of twelve months',
    path: `/api/rpt/balance-sheet?date_to=${YEAR}-12-31&months=12`,
    ofSums: true,
    bare: [CHART, balancesTo(MONTHS.map((month) => `${YEAR}-${month}-01`))],
  },
  {
    name: 'Income statement',
    path: `/api/rpt/income-statement?${MONTH}`,
    ofSums: true,
    bare: [CHART, movedIn(`a.acct_class = 'I'`, [PERIOD]), CLOSED],
  },
  {
    name: 'Income statement by month',
    path: `/api/rpt/income-statement?type=daily&date_from=${YEAR}-01-01&date_to=${YEAR}-12-31&columns=month`,
    ofSums: true,
    bare: [
      CHART,
      movedIn(
        `a.acct_class = 'I'`,
        MONTHS.map((month) => YEAR * 100 + Number(month)),
      ),
      CLOSED,
    ],
  },
  {
    name: 'Cash flow',
    path: `/api/rpt/cash-flow?${MONTH}`,
    ofSums: true,
    bare: [
      CHART,
      movedIn('true', [PERIOD]),
      CLOSED,
      balancesTo([FROM, TO], `a.cash_flow = 'cash'`),
      {
        text: `select p.account_id, sum(p.debit - p.credit) from posting p join account a on a.id = p.account_id
          where a.cash_flow = 'cash' and a.currency_id <> 1 and p.fc_debit = 0 and p.fc_credit = 0 and p.entry_date between $1 and $2
          group by 1`,
        values: [FROM, TO],
      },
    ],
  },
  { name: 'Subsidiary', path: `/api/rpt/subledgerReport?${MONTH}`, bare: [ROLLED, MOVED, BY_BRANCH, pageOfAccounts] },
  { name: 'General ledger', path: `/api/rpt/gledger?${MONTH}`, bare: [ROLLED, MOVED, BY_BRANCH, pageOfAccounts] },
  {
    name: 'Subsidiary by analysis',
    path: `/api/rpt/subledgerAnalysis?${MONTH}`,
    bare: [
      {
        text: `select payee_id, account_id, sum(debit - credit) from balance_payee where period <= $1 group by 1, 2`,
        values: [PERIOD],
      },
      MOVED,
      pageOfAccounts,
    ],
  },
  {
    name: 'Books of account',
    path: `/api/rpt/boaje?${MONTH}`,
    bare: [totalOfEntries(`'JE', 'BI'`), linesOfEntries(`'JE', 'BI'`), ROLLED, pageOfEntries(`'JE', 'BI'`)],
  },
  {
    name: 'Audit trail',
    path: `/api/rpt/audit?${MONTH}&doc_type=JE`,
    bare: [totalOfEntries(`'JE'`), notPosted(`'JE'`), ROLLED, pageOfEntries(`'JE'`)],
  },
  {
    name: 'Revolving fund account',
    path: `/api/rpt/RFAReport?date_to=${TO}`,
    ofSums: true,
    bare: [
      {
        text: `select r.brnc_code, r.brnc_name, f.balance, m.last from (
            select b.account_id, b.branch_id, sum(b.debit - b.credit) as balance
            from account a join balance_branch b on b.account_id = a.id where a.role = 'RFA' and b.period <= $1 group by 1, 2) f
          join branch r on r.id = f.branch_id cross join lateral (
            select max(p.entry_date) as last from posting p
            where p.account_id = f.account_id and p.branch_id = f.branch_id and p.entry_date <= $2) m`,
        values: [PERIOD, TO],
      },
      ROLLED,
    ],
  },
  {
    name: 'Profitability',
    path: `/api/rpt/pnl?${MONTH}`,
    ofSums: true,
    bare: [
      {
        text: `select r.brnc_code, r.brnc_name, d.dept_code, d.dept_desc, m.measure, sum(b.debit - b.credit)
          from balance_department b join profitability_map m on m.account_id = b.account_id
            and m.version_id = (select id from report_map_version order by effective_from desc, version desc limit 1)
          left join department d on d.id = b.department_id and d.group_id in (3, 5, 6, 7, 8, 9)
          left join branch r on r.id = b.branch_id and d.id is null
          where b.period = $1 group by 1, 2, 3, 4, 5`,
        values: [PERIOD],
      },
      ROLLED,
    ],
  },
];

/** P9: the first page of a report over HTTP, one connection, against the bare reads that give the same rows and sums. */
export async function measureReport(
  books: Books,
  { name, path, bare }: MeasuredReport,
  seconds: number,
): Promise<Figure> {
  const until = () => performance.now() + seconds * 1000;
  const statements = bare.map(({ text, values }, at) => ({
    name: `${name} ${at}`,
    text,
    ...(values ? { values } : {}),
  }));
  return {
    id: `P9 ${name}`,
    title: `${name}, first page of a month over HTTP : the bare reads`,
    unit: 'ms',
    ours: percentile(await timeReads(books, [path], until()), 0.5),
    yardstick: percentile(await timeBareReads(books, statements, until()), 0.5),
    goal: { at_most: 3 },
  };
}

/** Each report of the ledger; those that running sums serve on the small one too. */
export const reports: Bench = {
  name: 'reports',
  async measure({ large, small, settings }) {
    const figures: Figure[] = [];
    for (const report of REPORTS) {
      const figure = await measureReport(large, report, settings.seconds);
      figures.push(figure);
      if (!report.ofSums) continue;
      const until = performance.now() + settings.seconds * 1000;
      figures.push({
        id: `${figure.id}, size`,
        title: 'The same, large ledger : small ledger',
        unit: 'ms',
        ours: figure.ours,
        yardstick: percentile(await timeReads(small, [report.path], until), 0.5),
        goal: { at_most: 1.3 },
      });
    }
    return figures;
  },
};
