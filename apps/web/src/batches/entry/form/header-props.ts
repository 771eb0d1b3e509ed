import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryKind } from '@talaan/contract/documents/document-kinds';
import type { LineSource } from '../lines/line-sources.ts';
import type { EntryHeader, RateOnFile } from './entry-form.ts';

/** Ids of the controls, for links from the summary of faults. */
export const HEADER_FIELD_ID = {
  document_date: 'entry-date',
  currency_id: 'entry-currency',
  dollar_rate: 'entry-rate',
  remarks: 'entry-remarks',
  payee_id: 'entry-payee',
  bank_id: 'entry-bank',
  payee_bank_id: 'entry-payee-bank',
  cheque_number: 'entry-cheque',
  number_of_cheques: 'entry-cheques',
  vat: 'entry-vat',
  atc_code: 'entry-atc',
  is_or_ar: 'entry-receipt',
  regular_trx: 'entry-template',
  trx_purchase_order: 'entry-order',
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
  /** Faults of the last attempt, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  /** Shows the fields again. */
  onExpand: () => void;
  onChange: (change: Partial<EntryHeader>) => void;
  /** Fills in a regular transaction, by its Record ID; null: the entry is made of none. */
  onTemplate: (id: number | null) => void;
}
