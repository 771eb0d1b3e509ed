import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GivenAmounts } from '@talaan/core/documents/collection/collected-from';
import { excessMinor } from '@talaan/core/documents/collection/collection-lines';
import { requireSum, sumMinor } from '@talaan/core/money/money';
import { createCollection, type CollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { inputOfForm } from '../../batches/entry/document/document-form.ts';
import { useDocumentForm } from '../../batches/entry/document/use-document-form.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { useBatchAct } from '../../batches/moves/use-batch-act.ts';
import { callServer } from '../../api/client.ts';
import {
  collectedOf,
  offeredInvoices,
  partedForm,
  placedOldest,
  rowFaults,
  takingOf,
  withApplied,
  writtenOffMinor,
} from './applied.ts';
import { openInvoicesOf } from '../receipt/open-invoices.ts';
import { advanceOf } from './collection-calls.ts';
import { COLLECTION, type AppliedTo, type CollectionForm } from './collection-form.ts';

/** Id of the check box of an invoice. */
export const invoiceId = (number: string) => `collection-of-${number}`;

/** A collection while it is typed: what it holds, what follows from that, and every way to change it. */
export type EditedCollection = ReturnType<typeof useCollectionForm>;

/** Holds a collection while it is typed, with what of the books it settles. */
export function useCollectionForm(opened: OpenedEntry) {
  const edited = useDocumentForm(COLLECTION, opened);
  const { form } = edited;
  const { lines: applied } = form;
  const { invoices, collected } = useCollected(form);
  const offered = invoices ?? [];
  const cash = collected.received_minor + collected.advance_minor;
  const faults = useMemo(() => rowFaults(invoices ?? [], form), [invoices, form]);

  const applyAll = (all: AppliedTo, changed: readonly string[]): void => {
    edited.changeLines(all);
    edited.forget([...changed, 'received_amount', 'advance_amount']);
  };
  /** What is applied to an invoice; null leaves it out. */
  const apply = (number: string, one: GivenAmounts | null): void =>
    applyAll(withApplied(applied, offered, number, one), [number]);

  return {
    edited,
    /** The invoices of the customer; undefined while they are on their way. */
    invoices,
    collected,
    /** What is wrong with an invoice, by its number. */
    faults: { ...edited.faults, ...faults },
    apply,
    /** Chooses an invoice, with what of the cash is left for it, or leaves it out. */
    choose: (number: string, chosen: boolean): void => {
      const invoice = offered.find((one) => one.billing_invoice_no === number);
      if (!chosen || invoice === undefined) return apply(number, null);
      return apply(number, takingOf(invoice, cash === 0n ? invoice.open_minor : excessMinor(collected)));
    },
    placeOldest: () =>
      applyAll(
        placedOldest(form, offered, cash),
        offered.map(({ billing_invoice_no }) => billing_invoice_no),
      ),
    clear: () => applyAll({}, Object.keys(applied)),
    /** Leaves what is written off to a collection of its own, which is saved; undefined where there is nothing to part. */
    partWriteOff: usePartedWriteOff(form, edited.replace),
    /** The collection as the frame keeps and saves it. */
    document: edited.documentOf({
      totalMinor:
        cash +
        sumMinor(collected.settled.map(({ withheld_minor, written_off_minor }) => withheld_minor + written_off_minor)),
      writtenOffMinor: writtenOffMinor(form, offered),
      faults,
      ids: Object.fromEntries(offered.map(({ billing_invoice_no: number }) => [number, invoiceId(number)])),
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
  const { act } = useBatchAct((message) => message);
  const parts = partedForm(form);
  if (parts === null) return undefined;
  return async () => {
    await act(async (headers) => {
      const body = inputOfForm(COLLECTION, parts.off) as CollectionInput;
      const { data } = await callServer(createCollection, { body, headers });
      goOn(parts.rest);
      return `Collection ${data.collection_number} has the write-off. Submit it for approval.`;
    });
  };
}
