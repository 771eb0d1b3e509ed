import { sql } from 'kysely';
import type { PrintedBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { readBilling } from './billing.store.ts';

/** A billing as its invoice shows it; 404 when it is not to be seen. */
export async function readInvoice(database: Database, call: BatchCall): Promise<PrintedBilling> {
  return { ...(await readBilling(database, call)), company_texts: await readCompanyTexts(database) };
}

/** What the reporting company has at the foot of its invoices, where it is set (decisions §1). */
async function readCompanyTexts(database: Database): Promise<string[]> {
  const found = await sql<{ texts: (string | null)[] }>`
    select array[profile ->> 'permit_text', profile ->> 'accreditation_text', profile ->> 'series_text',
      profile ->> 'validity_text', 'Send payment to: ' || nullif(profile ->> 'payment_address', '')] as texts
    from company where reporting`.execute(database);
  return (found.rows[0]?.texts ?? []).filter((text) => text !== null && text !== '') as string[];
}
