import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { applicationOf, minorOf } from '@talaan/core/documents/collection/collected-from';
import type { Collected } from '@talaan/core/documents/collection/collection-lines';
import { requireSum, sumMinor } from '@talaan/core/money/money';
import { placeOldestFirst, unplacedMinor } from '@talaan/core/receivables/allocation';
import { createCollection, type CollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { inputOfForm } from '../../batches/entry/document/document-form.ts';
import { useDocumentForm, type EditedForm } from '../../batches/entry/document/use-document-form.ts';
import type { EditedDocument } from '../../batches/entry/frame/edited-document.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { BATCHES_KEY } from '../../batches/record/batch-calls.ts';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import {
  collectedOf,
  laterOf,
  NOT_APPLIED,
  offeredInvoices,
  rowFaults,
  typedOf,
  writtenOffMinor,
  type Applied,
  type AppliedTo,
  type InvoiceRow,
} from './applied.ts';
import { openInvoicesOf } from '../receipt/open-invoices.ts';
import { advanceOf } from './collection-calls.ts';
import { COLLECTION, type CollectionForm, type CollectionHeader } from './collection-form.ts';

/** Id of the check box of an invoice. */
export const invoiceId = (number: string) => `collection-of-${number}`;

/** A collection while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedCollection {
  readonly edited: EditedForm<CollectionHeader, AppliedTo, AppliedTo>;
  /** The invoices of the customer; undefined while they are on their way. */
  readonly invoices: readonly InvoiceRow[] | undefined;
  readonly collected: Collected;
  /** Cash that is not placed, in minor units; negative where more is placed than there is. */
  readonly unplaced: bigint;
  /** What is wrong with an invoice, by its number. */
  readonly faults: Readonly<Record<string, string>>;
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

/** Holds a collection while it is typed, with what of the books it settles. */
export function useCollectionForm(opened: OpenedEntry): EditedCollection {
  const edited = useDocumentForm(COLLECTION, opened);
  const { form } = edited;
  const { header, lines: applied } = form;
  const { invoices, collected } = useCollected(form);
  const cash = collected.received_minor + collected.advance_minor;
  const unplaced = unplacedMinor(collected.settled, cash);
  const faults = useMemo(() => rowFaults(invoices ?? [], form), [invoices, form]);

  const applyAll = (all: AppliedTo, changed: readonly string[]): void => {
    edited.changeLines(all);
    edited.forget([...changed, 'received_amount', 'advance_amount']);
  };
  const apply = (number: string, one: Applied | null): void => {
    const all: AppliedTo = { ...applied, [number]: one ?? NOT_APPLIED };
    // In the order of the page.
    const kept = (invoices ?? []).flatMap(({ billing_invoice_no: at }) =>
      all[at] === undefined || (at === number && one === null) ? [] : [[at, all[at]] as const],
    );
    applyAll(Object.fromEntries(kept), [number]);
  };

  return {
    edited,
    invoices,
    collected,
    unplaced,
    faults: { ...edited.faults, ...faults },
    apply,
    choose: (number, chosen) => {
      const invoice = invoices?.find((one) => one.billing_invoice_no === number);
      if (!chosen || invoice === undefined) return apply(number, null);
      const left = cash === 0n ? invoice.open_minor : unplaced;
      const taken = left < 0n ? 0n : left < invoice.open_minor ? left : invoice.open_minor;
      return apply(number, { ...NOT_APPLIED, cash_amount: typedOf(taken) });
    },
    placeOldest: () => {
      // What is dated later is left as it is, like what is disputed.
      const offered = (invoices ?? []).map((one) => ({
        ...one,
        is_disputed: one.is_disputed || laterOf(one, header) !== null,
      }));
      const numbers = offered.map(({ billing_invoice_no }) => billing_invoice_no);
      const placed = placeOldestFirst(
        offered,
        cash,
        numbers.map((number) => applicationOf(applied[number] ?? NOT_APPLIED)),
      );
      const all = placed.flatMap(({ cash_minor, withheld_minor, written_off_minor }, at) => {
        const one = {
          cash_amount: typedOf(cash_minor),
          withholding_amount: typedOf(withheld_minor),
          write_off_amount: typedOf(written_off_minor),
        };
        return Object.values(one).every((text) => text === '') ? [] : [[numbers[at]!, one] as const];
      });
      applyAll(Object.fromEntries(all), numbers);
    },
    clear: () => applyAll({}, Object.keys(applied)),
    partWriteOff: usePartedWriteOff(form, edited.replace),
    document: edited.documentOf({
      totalMinor:
        cash +
        sumMinor(collected.settled.map(({ withheld_minor, written_off_minor }) => withheld_minor + written_off_minor)),
      writtenOffMinor: writtenOffMinor(form, invoices ?? []),
      faults,
      ids: Object.fromEntries((invoices ?? []).map(({ billing_invoice_no: number }) => [number, invoiceId(number)])),
    }),
  };
}

/** The open invoices of the customer, and what is collected of them at the pesos of the books. */
function useCollected(form: CollectionForm) {
  const { payee, currency_id } = form.header;
  const payeeId = payee?.id ?? 0;
  const open = useQuery({ ...openInvoicesOf(payeeId), enabled: payee !== null }).data;
  const advance = useQuery({ ...advanceOf(payeeId, currency_id), enabled: payee !== null }).data;
  const invoices = useMemo(() => (open === undefined ? undefined : offeredInvoices(form, open)), [form, open]);
  const collected = useMemo(() => {
    const known = advance && {
      amount_minor: requireSum(advance.advance_amount),
      php_minor: requireSum(advance.advance_php),
    };
    return collectedOf(form, { open, advance: known });
  }, [form, open, advance]);
  return { invoices, collected };
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
        callServer(createCollection, {
          body: inputOfForm(COLLECTION, parts.off) as CollectionInput,
          headers: { 'idempotency-key': key },
        }),
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

/**
 * A form in two: what is written off by itself, and the rest, whose receipt need not wait for an approval. Null where there is
 * nothing to part.
 */
function partedForm(form: CollectionForm): { readonly off: CollectionForm; readonly rest: CollectionForm } | null {
  const { header, lines: applied } = form;
  const parts = Object.entries(applied).map(([number, one]) => ({ number, one, ...applicationOf(one) }));
  const rest = parts.filter(({ cash_minor, withheld_minor }) => cash_minor + withheld_minor > 0n);
  const off = parts.filter(({ written_off_minor }) => written_off_minor > 0n);
  if (off.length === 0 || (rest.length === 0 && minorOf(header.received_amount) === 0n)) return null;
  return {
    off: {
      header: { ...header, bank_id: null, received_amount: '', advance_amount: '' },
      lines: Object.fromEntries(
        off.map(({ number, one }) => [number, { ...NOT_APPLIED, write_off_amount: one.write_off_amount }]),
      ),
      touched: true,
    },
    rest: {
      header: { ...header, write_off_account: '' },
      lines: Object.fromEntries(rest.map(({ number, one }) => [number, { ...one, write_off_amount: '' }])),
      touched: true,
    },
  };
}
