import { calendarDateOf, startOfMonth, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import { loadReceivables } from '../ledger/load-receivables.ts';
import { withClient } from '../scratch-cluster.ts';
import { timeBareReads, timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';

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
    ] satisfies Figure[];
  },
};

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
