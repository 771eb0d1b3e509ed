import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly per_second: number;
  /** Every answered request of the counted time, in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Counted time; the warm-up before it is not counted. */
  readonly seconds: number;
  readonly warm_up_seconds?: number;
  /** The status of every answer; 200 unless told. */
  readonly answers?: number;
  /** The next request of a connection (from 0); null ends that connection. */
  readonly next: (connection: number) => HttpRequest | null;
}

/**
 * Sends requests over kept-alive connections, one at a time on each, for the given time. Any other answer ends the run
 * with an error: a figure over refused requests would mean nothing. Written on sockets, because the client shares the
 * processors with what it measures.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, warm_up_seconds = 1, answers = 200, next } = options;
  const counted_from = performance.now() + warm_up_seconds * 1000;
  const ends_at = counted_from + seconds * 1000;
  const latencies: number[] = [];
  let lastAnswer = counted_from;

  const drive = async (connection: number) => {
    const caller = await openConnection(port);
    try {
      while (performance.now() < ends_at) {
        const request = next(connection);
        if (request === null) return;
        const sent = performance.now();
        const { status, body } = await caller.send(request);
        const answered = performance.now();
        if (status !== answers) throw new Error(`${request.method} ${request.path} answered ${status}: ${body}`);
        if (sent >= counted_from && answered <= ends_at) latencies.push(answered - sent);
        lastAnswer = Math.max(lastAnswer, Math.min(answered, ends_at));
      }
    } finally {
      caller.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => drive(connection)));
  if (latencies.length === 0) throw new Error('No request was answered within the time.');
  return {
    per_second: latencies.length / ((lastAnswer - counted_from) / 1000),
    latencies: latencies.toSorted((a, b) => a - b),
  };
}

export interface HttpConnection {
  /** Sends one request and answers status, head and body. Only one may be under way. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Opens a kept-alive connection to a server of this machine. */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return connectionOn(socket, port);
}

function connectionOn(socket: Socket, port: number): HttpConnection {
  let received = '';
  let waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | undefined;
  // latin1 keeps one character for one byte, so that lengths are bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    waiting?.resolve(answer);
    waiting = undefined;
  });
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('The server closed the connection.'));
  socket.on('error', fail).on('close', () => fail());
  return {
    ended: new Promise((resolve) => void socket.once('close', () => resolve())),
    send: ({ method, path, headers, body = '' }) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The server closed the connection.'));
        waiting = { resolve, reject };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
        socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}${length}\r\n${body}`);
      }),
    close: () => void socket.destroy(),
  };
}

/** The answer, once all of it is here. */
function readAnswer(received: string): HttpAnswer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.slice(0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without its length cannot be read:\n${head}`);
  const body = received.slice(end + 4);
  return body.length < Number(length) ? null : { status: Number(received.slice(9, 12)), head, body };
}
