import { registerBatchRoutes } from '../../batches/register-batches.ts';
import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { registerBillingRoutes } from '../../documents/billing/billing.routes.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { registerCollectionRoutes } from '../../documents/collection/collection.routes.ts';
import { createTestServer, type TestServer } from '../test-server.ts';
import { openPaymentBooks, type PaymentBooks } from './payment-books.ts';
import { openReceivables, type ReceivableBooks } from './receivable-books.ts';

/** A server that bills and collects, and its books. */
export interface ReceivableServer {
  app: TestServer;
  books: PaymentBooks;
  desk: ReceivableBooks;
}

/** Opens one, with what a test asks beside the calls of billings and collections: other routes, and documents of other types. */
export async function openReceivableServer(
  register: Parameters<typeof createTestServer>[0] = () => undefined,
  documents: readonly DocumentDefinition[] = [],
): Promise<ReceivableServer> {
  const app = await createTestServer(async (server, services) => {
    registerBatchRoutes(server, services, [billingDocument, collectionDocument, ...documents]);
    registerBillingRoutes(server, services);
    registerCollectionRoutes(server, services);
    await register(server, services);
  });
  const books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  return { app, books, desk: await openReceivables(app.database, books) };
}
