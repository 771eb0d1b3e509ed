import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { ownPlaces } from '../entry/fields/own-places.ts';
import type { PendingNumberKind } from '../../session/pending-numbers.ts';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { batchKey } from '@talaan/core/documents/batch-key';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { EntryChoices } from '../record/batch-calls.ts';
import { draftOfForm, formOfCopy, type DeclaredDocument, type DocumentForm } from '../entry/document/document-form.ts';
import type { CommonHeader } from '../entry/document/head-field.ts';
import type { EditorProps } from '../entry/frame/opened-entry.ts';

/** What the entry page of a family of documents is made of. */
export interface EntryScreen<Kind extends DocumentKind> {
  readonly kind: Kind;
  /** What one is called by its number: 'Batch 0010234'. */
  readonly titleOf: (batchNumber: string) => string;
  readonly Editor: ComponentType<EditorProps<Kind>>;
  /** A stored one, to read. */
  readonly Reading: ComponentType<{ batch: BatchDetail }>;
  /** What a stored one comes to, in the foot: its total where this is not given. */
  readonly Sums?: ComponentType<{ batch: BatchDetail }>;
  /** What can be done with a stored one besides its moves. */
  readonly Besides?: ComponentType<{ batch: BatchDetail }>;
  /** What the draft of a copy of a stored one keeps. */
  readonly draftOfCopy: (batch: BatchDetail, today: CalendarDate) => Record<string, unknown>;
  /** What the draft of a new one for a customer begins with, where his page or one of his invoices leads to one. */
  readonly draftFor?: (begun: BegunFor) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Where this browser keeps the number of an unsaved one, and the draft that it is held for. */
  readonly pending: { readonly number: PendingNumberKind; readonly draft: PendingNumberKind };
}

interface OwnScreen<Kind extends DocumentKind, Header, Lines> extends Omit<
  EntryScreen<Kind>,
  'draftOfCopy' | 'draftFor'
> {
  /** What a new one for a customer begins with. */
  readonly formFor?: (begun: BegunFor) => Promise<DocumentForm<Header, Lines>>;
}

/** The entry page of documents that declare their form, of which their copies and what is begun for a customer are drafts. */
export function screenOf<Kind extends DocumentKind, Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  { formFor, ...own }: OwnScreen<Kind, Header, Lines>,
): EntryScreen<Kind> {
  return {
    ...own,
    draftOfCopy: (batch, today) => draftOfForm(declared, formOfCopy(declared, batch, today)),
    ...(formFor && { draftFor: async (begun) => draftOfForm(declared, await formFor(begun)) }),
  };
}

/** The key of a batch of the family by its number: all of its types are numbered alike. */
export function keyIn({ types: [document_type] }: DocumentKind, batch_number: string): string {
  return batchKey({ document_type, batch_number });
}

/** Whom a new entry is for, and what a form begins with. */
export interface BegunFor {
  readonly customer: EntryPayee;
  /** Number of the invoice that leads to it; '' for none. */
  readonly invoice: string;
  readonly today: CalendarDate;
  readonly places: ReturnType<typeof ownPlaces>;
  readonly choices: EntryChoices;
  readonly client: QueryClient;
}
