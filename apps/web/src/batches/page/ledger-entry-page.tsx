import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { EntryEditor } from '../entry/editor/entry-editor.tsx';
import { draftOf, entryOfCopy } from '../entry/form/entry-form.ts';
import { BatchReading } from '../reading/batch-reading.tsx';
import { EntryPage } from './entry-page.tsx';
import type { EntryScreen } from './entry-screen.ts';

const LEDGER_ENTRY: Omit<EntryScreen<EntryKind>, 'kind'> = {
  titleOf: (batchNumber) => `Batch ${batchNumber}`,
  Editor: EntryEditor,
  Reading: BatchReading,
  draftOfCopy: (batch, today) => draftOf(entryOfCopy(batch, today), undefined),
  pending: { number: 'batch_number', draft: 'batch_draft' },
};

/** The page of documents that are entered by lines of account. */
export function LedgerEntryPage({ kind, Besides }: { kind: EntryKind; Besides?: EntryScreen<EntryKind>['Besides'] }) {
  return <EntryPage screen={{ kind, ...LEDGER_ENTRY, ...(Besides ? { Besides } : {}) }} />;
}
