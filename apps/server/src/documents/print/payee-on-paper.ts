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

const NOBODY: PayeeOnPaper = { tin: '', business_style: '', address: '', email_add: '' };

/** The payees of documents as their papers have them, in their order. */
export async function readPayeesOnPaper(
  database: Database,
  payeeIds: readonly (number | null)[],
): Promise<PayeeOnPaper[]> {
  const found = await sql<PayeeOnPaper & { id: number }>`
    select p.id, coalesce(p.tin, '') as tin, coalesce(p.business_style, '') as business_style,
      coalesce(p.email_add, '') as email_add, address_on_paper(p) as address
    from payee p where p.id = any (${[...new Set(payeeIds)]}::int[])`.execute(database);
  const byId = new Map(found.rows.map(({ id, ...payee }) => [id, payee]));
  return payeeIds.map((id) => (id === null ? undefined : byId.get(id)) ?? NOBODY);
}

/** The payee of a document as its paper has it. */
export async function readPayeeOnPaper(database: Database, payeeId: number | null): Promise<PayeeOnPaper> {
  return (await readPayeesOnPaper(database, [payeeId]))[0]!;
}
