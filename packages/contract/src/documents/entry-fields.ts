import * as z from 'zod';
import { VAT_TYPES, isVatType } from '@talaan/core/money/withholding';
import { PROPOSED_PARTS } from '@talaan/core/documents/proposed-lines';
import { isReceiptKind, RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import { declareFields, SHOWN } from './declared-field.ts';
import {
  calendarDates,
  flag,
  optionalCode,
  optionalId,
  paperNumber,
  prose,
  requiredId,
  typedAmount,
} from './wire-values.ts';

/** What all documents of a batch share. Each header gives it. */
export const BATCH_FIELDS = declareFields({
  adjusting: { kind: 'switch', required: true, signed: true, given: { adjusting: flag.default(0) }, shown: {} },
  currency_id: {
    kind: 'reference',
    to: 'currency',
    known_by: 'code',
    required: true,
    signed: true,
    told_as: 'currency',
    given: { currency_id: requiredId('currency id').default(1) },
    shown: { currency_id: SHOWN.number },
  },
  /** Pesos for one unit of the currency, at most 6 decimals; ignored for pesos. */
  dollar_rate: {
    kind: 'rate',
    required: true,
    signed: true,
    given: { dollar_rate: z.union([z.string().max(20), z.null()]).optional() },
    shown: { dollar_rate: SHOWN.decimal },
  },
  is_confidential: {
    kind: 'flag',
    required: true,
    signed: true,
    told_as: 'confidential',
    given: { is_confidential: flag.default(0) },
    shown: {},
  },
  is_pdc: {
    kind: 'flag',
    required: true,
    signed: true,
    told_as: 'post_dated',
    given: { is_pdc: flag.default(0) },
    shown: { is_pdc: SHOWN.number },
  },
});

/** The header of one document. What a header of its type does not have stays empty. */
export const DOCUMENT_FIELDS = declareFields({
  /** The dates of a post-dated series, separated by commas; of everything else one. */
  document_date: {
    kind: 'date',
    required: true,
    signed: true,
    given: { document_date: calendarDates('document date') },
    shown: { document_date: SHOWN.date },
  },
  payee_id: {
    kind: 'reference',
    to: 'payee',
    known_by: 'name',
    signed: true,
    part_of: 'payee',
    told_as: 'payee',
    given: { payee_id: optionalId },
    shown: { payee_id: SHOWN.numberOrNone, payee_code: SHOWN.code, payee_desc: SHOWN.name },
  },
  /** The own bank account, by Record ID; else by its number, with `bank_code` where two banks have that number. */
  bank_id: {
    kind: 'reference',
    to: 'bank',
    known_by: 'bank_and_code',
    signed: true,
    part_of: 'bank_side',
    told_as: 'bank',
    given: { bank_id: optionalId, bank_code: z.string().max(60).nullish() },
    shown: { bank_id: SHOWN.numberOrNone, bank_code: SHOWN.bankCode, bank_name: SHOWN.name },
  },
  /** Number of the own bank account. */
  bank_account: {
    kind: 'text',
    signed: true,
    part_of: 'bank_side',
    given: { bank_account: z.string().max(60).nullish() },
    shown: { bank_account: SHOWN.textOrNone },
  },
  /** The payee's bank account to credit, by Record ID; else its number among those of the payee. */
  payee_bank_id: {
    kind: 'reference',
    to: 'payee_bank',
    known_by: 'code',
    signed: true,
    part_of: 'payee_bank',
    told_as: 'payee_account_number',
    given: { payee_bank_id: optionalId, payee_account_number: z.string().max(60).nullish() },
    shown: {
      payee_bank_id: SHOWN.numberOrNone,
      payee_account_number: SHOWN.code,
      payee_account_name: SHOWN.holder,
      payee_bank_code: SHOWN.bankCode,
      payee_bank_name: SHOWN.name,
    },
  },
  /** 0 not applicable, 1 VATable, 2 exempt, 3 zero-rated. */
  vat: {
    kind: 'choice',
    of: VAT_TYPES,
    signed: true,
    part_of: 'payee',
    given: { vat: optionalCode('vat', isVatType, '0, 1, 2 or 3') },
    shown: { vat: SHOWN.numberOrNone },
  },
  atc_id: {
    kind: 'reference',
    to: 'alpha_tax_code',
    known_by: 'code',
    signed: true,
    part_of: 'payee',
    told_as: 'atc_code',
    given: { atc_code: z.string().max(20).nullish() },
    shown: { atc_code: SHOWN.code },
  },
  /** 1 official receipt, 2 acknowledgement receipt, 3 both. */
  is_or_ar: {
    kind: 'choice',
    of: {
      [RECEIPT_KINDS.OFFICIAL]: 'Official receipt',
      [RECEIPT_KINDS.ACKNOWLEDGEMENT]: 'Acknowledgement receipt',
      [RECEIPT_KINDS.BOTH]: 'Official and acknowledgement receipt',
    },
    signed: true,
    part_of: 'receipt',
    told_as: 'receipt',
    given: { is_or_ar: optionalCode('is or ar', isReceiptKind, '1, 2 or 3') },
    shown: { is_or_ar: SHOWN.numberOrNone },
  },
  /** The purchase order that a voucher takes from, given and shown by its number. */
  purchase_order_id: {
    kind: 'key',
    signed: true,
    given: { trx_purchase_order: z.string().max(20).nullish() },
    shown: { trx_purchase_order: SHOWN.textOrNone },
  },
  /** Of a series: all of them separated by commas, or the first one, from which the others count on. */
  cheque_number: {
    kind: 'text',
    part_of: 'cheque',
    given: { cheque_number: paperNumber('cheque number', 2000) },
    shown: { cheque_number: SHOWN.textOrNone },
  },
  remarks: { kind: 'text', given: { remarks: prose('remarks', 2000) }, shown: { remarks: SHOWN.text } },
});

/** Of an invoice, however its letters are written. */
const invoiceNumber = z
  .string()
  .max(20)
  .transform((text) => text.trim().toUpperCase())
  .nullish();

/** What a line stands for that the helper proposed. */
const proposedPart = z.enum(PROPOSED_PARTS, {
  error: ({ path }) => `line ${Number(path?.at(-2)) + 1}: part must be charged, vat, withheld, bank or null.`,
});

/** One line. Amounts in the document's currency, then in pesos: on a difference line these stand alone (decisions §4). */
export const LINE_FIELDS = declareFields({
  account_id: {
    kind: 'reference',
    to: 'account',
    known_by: 'code_and_name',
    required: true,
    signed: true,
    told_as: 'account_code',
    label: 'Account',
    given: { account_code: z.string().max(20).default('') },
    shown: { account_code: SHOWN.ownCode, acct_desc: SHOWN.ownName },
  },
  payee_id: {
    kind: 'reference',
    to: 'payee',
    known_by: 'name',
    signed: true,
    told_as: 'payee',
    label: 'Analysis/Payee',
    given: { payee_id: optionalId },
    shown: { payee_id: SHOWN.numberOrNone, payee_code: SHOWN.code, payee_desc: SHOWN.name },
  },
  department_id: {
    kind: 'reference',
    to: 'department',
    known_by: 'code',
    signed: true,
    told_as: 'department',
    label: 'Department',
    given: { department_id: optionalId },
    shown: { department_id: SHOWN.numberOrNone, dept_code: SHOWN.code, dept_desc: SHOWN.name },
  },
  branch_id: {
    kind: 'reference',
    to: 'branch',
    known_by: 'code',
    signed: true,
    told_as: 'branch',
    label: 'Branch',
    given: { branch_id: optionalId },
    shown: { branch_id: SHOWN.numberOrNone, brnc_code: SHOWN.code, brnc_name: SHOWN.name },
  },
  section_id: {
    kind: 'reference',
    to: 'section',
    known_by: 'code',
    signed: true,
    told_as: 'section',
    label: 'Section',
    given: { section_id: optionalId },
    shown: { section_id: SHOWN.numberOrNone, section_code: SHOWN.code, section_name: SHOWN.name },
  },
  billing_service_id: {
    kind: 'reference',
    to: 'billing_service',
    known_by: 'name',
    signed: true,
    told_as: 'service',
    label: 'Service',
    given: { billing_service_id: optionalId },
    shown: { billing_service_id: SHOWN.numberOrNone, billing_service_name: SHOWN.name },
  },
  /** Of a journal line on the receivable account: the invoice that a credit settles and a debit opens again (decisions §6). */
  invoice_id: {
    kind: 'reference',
    to: 'invoice',
    known_by: 'code',
    signed: 'where_given',
    told_as: 'invoice',
    label: 'Invoice',
    given: { billing_invoice_no: invoiceNumber },
    shown: { billing_invoice_no: SHOWN.code },
  },
  atc_id: {
    kind: 'reference',
    to: 'alpha_tax_code',
    known_by: 'code',
    signed: true,
    told_as: 'atc_code',
    label: 'ATC',
    given: { atc_code: z.string().max(20).nullish() },
    shown: { atc_code: SHOWN.code },
  },
  /** What the tax of the line was computed from, in the document's currency. */
  tax_base: {
    kind: 'amount',
    signed: true,
    given: { tax_base: typedAmount },
    shown: { tax_base: SHOWN.textOrNone },
  },
  debit_amount: {
    kind: 'amount',
    required: true,
    signed: true,
    label: 'Debit',
    given: { debit_amount: typedAmount },
    shown: { debit_amount: SHOWN.decimal },
  },
  credit_amount: {
    kind: 'amount',
    required: true,
    signed: true,
    label: 'Credit',
    given: { credit_amount: typedAmount },
    shown: { credit_amount: SHOWN.decimal },
  },
  debit_php: {
    kind: 'amount',
    required: true,
    signed: true,
    label: 'PHP Debit',
    given: { debit_php: typedAmount },
    shown: { debit_php: SHOWN.decimal },
  },
  credit_php: {
    kind: 'amount',
    required: true,
    signed: true,
    label: 'PHP Credit',
    given: { credit_php: typedAmount },
    shown: { credit_php: SHOWN.decimal },
  },
  remarks: {
    kind: 'text',
    label: 'Remarks',
    given: { remarks: prose('remarks', 500) },
    shown: { remarks: SHOWN.text },
  },
  /**
   * What the helper proposed it as: a later proposal takes its place. It says nothing of what is booked, so that approvers
   * do not sign it.
   */
  part: {
    kind: 'word',
    of: PROPOSED_PARTS,
    column: 'proposed_part',
    internal: true,
    given: { part: proposedPart.nullish() },
    shown: { part: SHOWN.value(z.enum(PROPOSED_PARTS).nullable()) },
  },
});
