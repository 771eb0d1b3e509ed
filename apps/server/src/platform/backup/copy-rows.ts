import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/** What a statement of one's own may do on its connection, of which the driver's types tell only a part. */
interface CopyConnection {
  readonly stream: Duplex;
  query(statement: string): void;
  sendCopyFromChunk(rows: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const CHUNK_BYTES = 65_536;

/**
 * Writes into `sink` what `copy … to stdout` answers, one row a line in COPY's text format, no faster than the sink takes it.
 * Answers how many rows there were.
 */
export async function copyOut(client: pg.Client, statement: string, sink: Writable): Promise<number> {
  const gathered: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  const pass = ({ stream }: CopyConnection) => {
    const goesOn = sink.write(Buffer.concat(gathered));
    gathered.length = 0;
    bytes = 0;
    if (goesOn || sink.destroyed) return;
    stream.pause();
    const resume = () => {
      sink.off('drain', resume).off('close', resume);
      stream.resume();
    };
    // A sink that fails takes no more, and the rest of the answer must not wait for it.
    sink.on('drain', resume).on('close', resume);
  };
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection) {
        rows += 1;
        // The driver uses its memory again.
        gathered.push(Buffer.from(chunk));
        bytes += chunk.length;
        if (bytes >= CHUNK_BYTES) pass(connection);
      },
      handleCommandComplete() {},
      handleReadyForQuery(connection: CopyConnection) {
        if (bytes > 0) pass(connection);
        resolve();
      },
      handleError: reject,
    });
  });
  return rows;
}

/** Sends rows, as `copyOut` wrote them, to `copy … from stdin`. What fails on either side ends it, with that error. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isRefused = false;
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        const send = async () => {
          for await (const some of rows) {
            if (isRefused) return;
            connection.sendCopyFromChunk(some);
            if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
          }
          if (!isRefused) connection.endCopyFrom();
        };
        send().catch((error: Error) => {
          reject(error);
          connection.sendCopyFail(error.message);
        });
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError(error: Error) {
        isRefused = true;
        reject(error);
      },
    });
  });
}
