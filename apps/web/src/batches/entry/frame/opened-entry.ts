import type { ReactNode } from 'react';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DraftView } from '@talaan/contract/documents/draft.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { PendingNumberKind } from '../../../session/pending-numbers.ts';

/** What an editor is opened with; it stays the same until the page opens another entry. */
export interface OpenedEntry<Kind extends DocumentKind = DocumentKind> {
  kind: Kind;
  choices: EntryChoices;
  batchNumber: string;
  /** Where this browser keeps the number of a new entry. */
  pendingNumber: PendingNumberKind;
  draftId: string;
  /** The draft that is continued; null for a fresh start. */
  draft: DraftView | null;
  /** The stored batch that is changed; null for a new entry. */
  stored: BatchDetail | null;
  /** Back to reading a stored entry; undefined for a new one. */
  onCancel?: (() => void) | undefined;
}

/** What the page shows around what is typed. */
export interface EditorProps<Kind extends DocumentKind = DocumentKind> extends OpenedEntry<Kind> {
  title: string;
  badges: ReactNode;
  /** Links on the right of the heading. */
  links?: ReactNode;
  banners?: ReactNode;
  /** Something was typed: the number belongs to the draft from here on. */
  onTouched?: () => void;
}
