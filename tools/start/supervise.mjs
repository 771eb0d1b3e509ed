// Keeping the server alive: it runs in a process of its own, and is started again when that ended by itself. No dependency.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_FLAGS } from './server-flags.mjs';

/** Pauses (ms) before the next start, by how many endings of its own fault came quickly before; after them it is given up. */
const PAUSES_MS = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000];

/** A server that lived this long (ms) has not failed in starting. */
const SETTLED_MS = 60_000;

/**
 * Runs a program of Node until it has ended for good, and resolves to its exit code. It is started again when it ends with
 * another code than 0 or is killed, if it had said once that it is ready: what never got so far says its reason on the
 * console and is not tried again. SIGINT and SIGTERM are passed on and end it for good. It notices by the end of its
 * channel (`disconnect`) when this process is killed. It is told as soon as what it serves is `built` (`AWAITS_BUILD`).
 * @param {string} program
 * @param {{ pauses?: readonly number[], built?: Promise<void> }} [options]
 * @returns {Promise<number>}
 */
export async function supervise(program, { pauses = PAUSES_MS, built = Promise.resolve() } = {}) {
  const told = new AbortController();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      told.abort();
      server?.kill(signal);
    });
  }
  let wasReady = false;
  let quick = 0;
  for (;;) {
    let isReady = false;
    const started = performance.now();
    const forked = fork(program, {
      execArgv: SERVER_FLAGS,
      env: { ...process.env, AWAITS_BUILD: '1' },
    });
    server = forked;
    // One that ended meanwhile is told nothing.
    void built.then(() => forked.connected && forked.send('built', () => {}));
    server.once('message', () => (isReady = wasReady = true));
    const [code, signal] = await once(server, 'exit');
    const exitCode = code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)];
    if (told.signal.aborted || exitCode === 0 || !wasReady) return exitCode;
    const killed = isReady && signal === 'SIGKILL';
    quick = killed || performance.now() - started > SETTLED_MS ? 0 : quick + 1;
    const pause = pauses[quick];
    if (pause === undefined) {
      console.error(`The server ended ${quick} times soon after its start and is not started again.`);
      return exitCode;
    }
    console.error(`The server ended (${signal ?? `code ${code}`}) and is being started again.`);
    await delay(pause, undefined, { signal: told.signal }).catch(() => {});
    if (told.signal.aborted) return 0;
  }
}
