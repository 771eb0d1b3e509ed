import type { SignedInClient } from './sign-in/sign-in.ts';
import type { TestServer } from './test-server.ts';

export type Row = Record<string, unknown> & { id: number; row_version: number };

export interface Reply {
  readonly status: number;
  /** The parsed body, by the names that a test asks for. */
  readonly body: Record<string, unknown> & {
    readonly data: never;
    readonly message: string;
    readonly errors?: Record<string, string[]>;
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Raw calls of a test server, with any body: what a typed client would not let a test send. */
export function createCaller(world: () => TestServer) {
  async function send(
    client: SignedInClient | null,
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await world().server.inject({
      method,
      url: path.startsWith('/api') ? path : `/api${path}`,
      headers: { ...client?.headers, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: reply.statusCode, body: isJson(reply.headers['content-type']) ? reply.json() : ({} as never) };
  }

  async function sendFile(
    client: SignedInClient,
    path: string,
    file: { name: string; bytes: Buffer },
    fields: Record<string, string> = {},
  ): Promise<Reply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('upload_file[]', new File([new Uint8Array(file.bytes)], file.name));
    const encoded = new Response(form);
    const reply = await world().server.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...client.headers, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  async function download(client: SignedInClient, path: string) {
    const reply = await world().server.inject({ method: 'GET', url: `/api${path}`, headers: client.headers });
    return {
      status: reply.statusCode,
      disposition: reply.headers['content-disposition'],
      bytes: reply.rawPayload,
      name: 'list.csv',
    };
  }

  /** A file that is made by a call that is no GET. */
  async function make(client: SignedInClient, path: string, body: object) {
    const reply = await world().server.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: client.headers,
      payload: body,
    });
    return { status: reply.statusCode, disposition: reply.headers['content-disposition'], bytes: reply.rawPayload };
  }

  return { send, sendFile, download, make };
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && /json/.test(type);
}

/** The rows of a list reply. */
export function rowsOf(reply: Reply): Row[] {
  return reply.body.data;
}

/** The record of a reply; some resources answer their writes with a list of it alone. */
export function recordOf(reply: Reply): Row {
  const data = reply.body.data as Row | [Row];
  return Array.isArray(data) ? data[0] : data;
}

/** Every message that a refusal puts under a field, inner rows included. */
export function messagesUnder(field: string, reply: Reply): string[] {
  return Object.entries(reply.body.errors ?? {}).flatMap(([name, messages]) =>
    name.split('.')[0] === field ? messages : [],
  );
}
