import pg from 'pg';
import { expect } from 'vitest';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { today } from '../../apps/server/src/platform/clock.ts';
import type { TalaanServer } from '../../bench/talaan-server.ts';

/** A file of a report of which the server has made a piece that it cannot store yet. */
export interface HeldFile {
  /** As the tray shows it now. */
  inTray(): Promise<ReportFile>;
  /** What the server answers to who takes it out. */
  take(): Promise<Response>;
  /** Whether it is, byte by byte, what the call of its report sends at once. */
  isWhole(): Promise<boolean>;
  /** From now on pieces can be stored. */
  letGo(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Has the subsidiary of three years made in the background, and comes back when the server is in the middle of it. It has fewer rows
 * than are made so when they are asked for, and is held: the moment is there as in a file of a minute.
 */
export async function holdFile(server: TalaanServer, ownerUrl: string): Promise<HeldFile> {
  const headers = await server.signIn('auditor');
  const call = (path: string, rest: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}/api${path}`, { headers, ...rest });
  const day = today();
  const filter = { type: 'daily', date_from: `${Number(day.slice(0, 4)) - 2}-01-01`, date_to: day };
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(
    `insert into report_file (user_id, report, title, subject, filter, format)
     select id, 'subsidiary', 'Subsidiary', 'THREE YEARS', $1, 'csv' from app_user where user_id = 'auditor' returning id`,
    [filter],
  );
  const { id } = rows[0]!;
  // The first piece waits for one in its place that is not yet there for anybody.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(`insert into report_file_part (file_id, attempt, no, bytes) values ($1, 1, 0, 'held')`, [id]);
  const held = async () => {
    // pg_stat_activity would show a transaction the connections of its first look for ever.
    const found = await owner.query<{ held: number }>(
      'select count(distinct pid)::int as held from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    return found.rows[0]!.held;
  };
  await expect.poll(held, { timeout: 60_000, interval: 20 }).toBe(1);
  return {
    async inTray() {
      const { data } = (await (await call('/report-files')).json()) as { data: ReportFile[] };
      return data.find((file) => file.id === id)!;
    },
    take: () => call(`/report-files/${id}/file`),
    async isWhole() {
      const query = new URLSearchParams({ ...filter, format: 'csv' });
      const [made, sent] = await Promise.all([
        (await call(`/report-files/${id}/file`)).text(),
        (await call(`/rpt/subledgerReport/export?${query.toString()}`)).text(),
      ]);
      return made === sent && made.length > 1000;
    },
    async letGo() {
      await owner.query('rollback');
      await owner.end();
    },
    async remove() {
      expect((await call(`/report-files/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(200);
    },
  };
}

/** Lets the half minute pass for which a maker who is silent keeps his file. */
export async function letMakerGo(owner: pg.Client): Promise<void> {
  await owner.query(`update report_file set beat_at = now() - interval '31 seconds' where state = 'working'`);
}
