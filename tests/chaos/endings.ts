import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TalaanServer } from '../../bench/talaan-server.ts';
import type { CrashingProduct } from './crashing-product.ts';
import type { PostingCrew } from './posting-crew.ts';

/** A way in which the running product ends while the crew works. */
export interface Ending {
  readonly name: string;
  /** What its time is, for the figures. */
  readonly felt_as: string;
  /** The most (ms) that it may be felt, in the middle of all times and ever (reliability G-R12, G-R26). */
  readonly limits: { readonly median: number; readonly longest: number };
  /** Whether the same process of the server is there afterwards. */
  readonly outlived: boolean;
  /** Brings the product to its end and lets it come back; answers the running server and how long (ms) it was felt. */
  bringAbout(
    server: TalaanServer,
    product: CrashingProduct,
    crew: PostingCrew,
  ): Promise<readonly [TalaanServer, number]>;
}

const RECOVERY = { median: 5000, longest: 10_000 };

/** One that the product comes back from by itself, its server started again where that had to end. */
function sudden(name: string, end: (product: CrashingProduct) => Promise<void>, outlived = true): Ending {
  return {
    name,
    outlived,
    felt_as: outlived ? 'ready' : 'started again',
    limits: RECOVERY,
    async bringAbout(server, product, crew) {
      const working = crew.work(server);
      await workFor(crew, anyMoment());
      await end(product);
      const [, felt] = await timed(() => server.untilReady());
      crew.rest();
      await working;
      return [server, felt];
    },
  };
}

export const RESTARTED_DATABASE = sudden('restarted outside database', (product) => product.restartDatabase());

export const ENDINGS: readonly Ending[] = [
  sudden('killed server', (product) => product.killServer(), false),
  sudden('killed database', (product) => product.killDatabase()),
  sudden('round of ended connections', (product) => product.endConnections()),
  {
    name: 'server asked to stop',
    outlived: false,
    felt_as: 'exit 0',
    limits: { median: 3000, longest: 3000 },
    async bringAbout(server, product, crew) {
      const unfinished = sendHalfARequest(server.port);
      const working = crew.work(server, 'stay');
      await workFor(crew, anyMoment());
      const [exitCode, felt] = await timed(() => product.askToStop());
      expect(exitCode).toBe(0);
      await working;
      unfinished.destroy();
      return [await product.start(), felt];
    },
  },
];

/** Lets the crew work until something was acknowledged from now on, and the given time (ms) beyond it. */
export async function workFor(crew: PostingCrew, milliseconds: number): Promise<void> {
  const before = crew.acknowledged.posted.length;
  await expect.poll(() => crew.acknowledged.posted.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await delay(milliseconds);
}

/** A moment that nobody chose, in milliseconds. */
const anyMoment = () => 100 + Math.random() * 400;

async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await act(), performance.now() - started];
}

/** A caller who never ends what he began to send. */
function sendHalfARequest(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(
    'POST /api/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  );
  return socket;
}
