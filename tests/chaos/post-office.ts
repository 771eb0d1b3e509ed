import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';
import { freePort } from '../../bench/talaan-server.ts';

/** A mail server in a process of its own, to be killed and started again on its port. */
export interface PostOffice {
  /** What a server needs to send its mail here. */
  readonly environment: Readonly<Record<string, string>>;
  /** The Message-IDs of what it said yes to, in their order: every one of them, also of a mail that came twice. */
  received(): string[];
  start(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-post-'));
  const file = path.join(folder, 'received');
  const port = await freePort();
  let running: ChildProcess | undefined;
  async function start(): Promise<void> {
    const script = projectPath('apps', 'server', 'src', 'testing', 'mail-server-process.ts');
    running = spawn(process.execPath, ['--import', 'tsx', script, String(port), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(running.stdout!, 'data');
  }
  async function kill(): Promise<void> {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }
  await start();
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Talaan <books@sampol.example>' },
    received: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []),
    start,
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Queues mails as a transaction of the product does, each of a cause of its own. */
export async function queueMails(owner: pg.Client, count: number): Promise<void> {
  await asSystem(
    owner,
    `insert into mail_message (template, source, to_address, subject, body_text, body_html)
     select 'chaos', gen_random_uuid()::text, 'ana@sampol.example', 'Receipt', 'Attached', '<p>Attached</p>'
     from generate_series(1, ${count})`,
  );
}

/** Lets the minutes pass after which a mail is tried again; with `held` also those for which a dead server keeps its own. */
export async function letMinutesPass(owner: pg.Client, { held }: { held: boolean }): Promise<void> {
  await asSystem(
    owner,
    `update mail_message set next_try_at = now()${held ? ', held_until = null' : ''}
     where state = 'waiting' ${held ? '' : 'and held_until is null'}`,
  );
  await owner.query(
    `select graphile_worker.add_job('send_mail', '{}'::json, job_key => 'send_mail', max_attempts => 3)`,
  );
}

/** The Message-ID of every mail that was queued here, how many of them are not known to be sent, and those of other mails. */
export async function readMails(owner: pg.Client): Promise<{ ids: string[]; unsent: number; others: string[] }> {
  const { rows } = await owner.query<{ message_key: string; state: string; is_ours: boolean }>(
    `select message_key::text, state, template = 'chaos' as is_ours from mail_message`,
  );
  const ours = rows.filter(({ is_ours }) => is_ours);
  return {
    ids: ours.map(({ message_key }) => message_key),
    unsent: ours.filter(({ state }) => state !== 'sent').length,
    others: rows.filter(({ is_ours }) => !is_ours).map(({ message_key }) => message_key),
  };
}

async function asSystem(owner: pg.Client, statement: string): Promise<void> {
  await owner.query(`begin; set local talaan.user_id = 'system'; ${statement}; commit`);
}
