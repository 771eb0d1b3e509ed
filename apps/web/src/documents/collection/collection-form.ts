import { applicationOf, givenOf, type GivenAmounts } from '@talaan/core/documents/collection/collected-from';
import { COLLECTION_TAG } from '@talaan/core/documents/collection/collection-lines';
import { RECEIPT_KINDS, RECEIPT_LABELS, receiptSeries } from '@talaan/core/documents/document-type';
import { formatAmount } from '@talaan/core/money/money';
import { createCollection, updateCollection } from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { rowsOf } from '@talaan/contract/documents/document-part';
import type { DocumentForm, DocumentLines, OwnDocument } from '../../batches/entry/document/document-form.ts';
import * as head from '../../batches/entry/document/head-field.ts';
import { heldWhole } from '../../batches/entry/document/held-lines.ts';
import { keepPendingNumber } from '../../session/pending-numbers.ts';
import { advanceOf } from './collection-calls.ts';

const TERMS = COLLECTION_TERMS.fields;

const HEAD = {
  collection_date: head.documentDay('Collection Date'),
  payee: head.payee('Customer'),
  is_or_ar: head.word<number>('Receipt', RECEIPT_LABELS, RECEIPT_KINDS.OFFICIAL, { control: 'receipt' }),
  received_amount: head.amount(TERMS.received_amount.label),
  bank_id: head.ownBank('Deposited to'),
  advance_amount: head.amount(TERMS.advance_amount.label),
  branch: head.place('branch', 'Branch', { required: true }),
  department: head.place('department', 'Department'),
  // Without a choice the one with that role.
  write_off_account: head.account(
    'Write-off Account',
    'E',
    ({ details }) => details.find(({ remarks }) => remarks === COLLECTION_TAG.WRITTEN_OFF)?.account_code ?? '',
  ),
  ...head.MONEY,
  ...head.LAST_FIELDS,
};
export type CollectionHeader = head.HeaderOf<typeof HEAD>;
/** What is typed of each invoice that is chosen, by its number. */
export type AppliedTo = Readonly<Record<string, GivenAmounts>>;
export type CollectionForm = DocumentForm<CollectionHeader, AppliedTo>;

/** What is applied, as the wire takes it. */
export const applicationsOf = (applied: AppliedTo) =>
  Object.entries(applied).map(([billing_invoice_no, one]) => ({ billing_invoice_no, ...one }));

/** What is applied to invoices, in place of lines: an invoice that is not chosen is absent. */
const APPLICATIONS: DocumentLines<CollectionHeader, AppliedTo, AppliedTo> = {
  ...heldWhole<AppliedTo>({}),
  kept: 'applied',
  copied: () => ({}),
  reads: ({ parts }) =>
    Object.fromEntries(
      rowsOf(parts, COLLECTION_APPLICATIONS).map((row) => [row.billing_invoice_no, givenOf(applicationOf(row))]),
    ),
  sends: applicationsOf,
  placed: (applied, at) => Object.keys(applied)[at] ?? null,
  tells: (applied) =>
    Object.entries(applied).map(([number, one]) => {
      const { cash_minor, withheld_minor, written_off_minor } = applicationOf(one);
      const parts = { cash: cash_minor, withheld: withheld_minor, 'written off': written_off_minor };
      const told = Object.entries(parts).flatMap(([name, minor]) =>
        minor === 0n ? [] : [`${name} ${formatAmount(minor)}`],
      );
      return [`Invoice ${number}`, told.join(', ')] as const;
    }),
  absent: 'not chosen',
};

/** A collection: its day, from whom, what came in, where it goes, and which invoices it settles (spec 2 §3). */
export const COLLECTION: OwnDocument<CollectionHeader, AppliedTo, AppliedTo> = {
  kind: COLLECTIONS,
  head: HEAD,
  terms: COLLECTION_TERMS,
  lines: APPLICATIONS,
  calls: { create: createCollection, update: updateCollection },
  faults: ({ bank_id, received_amount }, isAsked) => ({
    bank_id: isAsked && bank_id === null && received_amount !== '' && 'Deposited to is required.',
  }),
  // Where no cash came in, it went nowhere.
  sends: ({ bank_id, received_amount }) => ({ bank_id: received_amount === '' ? null : bank_id }),
  follow: (before, after, { banks }) => {
    const { header } = after;
    const isOther = header.payee?.id !== before.header.payee?.id || header.currency_id !== before.header.currency_id;
    const bank = banks.find(({ id }) => id === header.bank_id);
    const bank_id = bank !== undefined && bank.currency_id !== header.currency_id ? null : header.bank_id;
    return { ...after, header: { ...header, bank_id }, lines: isOther ? {} : after.lines };
  },
  // The account into which the last one went.
  facts: (changed, { payee_id, currency_id }, client) =>
    'payee' in changed || 'currency_id' in changed
      ? [client.fetchQuery(advanceOf(payee_id, currency_id)).then(({ deposited_to }) => ({ bank_id: deposited_to }))]
      : [],
  settled: ({ is_or_ar }) => {
    // A saved official receipt ends the stored OR number, an acknowledgement receipt that of AR (spec 2 §4).
    for (const kind of receiptSeries(is_or_ar)) keepPendingNumber(`${kind}_number`, null);
  },
};
