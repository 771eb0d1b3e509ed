import { validateEntry } from '@talaan/core/ledger/journal-entry';
import type { Database } from '../platform/database.ts';
import { draftOf } from './batch-entries.ts';
import type { BatchRecord } from './batch-record.ts';
import { loadEntryFacts } from './entry-facts.store.ts';

/**
 * Everything that keeps a stored entry from being posted, by the path of the body field; none means complete
 * (decisions §4: errors list every fault with its line).
 */
export async function completenessFaults(database: Database, batch: BatchRecord): Promise<Record<string, string[]>> {
  const lines = batch.documents.flatMap((document) => document.lines);
  const idsOf = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);
  const facts = await loadEntryFacts(database, {
    account_codes: [...new Set(lines.map((line) => line.account_code))],
    branch_ids: idsOf(lines.map((line) => line.branch_id)),
    department_ids: idsOf(lines.map((line) => line.department_id)),
    section_ids: idsOf(lines.map((line) => line.section_id)),
    payee_ids: idsOf(lines.map((line) => line.payee_id)),
    atc_codes: [],
    currency_ids: [],
    document_dates: [],
  });
  const faults: Record<string, string[]> = {};
  let linesBefore = 0;
  for (const [index, document] of batch.documents.entries()) {
    const result = validateEntry(draftOf(batch, document), facts, 'complete');
    for (const fault of result.ok ? [] : result.faults) {
      const path =
        fault.line !== null
          ? `details.${linesBefore + fault.line - 1}.${fault.field}`
          : fault.field === 'details'
            ? fault.field
            : `headers.${index}.${fault.field}`;
      (faults[path] ??= []).push(fault.message);
    }
    linesBefore += document.lines.length;
  }
  return faults;
}
