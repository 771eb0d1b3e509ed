import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** What papers say of a payee beside the name; empty texts where nothing is known. */
export interface PayeeOnPaper {
  readonly tin: string;
  readonly business_style: string;
  /** On one line. */
  readonly address: string;
  readonly email_add: string;
}

/** The payee of a document as its paper has it. */
export async function readPayeeOnPaper(database: Database, payeeId: number | null): Promise<PayeeOnPaper> {
  const found = await sql<PayeeOnPaper>`
    select coalesce(p.tin, '') as tin, coalesce(p.business_style, '') as business_style, coalesce(p.email_add, '') as email_add,
      address_on_paper(p) as address
    from payee p where p.id = ${payeeId}`.execute(database);
  return found.rows[0] ?? { tin: '', business_style: '', address: '', email_add: '' };
}
