import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ReceivedAnswer, ReceivedBatchInput } from '@talaan/contract/integration/received-batch.contract';
import { confirmApiClient, makeApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { registerClientRoutes } from '../../access/clients/client.routes.ts';
import { registerTokenRoute } from '../../access/clients/token.routes.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { registerIntegratedRoutes } from '../../integration/integrated.routes.ts';
import { registerReceivedRoutes } from '../../integration/received.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { createSignedInClient, type SignedInClient } from '../sign-in/sign-in.ts';
import type { TestServer, TestServices } from '../test-server.ts';
import { switchFourEyes } from './four-eyes.ts';
import { openJournalBooks, type JournalBooks } from './journal-books.ts';

/** Serves what other systems call, and what people do with it. */
export async function registerSending(
  server: FastifyInstance,
  services: TestServices,
  documents: readonly DocumentDefinition[],
): Promise<void> {
  registerBatchRoutes(server, services, documents);
  registerReceivedRoutes(server, services, documents);
  registerIntegratedRoutes(server, services, documents);
  registerClientRoutes(server, services);
  await registerTokenRoute(server, services);
}

type Secret = { readonly client_id: string; readonly client_secret: string };
type Change = Partial<ReceivedBatchInput> & { documents_of?: number };

/** A document of so much, interest paid by the bank. */
const documentOf = (number: number, amount: string): ReceivedBatchInput['documents'][number] => ({
  document_no: `D-${number}`,
  document_date: '2026-03-31',
  remarks: 'Interest of March',
  lines: [
    { account_code: '502010', branch: 'smp-001', department: 'ACCT', debit_amount: amount, credit_amount: '0.00' },
    { account_code: '102103', branch: 'SMP-001', debit_amount: '0.00', credit_amount: amount },
  ],
});

/** A batch of so many documents of 100.00 each. */
export function batchOf(batch_no: string, { documents_of = 2, ...change }: Change = {}): ReceivedBatchInput {
  const total = `${documents_of * 100}.00`;
  return {
    batch_no,
    department: 'ACCT',
    document_type: 'JE',
    control: { documents: documents_of, lines: documents_of * 2, debit: total, credit: total },
    documents: Array.from({ length: documents_of }, (_, place) => documentOf(place + 1, '100.00')),
    ...change,
  };
}

/** Books with a source that posts (IS) and one whose batches take their route (ENTRIES), and two people who make and confirm. */
export class SendingBooks {
  readonly app: TestServer;
  readonly books: JournalBooks;
  readonly maker: SignedInClient;
  readonly second: SignedInClient;
  #clients = 0;

  private constructor(
    app: TestServer,
    books: JournalBooks,
    [maker, second]: readonly [SignedInClient, SignedInClient],
  ) {
    this.app = app;
    this.books = books;
    this.maker = maker;
    this.second = second;
  }

  /** Opens them in an empty database, or beside books that are open. */
  static async open(app: TestServer, opened?: JournalBooks): Promise<SendingBooks> {
    const books = opened ?? (await openJournalBooks(app.server, app.database));
    const levels = {
      Users: 4,
      'Integrated Transactions': 2,
      'Journal Entries': 3,
      Disbursements: 3,
      'Cash Receipt': 3,
    } as const;
    const maker = await createSignedInClient(app.server, app.database, {
      levels,
      first_name: 'Mara',
      last_name: 'Lim',
    });
    const second = await createSignedInClient(app.server, app.database, { levels });
    const sending = new SendingBooks(app, books, [maker, second]);
    await sending.makeSource('IS', 'posts');
    await sending.makeSource('ENTRIES', 'route');
    await switchFourEyes(app.database, 'limits');
    return sending;
  }

  async makeSource(code: string, way: 'posts' | 'route', types: readonly string[] = ['je']): Promise<void> {
    const takes = sql.join(types.map((type) => sql.ref(`takes_${type}`)));
    const taken = sql.join(types.map(() => sql.lit(1)));
    await inTransaction(this.app.database, SYSTEM_ACTOR, (db) =>
      sql`with made as (insert into integration_source (source_code, source_name, posting, ${takes})
            values (${code}, ${code}, ${way}, ${taken}) returning id)
        insert into integration_source_department select id, ${this.books.department_id} from made`.execute(db),
    );
  }

  async makeClient(source: string, confirmed: boolean, by = this.maker) {
    const { data } = await by.call(makeApiClient, {
      body: {
        client_name: `Client ${(this.#clients += 1)}`,
        scopes: ['integrated' as const],
        source,
        departments: ['ACCT'],
      },
    });
    if (confirmed) await this.second.call(confirmApiClient, { params: { id: data.id } });
    return data;
  }

  async tokenOf({ client_id, client_secret }: Secret): Promise<string> {
    const reply = await this.app.server.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
    });
    return reply.json<{ access_token: string }>().access_token;
  }

  sendRaw(payload: string | Buffer, headers: Record<string, string>) {
    return this.app.server.inject({ method: 'POST', url: '/api/trx/integrated', payload, headers });
  }

  send(body: unknown, token: string, headers: Record<string, string> = {}) {
    return this.sendRaw(JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    });
  }
}

/** What a batch that was taken is answered with. */
export const answerOf = (reply: Awaited<ReturnType<SendingBooks['send']>>) =>
  reply.json<{ data: ReceivedAnswer }>().data;
