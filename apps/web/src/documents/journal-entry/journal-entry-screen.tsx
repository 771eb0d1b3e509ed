import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { LedgerEntryPage } from '../../batches/page/ledger-entry-page.tsx';

/** /trx-gen-journal/create, 'Add Entries': a journal to enter, read, approve or change. */
export function JournalEntryScreen() {
  return <LedgerEntryPage kind={JOURNALS} />;
}
