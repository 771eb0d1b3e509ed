import { sql } from 'kysely';
import type { PrintedBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { readBilling } from './billing.store.ts';

/** A billing as its invoice shows it; 404 when it is not to be seen. */
export async function readInvoice(database: Database, call: BatchCall): Promise<PrintedBilling> {
  return { ...(await readBilling(database, call)), payment_address: await readPaymentAddress(database) };
}

async function readPaymentAddress(database: Database): Promise<string> {
  const found = await sql<{ address: string }>`
    select coalesce(profile ->> 'payment_address', '') as address from company where reporting`.execute(database);
  return found.rows[0]?.address ?? '';
}
