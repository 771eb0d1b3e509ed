import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../apps/server/src/access/sign-in/password-check.ts';
import { projectPath } from '../apps/server/src/platform/project-paths.ts';
import { SERVER_FLAGS } from '../tools/start/server-flags.mjs';
import { openConnection } from './http-load.ts';

/** The built server as a process of its own, as it runs in production. */
export interface TalaanServer {
  readonly port: number;
  readonly process: ChildProcess;
  /** Signs in by user id and the demo password and answers the headers of a signed-in browser. */
  signIn(user_id: string): Promise<SessionHeaders>;
  /** Resolves when the server and its database answer. Throws when the server has ended. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

export type SessionHeaders = Readonly<Record<'cookie' | 'x-csrf-token' | 'content-type', string>>;

const SERVER = projectPath('apps', 'server', 'dist', 'main.js');

/**
 * Starts the server of `apps/server/dist`, or another program that does so, on a free port of this machine and waits until it
 * is ready.
 */
export async function startTalaanServer(
  environment: Readonly<Record<string, string>>,
  program = SERVER,
): Promise<TalaanServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [...SERVER_FLAGS, program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      TALAAN_DEMO: '0',
      REQUESTS_PER_MINUTE: '1000000000',
      CLIENT_REQUESTS_PER_MINUTE: '1000000000',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endWithParent = () => child.kill('SIGKILL');
  process.once('exit', endWithParent);
  child.once('exit', () => process.off('exit', endWithParent));
  const untilReady = async () => {
    while (!(await isReady(port))) {
      if (hasEnded(child)) throw new Error('The server ended before it was ready.');
      await delay(10);
    }
  };
  await untilReady();
  return {
    port,
    process: child,
    untilReady,
    signIn: (user_id) => signIn(port, user_id),
    async stop() {
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}

async function signIn(port: number, user_id: string): Promise<SessionHeaders> {
  const connection = await openConnection(port);
  try {
    const { status, head, body } = await connection.send({
      method: 'POST',
      path: '/api/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, password: DEMO_PASSWORD }),
    });
    const cookie = /^set-cookie: (talaan=[^;]+)/im.exec(head)?.[1];
    if (status !== 200 || !cookie) throw new Error(`${user_id} cannot sign in: ${status} ${body}`);
    const { data } = JSON.parse(body) as { data: { token: string } };
    return { cookie, 'x-csrf-token': data.token, 'content-type': 'application/json' };
  } finally {
    connection.close();
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
