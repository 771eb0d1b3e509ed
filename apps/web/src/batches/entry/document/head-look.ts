import type { ReactNode } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { LineSource } from '../lines/line-sources.ts';
import type { DeclaredDocument } from './document-form.ts';
import type { CommonHeader } from './head-field.ts';

/** How a field stands while the document is typed, where its declaration does not say it. */
export interface FieldLook {
  readonly hidden?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly hint?: ReactNode;
  /** Shares its room. */
  readonly beside?: ReactNode;
}

/** What of the head is the document's own. */
export interface HeadLook<Header> {
  /** The document in one line. */
  readonly title: string;
  /** The numbers that it begins with, by their labels. */
  readonly numbers: Readonly<Record<string, ReactNode>>;
  readonly fields?: Readonly<Partial<Record<keyof Header, FieldLook>>>;
  /** Beside what is switched on and off. */
  readonly switches?: ReactNode;
  /** What stops the document or should be known of the payee before it, as sentences; null is none. */
  readonly warningsOf?: (payee: EntryPayee) => readonly (string | null)[];
}

export interface HeadProps<Header extends CommonHeader> {
  declared: Pick<DeclaredDocument<Header, unknown, unknown>, 'head' | 'kind'>;
  header: Header;
  choices: EntryChoices;
  /** Where payees are found. */
  payees?: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee?: EntryPayee | undefined;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  look?: Pick<HeadLook<Header>, 'fields' | 'warningsOf'>;
  onChange: (change: Partial<Header>) => void;
}
