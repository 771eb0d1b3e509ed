import { VAT_TYPES } from '@talaan/core/money/withholding';
import { PROPOSED_PARTS } from '@talaan/core/documents/proposed-lines';
import { RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import type { ResourceName } from '../resource/resource-index.ts';

/**
 * What a person enters of a batch, of each document in it and of each line, declared once (decisions §2, §4). The
 * declaration is the column, the value in the program, what is read, written, compared, signed and told of it.
 */
export interface EntryField {
  readonly kind: keyof EntryValues;
  /** Column of the table, where it differs from the field's name. */
  readonly column?: string;
  /** Never empty. */
  readonly required?: true;
  /** Part of what approvers sign: a change voids their approvals. Remarks and late numbers are not (decisions §3). */
  readonly signed?: true;
  /** The product keeps it for itself: readers of changes are not told. */
  readonly internal?: true;
  /** The record that a reference names, and by what people know it. */
  readonly to?: EntryRecord;
  readonly known_by?: 'code' | 'name' | 'bank_and_code';
  /** What it is called where changes are told; its own name where this is not given. */
  readonly told_as?: string;
  /** The words of a choice. */
  readonly of?: Readonly<Record<number, string>> | readonly string[];
}

/** Records that an entry names. */
export type EntryRecord = Extract<
  ResourceName,
  | 'account'
  | 'alpha_tax_code'
  | 'bank'
  | 'billing_service'
  | 'branch'
  | 'currency'
  | 'department'
  | 'payee'
  | 'payee_bank'
  | 'section'
>;

/** The value of each kind in the program. Amounts and rates are decimal text, dates calendar dates, keys bigint text. */
export interface EntryValues {
  readonly reference: number;
  readonly choice: number;
  readonly flag: number;
  readonly switch: boolean;
  readonly key: string;
  readonly date: string;
  readonly amount: string;
  readonly rate: string;
  readonly text: string;
  readonly word: string;
}

type Fields = Readonly<Record<string, EntryField>>;

const fields = <const Declared extends Fields>(declared: Declared): Declared => declared;

/** What all documents of a batch share. */
export const BATCH_FIELDS = fields({
  adjusting: { kind: 'switch', required: true, signed: true },
  currency_id: { kind: 'reference', to: 'currency', required: true, signed: true, told_as: 'currency' },
  /** Pesos for one unit of the currency. */
  dollar_rate: { kind: 'rate', required: true, signed: true },
  is_confidential: { kind: 'flag', required: true, signed: true, told_as: 'confidential' },
  is_pdc: { kind: 'flag', required: true, signed: true, told_as: 'post_dated' },
});

/** The header of one document. Which of them a type has, its definition says. */
export const DOCUMENT_FIELDS = fields({
  document_date: { kind: 'date', required: true, signed: true },
  payee_id: { kind: 'reference', to: 'payee', known_by: 'name', signed: true, told_as: 'payee' },
  bank_id: { kind: 'reference', to: 'bank', known_by: 'bank_and_code', signed: true, told_as: 'bank' },
  bank_account: { kind: 'text', signed: true },
  payee_bank_id: {
    kind: 'reference',
    to: 'payee_bank',
    known_by: 'code',
    signed: true,
    told_as: 'payee_account_number',
  },
  vat: { kind: 'choice', of: VAT_TYPES, signed: true },
  atc_id: { kind: 'reference', to: 'alpha_tax_code', known_by: 'code', signed: true, told_as: 'atc_code' },
  is_or_ar: {
    kind: 'choice',
    of: {
      [RECEIPT_KINDS.OFFICIAL]: 'Official receipt',
      [RECEIPT_KINDS.ACKNOWLEDGEMENT]: 'Acknowledgement receipt',
      [RECEIPT_KINDS.BOTH]: 'Official and acknowledgement receipt',
    },
    signed: true,
    told_as: 'receipt',
  },
  purchase_order_id: { kind: 'key', signed: true },
  cheque_number: { kind: 'text' },
  remarks: { kind: 'text' },
});

/** One line. Amounts in the document's currency, then in pesos. */
export const LINE_FIELDS = fields({
  account_id: {
    kind: 'reference',
    to: 'account',
    known_by: 'code',
    required: true,
    signed: true,
    told_as: 'account_code',
  },
  payee_id: { kind: 'reference', to: 'payee', known_by: 'name', signed: true, told_as: 'payee' },
  department_id: { kind: 'reference', to: 'department', known_by: 'code', signed: true, told_as: 'department' },
  branch_id: { kind: 'reference', to: 'branch', known_by: 'code', signed: true, told_as: 'branch' },
  section_id: { kind: 'reference', to: 'section', known_by: 'code', signed: true, told_as: 'section' },
  billing_service_id: {
    kind: 'reference',
    to: 'billing_service',
    known_by: 'name',
    signed: true,
    told_as: 'service',
  },
  atc_id: { kind: 'reference', to: 'alpha_tax_code', known_by: 'code', signed: true, told_as: 'atc_code' },
  /** What the tax of the line was computed from. */
  tax_base: { kind: 'amount', signed: true },
  debit_amount: { kind: 'amount', required: true, signed: true },
  credit_amount: { kind: 'amount', required: true, signed: true },
  debit_php: { kind: 'amount', required: true, signed: true },
  credit_php: { kind: 'amount', required: true, signed: true },
  remarks: { kind: 'text' },
  /** What the helper proposed it as: it says nothing of what is booked. */
  part: { kind: 'word', of: PROPOSED_PARTS, column: 'proposed_part', internal: true },
});

type ValueOf<Field extends EntryField> =
  | (Field extends { readonly kind: 'word'; readonly of: readonly (infer Word)[] } ? Word : EntryValues[Field['kind']])
  | (Field extends { readonly required: true } ? never : null);

/** The values of declared fields. */
export type ValuesOf<Declared extends Fields> = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> };

/** Fields with their names, in the order of the declaration. */
export function fieldsOf<Declared extends Fields>(
  declared: Declared,
): readonly (readonly [keyof Declared & string, EntryField])[] {
  return Object.entries(declared);
}

/** Names of the fields that approvers sign, in the order in which they are signed. */
export function signedOf<Declared extends Fields>(declared: Declared): readonly (keyof Declared & string)[] {
  return fieldsOf(declared).flatMap(([name, field]) => (field.signed ? [name] : []));
}

/** Names of the fields whose changes are told. */
export function toldOf<Declared extends Fields>(declared: Declared): readonly (keyof Declared & string)[] {
  return fieldsOf(declared).flatMap(([name, field]) => (field.internal ? [] : [name]));
}
