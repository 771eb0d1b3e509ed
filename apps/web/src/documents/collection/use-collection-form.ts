import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Collected } from '@talaan/core/documents/collection/collection-lines';
import { requireSum, sumMinor } from '@talaan/core/money/money';
import { unplacedMinor } from '@talaan/core/receivables/allocation';
import { createCollection, type CollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { inputOfForm } from '../../batches/entry/document/document-form.ts';
import { useDocumentForm, type EditedForm } from '../../batches/entry/document/use-document-form.ts';
import type { EditedDocument } from '../../batches/entry/frame/edited-document.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { callServer } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { BATCHES_KEY } from '../../batches/record/batch-calls.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import {
  collectedOf,
  offeredInvoices,
  partedForm,
  placedOldest,
  rowFaults,
  takingOf,
  withApplied,
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
  const { lines: applied } = form;
  const { invoices, collected } = useCollected(form);
  const cash = collected.received_minor + collected.advance_minor;
  const unplaced = unplacedMinor(collected.settled, cash);
  const faults = useMemo(() => rowFaults(invoices ?? [], form), [invoices, form]);

  const applyAll = (all: AppliedTo, changed: readonly string[]): void => {
    edited.changeLines(all);
    edited.forget([...changed, 'received_amount', 'advance_amount']);
  };
  const apply = (number: string, one: Applied | null): void =>
    applyAll(withApplied(applied, invoices ?? [], number, one), [number]);

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
      return apply(number, takingOf(invoice, cash === 0n ? invoice.open_minor : unplaced));
    },
    placeOldest: () =>
      applyAll(
        placedOldest(form, invoices ?? [], cash),
        (invoices ?? []).map(({ billing_invoice_no }) => billing_invoice_no),
      ),
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
  const { act } = useAct((message) => message);
  const parts = partedForm(form);
  if (parts === null) return undefined;
  return async () => {
    await act(async (headers) => {
      const body = inputOfForm(COLLECTION, parts.off) as CollectionInput;
      const { data } = await withPleaseWait(callServer(createCollection, { body, headers }));
      goOn(parts.rest);
      showSuccess(`Collection ${data.collection_number} has the write-off. Submit it for approval.`);
      await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
    });
  };
}
