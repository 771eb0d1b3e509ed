import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import type { LineSource } from '../lines/line-sources.ts';
import type { RateOnFile } from '../fields/entry-date.ts';
import { headId } from '../fields/head-id.ts';
import type { EntryHeader } from './entry-form.ts';

const IN_ORDER = [
  'document_date',
  'payee_id',
  'currency_id',
  'dollar_rate',
  'trx_purchase_order',
  'bank_id',
  'cheque_number',
  'payee_bank_id',
  'vat',
  'atc_code',
  'is_or_ar',
  'remarks',
  'regular_trx',
  'number_of_cheques',
] as const;

/** Ids of the controls of an entry, in the order of the page. */
export const HEADER_FIELD_ID = Object.fromEntries(IN_ORDER.map((wire) => [wire, headId(wire)])) as Readonly<
  Record<(typeof IN_ORDER)[number], string>
>;

export interface EntryHeaderProps {
  kind: EntryKind;
  header: EntryHeader;
  /** The rate of the rate file; null where there is none. */
  onFile: RateOnFile | null;
  choices: EntryChoices;
  /** Where payees are found. */
  payees: LineSource;
  /** What is known of the chosen payee; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  batchNumber: string;
  documentNumber: string | null;
  /** A stored series that is edited: which cheque is shown, of how many that are left. */
  openCheques: number | null;
  /** What one cheque takes from the bank, in minor units; of a new series. */
  chequeMinor: bigint;
  /** Whether the entry was saved before: its type stays, and a series is no longer made of it. */
  isStored: boolean;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  /** Shows the fields again. */
  onExpand: () => void;
  onChange: (change: Partial<EntryHeader>) => void;
  /** Fills in a regular transaction, by its Record ID; null: the entry is made of none. */
  onTemplate: (id: number | null) => void;
}
