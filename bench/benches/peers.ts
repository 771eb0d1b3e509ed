import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import path from 'node:path';
import { percentile, type Figure } from '../figures.ts';
import { withClient } from '../scratch-cluster.ts';
import type { Books } from '../stage.ts';
import { timeReads } from '../timed-reads.ts';
import type { Bench } from './bench.ts';
import { MONTH_PATH, MONTH_ENDS } from './trial-balance.ts';

/** What reads a journal of plain text, and the balances that a trial balance of a month shows in one of its columns. */
const PEERS = [
  { name: 'ledger', parameters: ['--no-pager', 'balance', '--flat', '--end', MONTH_ENDS], times: 500 },
  { name: 'hledger', parameters: ['balance', '--flat', '--no-total', '--end', MONTH_ENDS], times: 2000 },
] as const;

/** P8: the trial balance of a month over HTTP against the plain-text ledgers of this machine, from the same postings. */
export const peers: Bench = {
  name: 'peers',
  last: true,
  async measure({ large, cluster, settings }) {
    const installed = PEERS.filter(({ name }) => spawnSync(name, ['--version']).status === 0);
    if (installed.length === 0) return [];
    const journal = path.join(cluster.folder, 'peers.journal');
    try {
      await writeJournal(large, journal);
      const ours = percentile(await timeReads(large, [MONTH_PATH], performance.now() + settings.seconds * 1000), 0.5);
      return installed.map(({ name, parameters, times }): Figure => ({
        id: `P8 ${name}`,
        title: `Balances of all accounts to the end of a month by ${name} : trial balance over HTTP`,
        unit: 'ms',
        ours: timeProgram(name, ['-f', journal, ...parameters]),
        yardstick: ours,
        goal: { at_least: times },
      }));
    } finally {
      rmSync(journal, { force: true });
    }
  },
};

/** Every posting as a line of plain text, entry by entry: what both programs read. */
async function writeJournal({ ownerUrl }: Books, file: string): Promise<void> {
  const stream = createWriteStream(file);
  await withClient(ownerUrl, async (client) => {
    await client.query('begin read only');
    await client.query(`declare lines no scroll cursor for
      select string_agg(case line_no when first then format(E'\\n%s Entry %s\\n', entry_date, entry_id) else '' end
        || format(E'    A%s  %s\\n', acct_code, amount), '' order by entry_date, entry_id, line_no) as text
      from (select p.entry_date, p.entry_id, p.line_no, a.acct_code, p.debit - p.credit as amount,
          min(p.line_no) over (partition by p.entry_id) as first
        from posting p join account a on a.id = p.account_id) lines
      group by entry_date, entry_id order by entry_date, entry_id`);
    for (;;) {
      const { rows } = await client.query<{ text: string }>('fetch 5000 from lines');
      if (rows.length === 0) break;
      if (!stream.write(rows.map(({ text }) => text).join(''))) await once(stream, 'drain');
    }
  });
  stream.end();
  await once(stream, 'finish');
}

function timeProgram(program: string, parameters: readonly string[]): number {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const time = performance.now() - began;
  if (status !== 0 || stdout.split('\n').length < 100) throw new Error(`${program} failed: ${stderr.slice(0, 500)}`);
  return time;
}
