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
import {
  changeForm,
  draftOfForm,
  formOfCopy,
  newForm,
  type DeclaredDocument,
  type DocumentForm,
} from '../entry/document/document-form.ts';
import type { CommonHeader } from '../entry/document/head-field.ts';
import type { EditorProps } from '../entry/frame/opened-entry.ts';
import { choiceOf } from '../entry/lines/entry-line.ts';

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

export interface OwnScreen<Kind extends DocumentKind, Header, Lines> extends Omit<
  EntryScreen<Kind>,
  'draftOfCopy' | 'draftFor'
> {
  /** What a new one for a customer begins with besides him and what follows from him. */
  readonly beginsFor?: (
    begun: BegunFor,
  ) => Promise<{ readonly change?: Partial<Header> | undefined; readonly lines?: Lines | undefined }>;
}

/** The entry page of documents that declare their form, of which their copies and what is begun for a customer are drafts. */
export function screenOf<Kind extends DocumentKind, Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  { beginsFor, ...own }: OwnScreen<Kind, Header, Lines>,
): EntryScreen<Kind> {
  return {
    ...own,
    draftOfCopy: (batch, today) => draftOfForm(declared, formOfCopy(declared, batch, today)),
    ...(beginsFor && {
      draftFor: async (begun) => draftOfForm(declared, await formFor(declared, begun, await beginsFor(begun))),
    }),
  };
}

/** A new one for a customer: he is chosen, and what follows from him has arrived. */
async function formFor<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  { customer: { id, payee_code, payee_desc }, choices, client, ...begun }: BegunFor,
  own: { readonly change?: Partial<Header> | undefined; readonly lines?: Lines | undefined },
): Promise<DocumentForm<Header, Lines>> {
  const change = { ...own.change, payee: choiceOf(id, payee_code, payee_desc) } as Partial<Header>;
  const chosen = changeForm(declared, newForm(declared, begun), { type: 'header', change, choices });
  const of = { payee_id: id, currency_id: chosen.header.currency_id };
  const facts = await Promise.all(declared.facts?.(change, of, client) ?? []);
  const known = changeForm(declared, chosen, { type: 'facts', payee_id: id, change: Object.assign({}, ...facts) });
  return { ...known, lines: own.lines ?? known.lines };
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
