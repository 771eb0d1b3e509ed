import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inProject } from '../run.mjs';

/** Each test starts programs, which takes its time on a machine that does other work. */
const PATIENCE = 30_000;

let folder: string;
let supervisor: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'talaan-supervise-'));
});
afterEach(() => {
  supervisor?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Supervises a program that does this and notes that it started; without a pause, three times at most. */
function supervise(deeds: string): ChildProcess {
  const program = path.join(folder, 'server.cjs');
  const starts = JSON.stringify(path.join(folder, 'starts'));
  writeFileSync(program, `${deeds}\nrequire('fs').appendFileSync(${starts}, process.pid + '\\n');`);
  const script = `import { supervise } from ${JSON.stringify(inProject('tools/start/supervise.mjs'))};
    process.exit(await supervise(${JSON.stringify(program)}, { pauses: [0, 0, 0] }));`;
  supervisor = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  return supervisor;
}

const starts = () => readFileSync(path.join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);
const untilStarted = (times: number) => vi.waitFor(() => expect(starts()).toHaveLength(times), { timeout: 10_000 });
const codeOf = async (process_: ChildProcess) => ((await once(process_, 'exit')) as [number | null])[0];
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const SERVE = `for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(end, () => process.exit(0));
  setInterval(() => {}, 1000);
  process.send('ready');`;

it(
  'starts a server again that ended by itself, until it ends thrice soon after its start',
  async () => {
    expect(await codeOf(supervise(`process.send('ready'); setTimeout(() => process.exit(7), 100);`))).toBe(7);
    expect(starts()).toHaveLength(3);
  },
  PATIENCE,
);

it(
  'starts a server again as often as it is killed',
  async () => {
    supervise(SERVE);
    for (let start = 1; start <= 4; start += 1) {
      await untilStarted(start);
      expect(process.kill(starts().at(-1)!, 'SIGKILL')).toBe(true);
    }
  },
  PATIENCE,
);

it.each([
  ['refuses to start', 'process.exitCode = 3;', 3],
  ['ends in order', `process.send('ready'); setTimeout(() => process.exit(0), 100);`, 0],
])(
  'does not start a server again that %s',
  async (_, deeds, code) => {
    expect(await codeOf(supervise(deeds))).toBe(code);
    expect(starts()).toHaveLength(1);
  },
  PATIENCE,
);

it.each(['SIGTERM', 'SIGINT'] as const)(
  'passes %s on and starts nothing again',
  async (signal) => {
    const asked = supervise(SERVE);
    await untilStarted(1);
    asked.kill(signal);
    expect(await codeOf(asked)).toBe(0);
    expect(starts()).toHaveLength(1);
  },
  PATIENCE,
);

it(
  'leaves no server behind when it is killed',
  async () => {
    const killed = supervise(SERVE);
    await untilStarted(1);
    killed.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(starts()[0]!)).toBe(false), { timeout: 10_000 });
  },
  PATIENCE,
);
