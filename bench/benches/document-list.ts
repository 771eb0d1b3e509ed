import { calendarDateOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import { loadDocuments } from '../ledger/load-documents.ts';
import { withClient } from '../scratch-cluster.ts';
import { timeBareReads, timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';

const ROWS = 50;
const MONTH = calendarDateOf(yearOf(today()) - 1, 6, 1)!;
const PAID = 'document_type=CV,CW,OB,DM';

/** What people ask of the lists: a month, its far pages and filters, states, words and numbers, the archive, payments, queues. */
const QUERIES = [
  `header?${PAID}&document_date=${MONTH}`,
  `header?${PAID}&document_date=${MONTH}&page=200`,
  `header?${PAID}&document_date=${MONTH}&status=7`,
  `header?${PAID}&document_date=${MONTH}&sort=-total_amount`,
  `header?${PAID}&document_date=${MONTH}&sort=document_number`,
  `header?${PAID}`,
  `header?${PAID}&status=2,3,4,5`,
  `header?${PAID}&status=6`,
  `header?${PAID}&document_date=${MONTH}&bank_id=1`,
  `header?${PAID}&document_date=${MONTH}&payee_id=3`,
  `header?document_type=CR&document_date=${MONTH}&is_or_ar=1`,
  `header?status=20`,
  `header?${PAID}&search=Q00012345`,
  `header?${PAID}&search=00012345`,
  `header?${PAID}&search=12345.67`,
  `header?${PAID}&document_date=${MONTH}&search=kunwari`,
  `header?${PAID}&document_date=${MONTH}&search=courier%20of%20branch%20997`,
  `header?document_type=CR&document_date=${MONTH}`,
  `header?status=20&document_date=${MONTH}&sort=document_number`,
  `header?payments=1&document_date=${MONTH}`,
  `header?processing=1`,
  `header?${PAID}&preparer=me`,
  'queues?',
] as const;

/** What people look for over all months: frequent and rare words, several of them, numbers, amounts, what is not there. */
const TEXTS = [
  'rent',
  'kunwari',
  'courier of branch 997',
  'rent kunwari',
  'repairs 996 kunwari',
  'Q00012345',
  '00012345',
  '12345.67',
  'kunwari 12345.67',
  'nobody at all',
] as const;

/** The newest documents that hold a word: what the search cannot do without. */
const BARE_SEARCH = [
  {
    name: 'search',
    text: `select document_id from document_search where search_text like '%branch 997%' order by document_id desc limit 60`,
  },
];

/** Lists over as many documents as the large ledger has lines, one connection, against the bare reads of a month. */
export const documentList: Bench = {
  name: 'document-list',
  last: true,
  async measure({ small, settings }) {
    await withClient(small.ownerUrl, (owner) => loadDocuments(owner, settings.lines));
    const until = () => performance.now() + settings.seconds * 2000;
    const paths = QUERIES.map((query) => `/api/trx/${query}&pages=${ROWS}`);
    const ours = await timeReads(small, paths, until());
    const bare = await timeBareReads(small, BARE_READS, until());
    const asked = TEXTS.map((text) => `/api/trx/find?text=${encodeURIComponent(text)}`);
    const found = await timeReads(small, asked, until());
    const bareSearch = await timeBareReads(small, BARE_SEARCH, until());
    const boards = await timeReads(small, ['/api/dashboard'], until());
    const bareBoards = await timeBareReads(small, BARE_QUEUES, until());
    const charts = await timeReads(small, [`/api/dashboard/charts?month=${MONTH}`], until());
    const bareCharts = await timeBareReads(small, BARE_CHARTS, until());
    return [
      {
        id: 'L2 p95',
        title: `Lists of ${settings.lines.toLocaleString('en')} documents, 95th percentile`,
        unit: 'ms',
        ours: percentile(ours, 0.95),
        yardstick: null,
        goal: { at_most: 50 },
      },
      {
        id: 'L2',
        title: 'The same, median : bare reads of a page of a month and its count',
        unit: 'ms',
        ours: percentile(ours, 0.5),
        yardstick: percentile(bare, 0.5),
        // The calls ask much more than the bare page: how many times as much tells what a row costs.
        goal: null,
      },
      {
        id: 'L3 p95',
        title: `One search over ${settings.lines.toLocaleString('en')} documents, 95th percentile`,
        unit: 'ms',
        ours: percentile(found, 0.95),
        yardstick: null,
        goal: { at_most: 100 },
      },
      {
        id: 'L3',
        title: 'The same, median : the bare search of a rare text',
        unit: 'ms',
        ours: percentile(found, 0.5),
        yardstick: percentile(bareSearch, 0.5),
        goal: null,
      },
      {
        id: 'L6',
        title: `Dashboard over ${settings.lines.toLocaleString('en')} documents, median : what is on its way by status, bare`,
        unit: 'ms',
        ours: percentile(boards, 0.5),
        yardstick: percentile(bareBoards, 0.5),
        goal: { at_most: 3 },
      },
      {
        id: 'L7',
        title: 'Its charts of a month, median : days of the month, running sums and open invoices, bare',
        unit: 'ms',
        ours: percentile(charts, 0.5),
        yardstick: percentile(bareCharts, 0.5),
        goal: { at_most: 3 },
      },
    ] satisfies Figure[];
  },
};

const OF_MONTH = `
  from batch b
  where b.document_type = any ('{CV,CW,OB,DM}'::char(2)[]) and b.deleted_at is null
    and b.document_date >= $1 and b.document_date < $1::date + interval '1 month'`;

const PAGE = `
  select b.*, d.document_number, d.cheque_number, d.remarks, p.payee_desc
  from (select b.id ${OF_MONTH} order by b.document_date desc, b.id desc limit $2) w
  join batch b on b.id = w.id join document d on d.batch_id = b.id left join payee p on p.id = b.payee_id
  order by b.document_date desc, b.id desc`;

const BARE_READS = [
  { name: 'page', text: PAGE, values: [MONTH, ROWS] },
  { name: 'count', text: `select count(*) ${OF_MONTH}`, values: [MONTH] },
];

/**
 * What the reader is told: what is on its way, with its sum and since when each is where it is, the archive of a month, and how many
 * documents keep the month open.
 */
const BARE_QUEUES = [
  {
    name: 'on its way',
    text: `select currency_id, count(*), sum(total_amount), min(since) from (
      select b.currency_id, b.total_amount,
        coalesce((select max(m.at) from batch_move m where m.batch_id = b.id), b.date_encoded) as since
      from batch b where b.document_type = any ('{CV,CW,OB,DM,JE,CR,BI,CN,PO}'::char(2)[]) and b.status in (1, 2, 3, 4, 5, 6)
        and b.deleted_at is null and b.is_confidential = 0) w
    group by currency_id`,
  },
  {
    name: 'archive',
    text: `select count(*) from batch b where b.status = 20 and b.document_date >= date_trunc('month', now())::date`,
  },
  {
    name: 'open',
    text: `select count(*) from batch b join document d on d.batch_id = b.id
      where b.document_type = any ('{CV,CW,OB,DM,JE,CR,BI,CN}'::char(2)[]) and b.status in (1, 2, 3, 4, 5, 6) and b.deleted_at is null
        and b.document_date >= date_trunc('month', now())::date and d.voided_at is null`,
  },
];

/** What the charts of the reader are made of. */
const BARE_CHARTS = [
  {
    name: 'days',
    text: `select b.document_type, b.document_date, count(*) from batch b
      where b.document_type = any ('{CV,CW,OB,DM,JE,CR,BI,CN,PO}'::char(2)[]) and b.deleted_at is null and b.is_confidential = 0
        and b.document_date >= $1 and b.document_date < $1::date + interval '1 month' group by 1, 2`,
    values: [MONTH],
  },
  {
    name: 'sums',
    text: 'select period, account_id, debit, credit from balance_account where period between 202401 and 202412',
  },
  {
    name: 'aging',
    text: `select * from perhaps_open_invoices($1) m join open_invoices($1) i using (document_id)`,
    values: [MONTH],
  },
];
