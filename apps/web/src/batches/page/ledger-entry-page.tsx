import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import { EntryEditor } from '../entry/editor/entry-editor.tsx';
import { draftOfForm, formOfCopy } from '../entry/document/document-form.ts';
import { ENTRY } from '../entry/form/entry-form.ts';
import { BatchReading } from '../reading/batch-reading.tsx';
import { EntryPage } from './entry-page.tsx';
import type { EntryScreen } from './entry-screen.ts';

const LEDGER_ENTRY: Omit<EntryScreen<EntryKind>, 'kind' | 'draftOfCopy'> = {
  titleOf: (batchNumber) => `Batch ${batchNumber}`,
  Editor: EntryEditor,
  Reading: BatchReading,
  pending: { number: 'batch_number', draft: 'batch_draft' },
};

/** The page of documents that are entered by lines of account. */
export function LedgerEntryPage({ kind, Besides }: { kind: EntryKind; Besides?: EntryScreen<EntryKind>['Besides'] }) {
  const declared = ENTRY[kind.types[0]];
  const draftOfCopy = (batch: BatchDetail, today: CalendarDate) =>
    draftOfForm(declared, formOfCopy(declared, batch, today));
  return <EntryPage screen={{ kind, ...LEDGER_ENTRY, draftOfCopy, ...(Besides ? { Besides } : {}) }} />;
}
