import type { ModuleName } from '@talaan/contract/access/modules';
import type { HEADER_TYPES } from '@talaan/contract/documents/batch.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';

/** The types that the entry page takes. */
export type EntryType = (typeof HEADER_TYPES)[number];

/** A family of documents that share a module, a list and an entry page; what each type asks is `DOCUMENT_TYPES[type].header`. */
export interface DocumentKind {
  readonly module: ModuleName;
  /** The first is what a new entry begins with. */
  readonly types: readonly [EntryType, ...EntryType[]];
  readonly list: string;
  /** Where one is entered, read and approved. */
  readonly page: string;
  /** Heading of the page while the entry is new. */
  readonly newTitle: string;
  /** What the keys and an empty list call it. */
  readonly one: string;
  readonly many: string;
}

export const DISBURSEMENTS: DocumentKind = {
  module: 'Disbursements',
  types: ['CV', 'CW', 'OB', 'DM'],
  list: '/trxdisb',
  page: '/trxdisb/create',
  newTitle: 'Create',
  one: 'disbursement',
  many: 'disbursements',
};

export const CASH_RECEIPTS: DocumentKind = {
  module: 'Cash Receipt',
  types: ['CR'],
  list: '/trxcr',
  page: '/trxcr/create',
  newTitle: 'Create',
  one: 'cash receipt',
  many: 'cash receipts',
};

export const JOURNALS: DocumentKind = {
  module: 'Journal Entries',
  types: ['JE'],
  list: '/trx-gen-journal',
  page: '/trx-gen-journal/create',
  newTitle: MESSAGES.addEntries,
  one: 'journal entry',
  many: 'journal entries',
};

const KINDS = [DISBURSEMENTS, CASH_RECEIPTS, JOURNALS] as const;

/** The family of a document type as the wire names it; null for a type that has no entry page of this kind. */
export function kindOf(documentType: string): DocumentKind | null {
  return KINDS.find(({ types }) => types.some((type) => type === documentType)) ?? null;
}
