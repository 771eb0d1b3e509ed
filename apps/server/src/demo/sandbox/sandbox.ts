import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import {
  confirmClient,
  findClientBySecret,
  findClients,
  insertClient,
  revokeClient,
} from '../../access/clients/client.store.ts';
import { sealText } from '../../access/session/session-token.ts';
import { isSigned, keyOfSecret, newWebhookSecret } from '../../integration/webhooks/standard-webhook.ts';
import { changeEndpoint, insertEndpoint, listHookedSources } from '../../integration/webhooks/webhook.store.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { sandboxPage, type ArrivedMessage } from './sandbox-page.ts';

/** Where other systems find what they need to try the demo company, and what it told them. */
export const SANDBOX_PATH = '/demo/webhooks';

const SOURCE = 'IS-SANDBOX';
const CLIENT = 'Sandbox';

/** How many messages are kept, the newest, until the server stops; and how large one is at most. */
const MOST_MESSAGES = 200;
const LARGEST_MESSAGE = 64 * 1024;

const credentials = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  /** Where its webhooks go. */
  url: z.string(),
  webhook_secret: z.string(),
});
export type Credentials = z.infer<typeof credentials>;

export interface SandboxOptions {
  readonly database: Database;
  readonly data_dir: string;
  readonly sealingKey: () => Promise<string>;
  /** Who makes its client and writes its address, and who confirms both. */
  readonly people: readonly [maker: number, second: number];
}

/** A source of the demo company with a client that posts, and a small receiver that keeps what the source is told. */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #messages: ArrivedMessage[] = [];
  #credentials: Credentials | null = null;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Serves the receiver and its page, to whoever may reach the demo. */
  async serve(server: FastifyInstance): Promise<void> {
    await server.register(async (scope) => {
      // What was signed is the text, to the byte.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: LARGEST_MESSAGE },
        async (_: unknown, text: string) => text,
      );
      scope.post(SANDBOX_PATH, { schema: { hide: true } }, async ({ headers, body }, reply) => {
        this.#keep((name) => String(headers[name] ?? ''), String(body));
        return reply.code(204).send();
      });
    });
    server.get(`${SANDBOX_PATH}/messages`, { schema: { hide: true } }, async () => ({ data: this.#messages }));
    server.get(SANDBOX_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(
          sandboxPage(
            { style_nonce: reply.cspNonce.style, script_nonce: reply.cspNonce.script },
            { source: SOURCE, credentials: this.#credentials!, messages: this.#messages.toReversed() },
          ),
        ),
    );
  }

  /** Makes what is missing of the source, its client and its address on this port; answers what another system needs. */
  async open(port: number): Promise<Credentials> {
    const { database, data_dir } = this.#options;
    const file = path.join(data_dir, 'sandbox.json');
    const known = await readCredentials(file);
    await inTransaction(database, SYSTEM_ACTOR, makeSource);
    const client = (known && (await this.#knownClient(known))) ?? (await this.#makeClient());
    const url = `http://127.0.0.1:${port}${SANDBOX_PATH}`;
    const webhook_secret = (known && (await this.#knownSecret(known, url))) ?? (await this.#writeAddress(url));
    const made = { ...client, url, webhook_secret };
    await mkdir(data_dir, { recursive: true });
    await writeFile(file, JSON.stringify(made), { mode: 0o600 });
    return (this.#credentials = made);
  }

  #keep(header: (name: string) => string, body: string): void {
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header) as [
      string,
      string,
      string,
    ];
    const secret = this.#credentials?.webhook_secret;
    this.#messages.push({
      at: new Date().toISOString(),
      headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      body,
      is_signed: secret !== undefined && isSigned(keyOfSecret(secret), { id, timestamp, body }, signature),
    });
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
  }

  async #knownClient({ client_id, client_secret }: Credentials) {
    const found = await findClientBySecret(this.#options.database, client_id, client_secret);
    return found && { client_id, client_secret };
  }

  async #makeClient() {
    const { database, people } = this.#options;
    const [maker, second] = people;
    const rights = await sql<{ source_id: number; department_ids: number[] }>`
      select s.id as source_id, array(
        select o.department_id from integration_source_department o where o.source_id = s.id) as department_ids
      from integration_source s where s.source_code = ${SOURCE}`.execute(database);
    const made = await inTransaction(database, { user_id: maker, request_id: null }, async (transaction) => {
      const before = (await findClients(transaction)).find(
        ({ client_name, revoked_at }) => client_name === CLIENT && revoked_at === null,
      );
      if (before) await revokeClient(transaction, before.id);
      return insertClient(transaction, { name: CLIENT, scopes: ['integrated'], sends: rights.rows[0]! });
    });
    await inTransaction(database, { user_id: second, request_id: null }, (transaction) =>
      confirmClient(transaction, made.id),
    );
    return { client_id: made.client_id, client_secret: made.client_secret };
  }

  async #knownSecret({ webhook_secret }: Credentials, url: string): Promise<string | null> {
    const sources = await listHookedSources(this.#options.database, 0);
    return sources.find(({ source }) => source === SOURCE)?.live?.url === url ? webhook_secret : null;
  }

  async #writeAddress(url: string): Promise<string> {
    const { database, people, sealingKey } = this.#options;
    const [maker, second] = people;
    const secret = newWebhookSecret();
    const secret_sealed = sealText(await sealingKey(), secret);
    const id = await inTransaction(database, { user_id: maker, request_id: null }, async (transaction) => {
      const found = await sql<{ id: number }>`
        select id from integration_source where source_code = ${SOURCE}`.execute(transaction);
      return insertEndpoint(transaction, { source_id: found.rows[0]!.id, url, secret_sealed });
    });
    await inTransaction(database, { user_id: second, request_id: null }, (transaction) =>
      changeEndpoint(transaction, id, 'confirm'),
    );
    return secret;
  }
}

/** The sandbox of the demo company on its port; null where one of the two people is gone who make and confirm. */
export async function demoSandbox(
  options: Omit<SandboxOptions, 'people'> & { readonly port: number },
): Promise<Sandbox | null> {
  const found = await sql<{ maker: number | null; second: number | null }>`
    select (select id from app_user where user_id = 'admin') as maker, (select id from app_user where user_id = 'admin2') as second`.execute(
    options.database,
  );
  const { maker, second } = found.rows[0]!;
  if (maker === null || second === null) return null;
  const sandbox = new Sandbox({ ...options, people: [maker, second] });
  await sandbox.open(options.port);
  return sandbox;
}

async function readCredentials(file: string): Promise<Credentials | null> {
  try {
    return credentials.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // It is not there yet, or is not whole: everything is made anew.
    return null;
  }
}

/** The source, which posts journals of every department; what somebody made of it stays. */
async function makeSource(transaction: Database): Promise<void> {
  await sql`
    with made as (
      insert into integration_source (source_code, source_name, posting, takes_cv, takes_cw, takes_ob, takes_dm, takes_je, takes_cr)
      select ${SOURCE}, 'Sandbox for other systems', 'posts', 1, 1, 1, 1, 1, 1
      where not exists (select from integration_source where lower(source_code) = lower(${SOURCE})) returning id)
    insert into integration_source_department (source_id, department_id)
    select made.id, d.id from made cross join department d where d.dept_status = 1`.execute(transaction);
}
