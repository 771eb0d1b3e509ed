import { randomUUID } from 'node:crypto';
import { confirmClient, findSendingRights, insertClient } from '../../apps/server/src/access/clients/client.store.ts';
import { inTransaction, openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import { openConnection } from '../http-load.ts';
import { findUserId, loadCodes } from './ledger-masters.ts';

/** The source of the demo company whose batches post when they come. */
const SOURCE = 'IS';

export interface SendingClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Makes a client of the demo company that sends for one department and posts at once, confirmed by a second person. */
export async function makeSendingClient(ownerUrl: string): Promise<SendingClient> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  const as = async <T>(name: string, work: (db: Database) => Promise<T>) =>
    inTransaction(database, { user_id: await findUserId(database, name), request_id: null }, work);
  try {
    const { department } = await loadCodes(database);
    const { id, client_id, client_secret } = await as('admin', async (db) => {
      const rights = await findSendingRights(db, { source: SOURCE, departments: [department[0]!] });
      const sends = { source_id: rights.source_id!, department_ids: rights.departments.map((one) => one.id!) };
      return insertClient(db, { name: `Client ${randomUUID().slice(0, 8)}`, scopes: ['integrated'], sends });
    });
    await as('admin2', (db) => confirmClient(db, id));
    return { client_id, client_secret };
  } finally {
    await database.destroy();
  }
}

/** Asks the server for a token of the client; it is good for 15 minutes. */
export async function openToken(port: number, client: SendingClient): Promise<string> {
  const connection = await openConnection(port);
  try {
    const { body } = await connection.send({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString(),
    });
    return (JSON.parse(body) as { access_token: string }).access_token;
  } finally {
    connection.close();
  }
}
