import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { formatDetailDate, parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { Collected } from '@talaan/core/documents/collection/collection-lines';
import { RECEIPT_LABELS, receiptSeries } from '@talaan/core/documents/document-type';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { appliedMinor, applicationFault, placeOldestFirst, unplacedMinor } from '@talaan/core/receivables/allocation';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createCollection, updateCollection } from '@talaan/contract/documents/collection/collection.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { ownPlaces } from '../../batches/entry/form/own-places.ts';
import type { EditedDocument, Difference } from '../../batches/entry/frame/edited-document.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { NO_FAULTS, toldFaults, withoutFields, type HeaderFaults } from '../../batches/entry/frame/told-faults.ts';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { batchCalls, BATCHES_KEY, type EntryChoices } from '../../batches/record/batch-calls.ts';
import { keepPendingNumber } from '../../session/pending-numbers.ts';
import { useUser } from '../../session/session.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { advanceOf, uncollectedOf } from './collection-calls.ts';
import {
  applicationOf,
  changeCollection,
  collectedOf,
  collectionInputOf,
  collectionOfDetail,
  collectionOfDraft,
  draftOfCollection,
  headerFaults,
  isLater,
  newCollection,
  NOT_APPLIED,
  offeredInvoices,
  partedForm,
  typedOf,
  writtenOffMinor,
  type Applied,
  type CollectionForm,
  type CollectionHeader,
  type InvoiceRow,
} from './collection-form.ts';

/** Ids of the controls in the order of the page, for links from what is to be corrected. */
export const COLLECTION_FIELD_ID = {
  collection_date: 'collection-date',
  is_or_ar: 'collection-receipt',
  payee_id: 'collection-customer',
  received_amount: 'collection-received',
  bank_id: 'collection-bank',
  advance_amount: 'collection-advance',
  write_off_account: 'collection-write-off',
  branch_id: 'collection-branch',
  department_id: 'collection-department',
  currency_id: 'collection-currency',
  dollar_rate: 'collection-rate',
  remarks: 'collection-remarks',
} as const;

/** Id of the check box of an invoice. */
export const invoiceId = (number: string) => `collection-of-${number}`;

/** A collection while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedCollection {
  readonly form: CollectionForm;
  /** The invoices of the customer; undefined while they are on their way. */
  readonly invoices: readonly InvoiceRow[] | undefined;
  readonly collected: Collected;
  /** Cash that is not placed, in minor units; negative where more is placed than there is. */
  readonly unplaced: bigint;
  readonly payee: EntryPayee | undefined;
  /** What is wrong with the head, by field of the wire, and with an invoice, by its number. */
  readonly faults: Readonly<Record<string, string>>;
  readonly changeHeader: (change: Partial<CollectionHeader>) => void;
  /** What is applied to an invoice; null leaves it out. */
  readonly apply: (number: string, applied: Applied | null) => void;
  /** Chooses an invoice, with what of the cash is left for it, or leaves it out. */
  readonly choose: (number: string, chosen: boolean) => void;
  readonly placeOldest: () => void;
  readonly clear: () => void;
  /** Leaves what is written off to a collection of its own, which is saved; undefined where there is nothing to part. */
  readonly partWriteOff: (() => Promise<void>) | undefined;
  /** The collection as the frame keeps and saves it. */
  readonly document: EditedDocument;
}

/** Holds a collection while it is typed. It begins with the draft that is continued, else with the stored one, else empty, dated today. */
export function useCollectionForm({ batchNumber, choices, draft, stored }: OpenedEntry): EditedCollection {
  const today = useToday();
  const client = useQueryClient();
  const user = useUser();
  const [form, change] = useReducer(changeCollection, null, () => {
    const places = ownPlaces(user, choices);
    if (draft !== null) return collectionOfDraft(draft.body, today, places);
    return stored === null ? newCollection(today, places) : collectionOfDetail(stored);
  });
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<HeaderFaults>(NO_FAULTS);
  const { header, applied, touched } = form;
  const payeeId = header.payee?.id ?? 0;
  const payee = useQuery({ ...batchCalls.payee(payeeId), enabled: header.payee !== null });
  const open = useQuery({ ...uncollectedOf(payeeId), enabled: header.payee !== null }).data;
  const invoices = useMemo(() => (open === undefined ? undefined : offeredInvoices(form, open)), [form, open]);
  const advance = useQuery({ ...advanceOf(payeeId, header.currency_id), enabled: header.payee !== null }).data;
  const collected = useMemo(
    () =>
      collectedOf(form, {
        invoices: open,
        advance: advance && {
          amount_minor: requireSum(advance.advance_amount),
          php_minor: requireSum(advance.advance_php),
        },
      }),
    [form, open, advance],
  );
  const unplaced = unplacedMinor(collected.settled, collected.received_minor + collected.advance_minor);
  const faults = useMemo(
    () => ({
      ...refused,
      fields: { ...refused.fields, ...rowFaults(invoices ?? [], form), ...headerFaults(header, choices, isAsked) },
    }),
    [refused, invoices, form, header, choices, isAsked],
  );
  const draftBody = useMemo(
    () => (touched ? draftOfCollection(form, baseVersion) : null),
    [touched, form, baseVersion],
  );

  const changeHeader = useCallback(
    (headerChange: Partial<CollectionHeader>) => {
      change({ type: 'header', change: headerChange, choices });
      setRefused((before) => withoutFields(before, Object.keys(headerChange).map(wireName)));
      const payee_id = (headerChange.payee ?? header.payee)?.id;
      if (payee_id === undefined || !('payee' in headerChange || 'currency_id' in headerChange)) return;
      client.fetchQuery(advanceOf(payee_id, headerChange.currency_id ?? header.currency_id)).then(
        ({ deposited_to }) => change({ type: 'deposit', payee_id, bank_id: deposited_to }),
        () => undefined, // the bank is chosen by hand then
      );
    },
    [choices, client, header.payee, header.currency_id],
  );
  const applyAll = (all: CollectionForm['applied'], changed: readonly string[]): void => {
    change({ type: 'applied', applied: all });
    setRefused((before) => withoutFields(before, [...changed, 'received_amount', 'advance_amount']));
  };
  const apply = (number: string, one: Applied | null): void => {
    const { [number]: _before, ...others } = applied;
    applyAll(one === null ? others : inOrder({ ...others, [number]: one }), [number]);
  };
  const inOrder = (all: CollectionForm['applied']): CollectionForm['applied'] =>
    Object.fromEntries(
      (invoices ?? []).flatMap(({ billing_invoice_no: number }) =>
        all[number] === undefined ? [] : [[number, all[number]]],
      ),
    );

  const document: EditedDocument = {
    document_type: 'CN',
    touched,
    draftBody,
    baseVersion,
    amount: {
      totalMinor:
        collected.received_minor +
        collected.advance_minor +
        sumMinor(collected.settled.map(({ withheld_minor, written_off_minor }) => withheld_minor + written_off_minor)),
      writtenOffMinor: writtenOffMinor(form, invoices ?? []),
      currencyId: header.currency_id,
      rate: header.dollar_rate,
    },
    summary: toldFaults(faults, [], { ...COLLECTION_FIELD_ID, ...idsOf(invoices ?? []) }, []),
    removedRow: null,
    check: () => {
      setAsked(true);
      setRefused(NO_FAULTS);
      return Object.keys({ ...headerFaults(header, choices, true), ...rowFaults(invoices ?? [], form) }).length === 0;
    },
    input: () => collectionInputOf(form, batchNumber),
    calls: { create: createCollection, update: updateCollection },
    mark: (errors) => setRefused(placeErrors(errors, Object.keys(applied))),
    notice: null,
    differences: (current) => collectionDifferences(form, current, choices),
    undo: () => undefined,
    takeDraft: ({ body }) =>
      change({ type: 'replace', form: collectionOfDraft(body, today, ownPlaces(user, choices)) }),
    takeStored: (batch) => {
      setBaseVersion(batch.row_version);
      change({ type: 'replace', form: collectionOfDetail(batch) });
    },
    rebase: ({ row_version }) => setBaseVersion(row_version),
    settle: () => {
      // A saved official receipt ends the stored OR number, an acknowledgement receipt that of AR (spec 2 §4).
      for (const kind of receiptSeries(header.is_or_ar)) keepPendingNumber(`${kind}_number`, null);
      change({ type: 'settled' });
    },
  };

  return {
    form,
    invoices,
    collected,
    unplaced,
    payee: header.payee === null ? undefined : payee.data,
    faults: faults.fields,
    changeHeader,
    apply,
    choose: (number, chosen) => {
      const invoice = invoices?.find((one) => one.billing_invoice_no === number);
      if (!chosen || invoice === undefined) return apply(number, null);
      const left = collected.received_minor + collected.advance_minor === 0n ? invoice.open_minor : unplaced;
      const cash = left < 0n ? 0n : left < invoice.open_minor ? left : invoice.open_minor;
      return apply(number, { ...NOT_APPLIED, cash_amount: typedOf(cash) });
    },
    placeOldest: () => {
      // What is dated later is left as it is, like what is disputed.
      const offered = (invoices ?? []).map((one) => ({ ...one, is_disputed: one.is_disputed || isLater(one, header) }));
      const kept = offered.map(({ billing_invoice_no }) => applicationOf(applied[billing_invoice_no]));
      const placed = placeOldestFirst(offered, collected.received_minor + collected.advance_minor, kept);
      const all = placed.flatMap(({ cash_minor, withheld_minor, written_off_minor }, at) =>
        cash_minor + withheld_minor + written_off_minor === 0n
          ? []
          : [
              [
                offered[at]!.billing_invoice_no,
                {
                  cash_amount: typedOf(cash_minor),
                  withholding_amount: typedOf(withheld_minor),
                  write_off_amount: typedOf(written_off_minor),
                },
              ] as const,
            ],
      );
      applyAll(
        Object.fromEntries(all),
        offered.map(({ billing_invoice_no }) => billing_invoice_no),
      );
    },
    clear: () => applyAll({}, Object.keys(applied)),
    partWriteOff: usePartedWriteOff(form, (rest) => {
      change({ type: 'replace', form: rest });
      setRefused(NO_FAULTS);
    }),
    document,
  };
}

/** Saves what is written off as a collection of its own, and goes on with the rest. */
function usePartedWriteOff(form: CollectionForm, goOn: (rest: CollectionForm) => void) {
  const client = useQueryClient();
  const { key, noteFailure, noteDone } = useActKey();
  const parts = partedForm(form);
  if (parts === null) return undefined;
  return async () => {
    try {
      const { data } = await withPleaseWait(
        callServer(createCollection, { body: collectionInputOf(parts.off), headers: { 'idempotency-key': key } }),
      );
      noteDone();
      goOn(parts.rest);
      showSuccess(`Collection ${data.collection_number} has the write-off. Submit it for approval.`);
      await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(message));
    }
  };
}

/** What the wire calls a field that holds a record. */
const WIRE: Readonly<Record<string, string>> = { payee: 'payee_id', branch: 'branch_id', department: 'department_id' };
const wireName = (field: string) => WIRE[field] ?? field;

const idsOf = (invoices: readonly InvoiceRow[]) =>
  Object.fromEntries(invoices.map(({ billing_invoice_no: number }) => [number, invoiceId(number)]));

/** What is wrong with what is applied, by invoice number. */
function rowFaults(invoices: readonly InvoiceRow[], { header, applied }: CollectionForm): Record<string, string> {
  const faults = invoices.flatMap((invoice) => {
    const { billing_invoice_no } = invoice;
    const one = applied[billing_invoice_no];
    if (one === undefined) return [];
    const application = applicationOf(one);
    // An invoice that was just chosen may still wait for its amounts; the server asks for them.
    const fault = isLater(invoice, header)
      ? `Invoice ${billing_invoice_no} is dated ${formatDetailDate(invoice.billing_date as CalendarDate)}, after this collection. Leave it out: what is received before becomes an advance.`
      : appliedMinor(application) === 0n
        ? null
        : applicationFault(invoice, application);
    return fault === null ? [] : [[billing_invoice_no, fault] as const];
  });
  return Object.fromEntries(faults);
}

/** Places the server's messages: `payee_id`, `collection_details.3.cash_amount` (invoices as they were sent). */
function placeErrors(errors: Record<string, string[]>, numbers: readonly string[]): HeaderFaults {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const [path, messages] of Object.entries(errors)) {
    const text = messages.join(' ').replace(/^line \d+: /, '');
    const message = text.charAt(0).toUpperCase() + text.slice(1);
    const [list = '', place] = path.split('.');
    const number = place === undefined ? undefined : numbers[Number(place)];
    if (number !== undefined) fields[number] = message;
    else if (list in COLLECTION_FIELD_ID) fields[list] = message;
    else rest.push(message);
  }
  return { fields, rest };
}

/** Where what was typed differs from what is stored, in the order of the page. */
function collectionDifferences(form: CollectionForm, current: BatchDetail, choices: EntryChoices): Difference[] {
  const theirs = collectionOfDetail(current);
  const facts = (Object.keys(FACTS) as (keyof typeof FACTS)[]).map((field) => ({
    what: FACTS[field],
    mine: factText(form.header, field, choices),
    theirs: factText(theirs.header, field, choices),
  }));
  const numbers = [...new Set([...Object.keys(form.applied), ...Object.keys(theirs.applied)])];
  const rows = numbers.map((number) => ({
    what: `Invoice ${number}`,
    mine: appliedText(form.applied[number]),
    theirs: appliedText(theirs.applied[number]),
  }));
  return [...facts, ...rows].filter((one) => one.mine !== one.theirs);
}

const FACTS = {
  collection_date: 'Collection Date',
  payee: 'Customer',
  is_or_ar: 'Receipt',
  received_amount: 'Received',
  bank_id: 'Deposited to',
  advance_amount: 'From Advances',
  branch: 'Branch',
  department: 'Department',
  write_off_account: 'Write-off Account',
  currency_id: 'Currency',
  dollar_rate: 'Rate',
  is_confidential: 'Confidential',
  remarks: 'Remarks',
} as const;

function factText(header: CollectionHeader, field: keyof typeof FACTS, choices: EntryChoices): string {
  const value = header[field];
  if (value === null) return '';
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'bank_id') return choices.banks.find(({ id }) => id === value)?.name ?? '';
  if (field === 'currency_id') return choices.currencies.find(({ id }) => id === value)?.iso_code ?? '';
  if (field === 'is_or_ar') return RECEIPT_LABELS[value as keyof typeof RECEIPT_LABELS];
  const date = parseCalendarDate(String(value));
  return date === null ? String(value) : formatDetailDate(date);
}

function appliedText(applied: Applied | undefined): string {
  if (applied === undefined) return 'not chosen';
  const { cash_minor, withheld_minor, written_off_minor } = applicationOf(applied);
  const parts = [
    ['cash', cash_minor],
    ['withheld', withheld_minor],
    ['written off', written_off_minor],
  ] as const;
  return parts.flatMap(([name, minor]) => (minor === 0n ? [] : [`${name} ${formatAmount(minor)}`])).join(', ');
}
