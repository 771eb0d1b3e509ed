import { onReceivable, type DocumentType } from '@talaan/core/documents/document-type';
import type { RecordFacts } from '@talaan/core/ledger/journal-entry';
import type { InvoiceFacts, StoredEntryFacts } from './entry-facts.store.ts';

/** What a line says of the open item that it settles. */
interface SettlingLine {
  readonly account_code: string;
  readonly branch_id: number | null;
  readonly payee_id: number | null;
  /** The invoice that a line of a journal names. */
  readonly invoice: InvoiceFacts | undefined;
}

/**
 * The facts as a document that settles takes them: the customer and the branch of an invoice or of an advance were there
 * before it and count as in use, whatever became of them since; else nothing could settle what they have open.
 */
export function factsOfSettling(
  type: DocumentType,
  lines: readonly SettlingLine[],
  facts: StoredEntryFacts,
): StoredEntryFacts {
  const payees: (number | null)[] = [];
  const branches: (number | null)[] = [];
  for (const { account_code, branch_id, payee_id, invoice } of lines) {
    const role = facts.accounts.get(account_code)?.role;
    if (role === 'CUSTOMER_ADVANCES') payees.push(payee_id);
    // A collection takes both from its invoices; a journal says them again.
    const isOwn = onReceivable(type) === 'settles' || (payee_id !== null && invoice?.payee_ids.includes(payee_id));
    if (role !== 'AR' || !isOwn) continue;
    payees.push(payee_id);
    if (invoice === undefined || invoice.branch_id === branch_id) branches.push(branch_id);
  }
  return { ...facts, payees: inUse(facts.payees, payees), branches: inUse(facts.branches, branches) };
}

function inUse(records: ReadonlyMap<number, RecordFacts>, ids: readonly (number | null)[]) {
  const own = ids.flatMap((id) => {
    const record = id === null ? undefined : records.get(id);
    return record === undefined ? [] : [[id, { ...record, active: true }] as [number, RecordFacts]];
  });
  return own.length === 0 ? records : new Map([...records, ...own]);
}
