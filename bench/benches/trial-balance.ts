import { yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import { runLoad } from '../http-load.ts';
import { withClient } from '../scratch-cluster.ts';
import type { Books } from '../stage.ts';
import type { Bench } from './bench.ts';

/** June of last year: a whole month in the middle of the ledger. */
const YEAR = yearOf(today()) - 1;
const MONTH = 6;

/** P6, P7: the trial balance over HTTP, one connection, against the bare queries on one connection. */
export const trialBalance: Bench = {
  name: 'trial-balance',
  async measure({ large, small, settings }) {
    const raw_month = await withClient(large.ownerUrl, (client) =>
      medianTime(settings.seconds / 2, () =>
        client.query({ name: 'rollup', text: ROLLUP, values: [YEAR * 100 + MONTH] }),
      ),
    );
    const month = await readMedian(large, MONTH_PATH, settings.seconds);
    const small_month = await readMedian(small, MONTH_PATH, settings.seconds);
    const raw_sum = await withClient(large.ownerUrl, (client) =>
      medianTime(settings.seconds / 2, () => client.query({ name: 'sum', text: SUM, values: [FROM, TO] })),
    );
    const days = await readMedian(large, DAYS_PATH, settings.seconds);
    return [
      {
        id: 'P6',
        title: 'Trial balance of a month over HTTP : the bare query of the running sums',
        unit: 'ms',
        ours: month,
        yardstick: raw_month,
        goal: { at_most: 3 },
      },
      {
        id: 'P6 size',
        title: 'The same, large ledger : small ledger',
        unit: 'ms',
        ours: month,
        yardstick: small_month,
        goal: { at_most: 1.3 },
      },
      {
        id: 'P7',
        title: 'Trial balance of 10 to 20 June over HTTP : plain sums of the postings',
        unit: 'ms',
        ours: days,
        yardstick: raw_sum,
        goal: { at_most: 0.25 },
      },
    ] satisfies Figure[];
  },
};

export const MONTH_PATH = `/api/rpt/tbal?type=ftm&year=${YEAR}&month=${MONTH}`;
/** The first day that it does not have. */
export const MONTH_ENDS = `${YEAR}-07-01`;
const FROM = `${YEAR}-06-10`;
const TO = `${YEAR}-06-20`;
const DAYS_PATH = `/api/rpt/tbal?type=daily&date_from=${FROM}&date_to=${TO}`;

async function readMedian({ server, reader }: Books, path: string, seconds: number): Promise<number> {
  const request = { method: 'GET', path, headers: reader } as const;
  const { latencies } = await runLoad({ port: server.port, connections: 1, seconds, next: () => request });
  return percentile(latencies, 0.5);
}

/** Milliseconds of the median call within the time; three calls at least, the first one not counted. */
async function medianTime(seconds: number, call: () => Promise<unknown>): Promise<number> {
  await call();
  const times: number[] = [];
  const ends_at = performance.now() + seconds * 1000;
  while (times.length < 3 || performance.now() < ends_at) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

const ROLLUP = `
  select a.acct_code, a.acct_desc, t.opening, t.debit, t.credit, t.opening + t.debit - t.credit as closing
  from account a join (
    select account_id, coalesce(sum(debit - credit) filter (where period < $1), 0) as opening,
      coalesce(sum(debit) filter (where period = $1), 0) as debit,
      coalesce(sum(credit) filter (where period = $1), 0) as credit
    from balance_account where period <= $1 group by account_id) t on t.account_id = a.id
  order by a.acct_code`;

const SUM = `
  select a.acct_code, a.acct_desc, t.opening, t.debit, t.credit, t.opening + t.debit - t.credit as closing
  from account a join (
    select account_id, coalesce(sum(debit - credit) filter (where entry_date < $1), 0) as opening,
      coalesce(sum(debit) filter (where entry_date >= $1), 0) as debit,
      coalesce(sum(credit) filter (where entry_date >= $1), 0) as credit
    from posting where entry_date <= $2 group by account_id) t on t.account_id = a.id
  order by a.acct_code`;
