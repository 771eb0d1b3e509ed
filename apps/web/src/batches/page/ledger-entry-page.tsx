import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { EntryEditor } from '../entry/editor/entry-editor.tsx';
import { ENTRY } from '../entry/form/entry-form.ts';
import { BatchReading } from '../reading/batch-reading.tsx';
import { EntryPage } from './entry-page.tsx';
import { screenOf, type EntryScreen } from './entry-screen.ts';

const LEDGER_ENTRY: Omit<EntryScreen<EntryKind>, 'kind' | 'draftOfCopy'> = {
  titleOf: (batchNumber) => `Batch ${batchNumber}`,
  Editor: EntryEditor,
  Reading: BatchReading,
  pending: { number: 'batch_number', draft: 'batch_draft' },
};

/** The page of documents that are entered by lines of account. */
export function LedgerEntryPage({ kind, Besides }: { kind: EntryKind; Besides?: EntryScreen<EntryKind>['Besides'] }) {
  const own = { kind, ...LEDGER_ENTRY, ...(Besides ? { Besides } : {}) };
  return <EntryPage screen={screenOf(ENTRY[kind.types[0]], own)} />;
}
