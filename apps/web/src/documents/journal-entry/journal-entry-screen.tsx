import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { EntryPage } from '../../batches/page/entry-page.tsx';

/** /trx-gen-journal/create, 'Add Entries': a journal to enter, read, approve or change. */
export function JournalEntryScreen() {
  return <EntryPage kind={JOURNALS} />;
}
