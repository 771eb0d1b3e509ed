import { openConnection, type HttpConnection } from './http-load.ts';
import { withClient } from './scratch-cluster.ts';
import type { Books } from './stage.ts';

/** Milliseconds of one read over HTTP. An answer that is not 200 ends the run. */
export async function timeRead(
  connection: HttpConnection,
  { path, headers }: { path: string; headers: Books['reader'] },
): Promise<number> {
  const began = performance.now();
  const { status, body } = await connection.send({ method: 'GET', path, headers });
  const time = performance.now() - began;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  return time;
}

/** Milliseconds of every answer, ascending; each path once before it counts, and the same number of times. */
export async function timeReads(
  { server, reader }: Books,
  paths: readonly string[],
  ends_at: number,
): Promise<number[]> {
  const connection = await openConnection(server.port);
  try {
    for (const path of paths) await timeRead(connection, { path, headers: reader });
    const times: number[] = [];
    do {
      for (const path of paths) times.push(await timeRead(connection, { path, headers: reader }));
    } while (performance.now() < ends_at);
    return times.toSorted((a, b) => a - b);
  } finally {
    connection.close();
  }
}

/** Milliseconds of the statements one after the other on a bare connection, ascending; the first round does not count. */
export async function timeBareReads(
  { ownerUrl }: Books,
  statements: readonly { name: string; text: string; values?: readonly unknown[] }[],
  ends_at: number,
): Promise<number[]> {
  return withClient(ownerUrl, async (client) => {
    const times: number[] = [];
    while (times.length < 3 || performance.now() < ends_at) {
      const began = performance.now();
      for (const { name, text, values = [] } of statements) await client.query({ name, text, values: [...values] });
      times.push(performance.now() - began);
    }
    return times.slice(1).toSorted((a, b) => a - b);
  });
}
