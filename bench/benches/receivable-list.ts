import { calendarDateOf, startOfMonth, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import { loadReceivables } from '../ledger/load-receivables.ts';
import { withClient } from '../scratch-cluster.ts';
import type { Books } from '../stage.ts';
import { timeBareReads, timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';
import { measureReport, type MeasuredReport } from './reports.ts';

const ROWS = 50;
const MONTH = calendarDateOf(yearOf(today()) - 1, 6, 1)!;
const THIS_MONTH = startOfMonth(today());

/** What people ask of both lists: a month, its far pages and filters, how far it is collected, states, words and numbers. */
const QUERIES = [
  `billing?request_date=${MONTH}`,
  `billing?request_date=${MONTH}&page=200`,
  `billing?request_date=${MONTH}&sort=-total_amount`,
  `billing?request_date=${MONTH}&sort=document_number`,
  `billing?request_date=${MONTH}&accounting_status=7`,
  `billing?request_date=${MONTH}&collection_status=1&page=2`,
  `billing?request_date=${MONTH}&collection_status=2&sort=-total_amount`,
  `billing?request_date=${THIS_MONTH}&collection_status=0`,
  'billing?collection_status=0',
  'billing?collection_status=0&page=200',
  'billing?collection_status=1&sort=total_amount',
  'billing?collection_status=2',
  'billing?collection_status=20',
  'billing?status=3,4,5',
  'billing?search=BI-HOB0004711',
  'billing?search=courier%20of%20branch%20997',
  'billing?amount_from=100&amount_to=101',
  'billing?preparer=me',
  `collection?collection_date=${MONTH}`,
  `collection?collection_date=${MONTH}&page=200`,
  `collection?collection_date=${MONTH}&sort=-total_amount`,
  `collection?collection_date=${MONTH}&accounting_status=7`,
  `collection?collection_date=${MONTH}&bank_id=1`,
  `collection?collection_date=${MONTH}&is_or_ar=1`,
  'collection?accounting_status=20',
  'collection?status=1,2',
  'collection?search=4711',
  'collection?waiting_days=30&status=2',
] as const;

/** Lists of as many billings and collections as the large ledger has lines, one connection, against the bare reads of a month. */
export const receivableList: Bench = {
  name: 'receivable-list',
  last: true,
  async measure({ small, settings }) {
    await withClient(small.ownerUrl, (owner) => loadReceivables(owner, settings.lines));
    const until = () => performance.now() + settings.seconds * 2000;
    const paths = QUERIES.map((query) => `/api/trx/${query}&pages=${ROWS}`);
    const ours = await timeReads(small, paths, until());
    const bare = await timeBareReads(small, BARE_READS, until());
    const open = await timeReads(small, ['/api/getUncollectedBill'], until());
    const bareOpen = await timeBareReads(small, BARE_OPEN, until());
    return [
      {
        id: 'L4 p95',
        title: `Lists of ${settings.lines.toLocaleString('en')} billings and collections, 95th percentile`,
        unit: 'ms',
        ours: percentile(ours, 0.95),
        yardstick: null,
        goal: { at_most: 50 },
      },
      {
        id: 'L4',
        title: 'The same, median : bare reads of a page of a month and its count',
        unit: 'ms',
        ours: percentile(ours, 0.5),
        yardstick: percentile(bare, 0.5),
        goal: null,
      },
      {
        id: 'L5',
        title: 'The 1,000 oldest open invoices of everybody : the bare read of what stands open',
        unit: 'ms',
        ours: percentile(open, 0.5),
        yardstick: percentile(bareOpen, 0.5),
        // The call adds up what was open at the end of the day, invoice by invoice.
        goal: null,
      },
      ...(await measureAll(small, settings.seconds)),
    ] satisfies Figure[];
  },
};

/** P9 of what customers owe and what was sold, with as many invoices and collections. */
async function measureAll(books: Books, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const report of REPORTS) figures.push(await measureReport(books, report, seconds));
  return figures;
}

const DAYS = `type=ftm&year=${yearOf(MONTH)}&month=6`;
const NUMBERED = `left join lateral (select number_text from number_issue i where i.document_id = e.document_id order by cycle desc limit 1) n on true`;
const entriesOf = (type: string) =>
  `journal_entry e where e.document_type = '${type}' and e.entry_date >= $1 and e.entry_date < $1::date + interval '1 month'`;
const pageOf = (type: string) => `(select * from ${entriesOf(type)} order by e.entry_date, e.id limit 200) e`;
const RECEIVABLE = {
  text: `select sum(b.debit - b.credit) from balance_account b join account a on a.id = b.account_id where a.role = 'AR'`,
};
/** What is open now, with what was taken of it, entry by entry. */
const OPEN = `batch b join document d on d.batch_id = b.id join billing i on i.document_id = d.id
  join journal_entry e on e.document_id = d.id and e.reverses_id is null join payee p on p.id = d.payee_id
  cross join lateral (select coalesce(sum(s.amount_php), 0) as taken from settlement s where s.invoice_id = d.id) s
  where b.collection_status in (0, 1) and b.deleted_at is null`;
const SOLD = `join collection_application a on a.document_id = e.document_id
  join billing_service_line s on s.document_id = a.billing_document_id
  join journal_entry i on i.document_id = a.billing_document_id and i.reverses_id is null
  join posting p on p.entry_id = i.id and p.line_no = s.line_no + 1`;
const BILLED = `join billing_service_line s on s.document_id = e.document_id
  join posting p on p.entry_id = e.id and p.line_no = s.line_no + 1`;
const salesOf = (name: string, query: string, type: string, lines: string, account: string): MeasuredReport => ({
  name,
  path: `/api/rpt/salesrep?${DAYS}${query}`,
  bare: [
    {
      text: `select e.*, s.*, p.credit, y.payee_desc, y.tin, f.record, n.number_text from ${pageOf(type)} ${lines}
        join payee y on y.id = e.payee_id left join frozen_paper f on f.document_id = e.document_id ${NUMBERED}
        order by e.entry_date, e.id`,
      values: [MONTH],
    },
    {
      text: `select sum(s.total_amount), sum(p.credit) from (select * from ${entriesOf(type)}) e ${lines}`,
      values: [MONTH],
    },
    {
      text: `select sum(v.credit - v.debit) from (select * from ${entriesOf(type)}) e join posting v on v.entry_id = e.id
        and v.account_id in (select id from account where role = '${account}')`,
      values: [MONTH],
    },
  ],
});

const REPORTS: readonly MeasuredReport[] = [
  {
    name: 'Billing list',
    path: `/api/billing/list?${DAYS}`,
    bare: [
      {
        text: `select e.*, i.*, y.payee_desc, n.number_text, s.* from ${pageOf('BI')} join billing i on i.document_id = e.document_id
          join payee y on y.id = e.payee_id left join settlement s on s.invoice_id = e.document_id ${NUMBERED}
          order by e.entry_date, e.id`,
        values: [MONTH],
      },
      {
        text: `select sum(e.total), sum(s.taken) from (select * from ${entriesOf('BI')}) e cross join lateral (
          select sum(amount_php) as taken from settlement s where s.invoice_id = e.document_id) s`,
        values: [MONTH],
      },
    ],
  },
  {
    name: 'Aging by customer',
    path: `/api/billing/getDaysAgedByCus?date_to=${today()}`,
    bare: [
      { text: `select p.payee_desc, d.document_date, sum(e.total - s.taken) from ${OPEN} group by 1, 2` },
      RECEIVABLE,
    ],
  },
  {
    name: 'Aging by invoice',
    path: `/api/billing/getDaysAgedByBillNo?date_to=${today()}`,
    bare: [
      {
        text: `select b.batch_number, d.document_number, d.document_date, i.*, p.payee_desc, e.total, s.taken from ${OPEN}`,
      },
      RECEIVABLE,
    ],
  },
  salesOf('Sales journal by receipt', '', 'CN', SOLD, 'AR'),
  salesOf('Sales journal by invoice', '&basis=invoice', 'BI', BILLED, 'OUTPUT_VAT'),
];

const OF_MONTH = `
  from batch b
  where b.document_type = 'BI' and b.deleted_at is null
    and b.document_date >= $1 and b.document_date < $1::date + interval '1 month'`;

const PAGE = `
  select b.*, d.document_number, i.due_date, i.collected_amount, p.payee_desc
  from (select b.id ${OF_MONTH} order by b.document_date desc, b.id desc limit $2) w
  join batch b on b.id = w.id join document d on d.batch_id = b.id join billing i on i.document_id = d.id
  left join payee p on p.id = b.payee_id
  order by b.document_date desc, b.id desc`;

const BARE_READS = [
  { name: 'page', text: PAGE, values: [MONTH, ROWS] },
  { name: 'count', text: `select count(*) ${OF_MONTH}`, values: [MONTH] },
];

const BARE_OPEN = [
  {
    name: 'open',
    text: `
      select b.batch_number, d.document_number, i.due_date, d.total_amount, i.collected_amount, p.payee_desc
      from batch b join document d on d.batch_id = b.id join billing i on i.document_id = d.id join payee p on p.id = d.payee_id
      where b.status = 7 and b.deleted_at is null and b.collection_status in (0, 1)
      order by b.document_date, b.id limit 1000`,
  },
];
