import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import type { LineSource } from '../lines/line-sources.ts';
import type { RateOnFile } from './entry-date.ts';
import type { EntryHeader } from './entry-form.ts';

/** Ids of the controls in the order of the page, for links from what is to be corrected. */
export const HEADER_FIELD_ID = {
  document_date: 'entry-date',
  payee_id: 'entry-payee',
  currency_id: 'entry-currency',
  dollar_rate: 'entry-rate',
  trx_purchase_order: 'entry-order',
  bank_id: 'entry-bank',
  cheque_number: 'entry-cheque',
  payee_bank_id: 'entry-payee-bank',
  vat: 'entry-vat',
  atc_code: 'entry-atc',
  is_or_ar: 'entry-receipt',
  remarks: 'entry-remarks',
  regular_trx: 'entry-template',
  number_of_cheques: 'entry-cheques',
} as const;

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
