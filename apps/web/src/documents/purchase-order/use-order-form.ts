import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { readOrderLines } from '@talaan/core/documents/purchase-order/order-lines';
import { formatDetailDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { createOrder, updateOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import type { EditedDocument, Difference } from '../../batches/entry/frame/edited-document.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { NO_FAULTS, toldFaults, withoutFields, type HeaderFaults } from '../../batches/entry/frame/told-faults.ts';
import { faultsOf, type CellFault } from '../../batches/entry/grid/grid-lines.ts';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { useToday } from '../../ui/dates/today.tsx';
import {
  changeOrder,
  draftOfOrder,
  headerFaults,
  newOrder,
  orderInputOf,
  orderOfDetail,
  orderOfDraft,
  type OrderForm,
  type OrderHeader,
} from './order-form.ts';
import {
  ORDER_COLUMNS,
  ORDER_GRID,
  orderCellText,
  orderLineInputOf,
  totalOf,
  type OrderField,
  type OrderLine,
  type OrderLinesChange,
} from './order-line.ts';

/** Ids of the controls in the order of the page, for links from what is to be corrected. */
export const ORDER_FIELD_ID = {
  po_date: 'order-date',
  request_date: 'order-requested',
  shipping_date: 'order-shipping',
  payee_id: 'order-payee',
  contact_person: 'order-contact',
  email_add: 'order-email',
  payment_term: 'order-term',
  vat_type: 'order-vat',
  currency_id: 'order-currency',
  dollar_rate: 'order-rate',
  remarks: 'order-remarks',
} as const;

/** An order while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedOrder {
  readonly form: OrderForm;
  /** The lines that count, each with its place in the grid. */
  readonly filled: readonly { line: OrderLine; row: number }[];
  readonly totalMinor: bigint;
  /** What is known of the supplier; undefined while none is chosen or it is on its way. */
  readonly payee: EntryPayee | undefined;
  /** What is wrong with the head, by field of the wire. */
  readonly faults: Readonly<Record<string, string>>;
  readonly changeHeader: (change: Partial<OrderHeader>) => void;
  readonly changeLines: (change: OrderLinesChange) => void;
  /** The order as the frame keeps and saves it. */
  readonly document: EditedDocument;
}

/** Holds an order while it is typed. It begins with the draft that is continued, else with the stored one, else empty, dated today. */
export function useOrderForm({ batchNumber, choices, draft, stored }: OpenedEntry): EditedOrder {
  const today = useToday();
  const client = useQueryClient();
  const [form, change] = useReducer(changeOrder, null, () => {
    if (draft !== null) return orderOfDraft(draft.body, today);
    return stored === null ? newOrder(today) : orderOfDetail(stored);
  });
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<HeaderFaults>(NO_FAULTS);
  const { header, lines, touched } = form;
  const filled = useMemo(() => ORDER_GRID.filled(lines), [lines]);
  const faults = useMemo(
    () => ({ ...refused, fields: { ...refused.fields, ...headerFaults(header, isAsked) } }),
    [refused, header, isAsked],
  );
  const totalMinor = useMemo(() => sumMinor(filled.map(({ line }) => totalOf(line))), [filled]);
  const payee = useQuery({ ...batchCalls.payee(header.payee?.id ?? 0), enabled: header.payee !== null });
  const draftBody = useMemo(() => (touched ? draftOfOrder(form, baseVersion) : null), [touched, form, baseVersion]);

  const changeHeader = useCallback(
    (headerChange: Partial<OrderHeader>) => {
      change({ type: 'header', change: headerChange, choices });
      const changed = Object.keys(headerChange).map((field) => (field === 'payee' ? 'payee_id' : field));
      setRefused((before) => withoutFields(before, changed));
      const chosen = headerChange.payee;
      if (!chosen) return;
      client.fetchQuery(batchCalls.payee(chosen.id)).then(
        ({ vat, email_add }) =>
          change({
            type: 'payee_facts',
            payee_id: chosen.id,
            change: { ...(vat === 0 ? {} : { vat_type: vat }), email_add: email_add ?? '' },
          }),
        () => undefined, // the line of facts says that they did not come
      );
    },
    [choices, client],
  );
  const changeLines = useCallback((lineChange: OrderLinesChange) => change({ type: 'lines', change: lineChange }), []);

  const document: EditedDocument = {
    document_type: 'PO',
    touched,
    draftBody,
    baseVersion,
    amount: { totalMinor, currencyId: header.currency_id, rate: header.dollar_rate },
    summary: toldFaults(faults, faultsOf(lines.lines), ORDER_FIELD_ID, ORDER_COLUMNS),
    removedRow: lines.removed?.row ?? null,
    check: () => {
      const rest = filled.length === 0 ? ['An order needs at least one line.'] : [];
      const cells = readOrderLines(filled.map(({ line }) => orderLineInputOf(line))).faults.map(
        ({ line, field, message }): CellFault<OrderField> => ({
          row: filled[line]!.row,
          field,
          message: told(message),
        }),
      );
      setAsked(true);
      setRefused({ fields: {}, rest });
      changeLines({ type: 'faults', faults: cells });
      return Object.keys(headerFaults(header, true)).length + rest.length + cells.length === 0;
    },
    input: () => orderInputOf(form, batchNumber),
    calls: { create: createOrder, update: updateOrder },
    mark: (errors) => {
      const placed = placeErrors(
        errors,
        filled.map(({ row }) => row),
      );
      setRefused(placed);
      changeLines({ type: 'faults', faults: placed.cells });
    },
    notice: null,
    differences: (current) => orderDifferences(form, current),
    undo: () => changeLines({ type: 'undo' }),
    takeDraft: ({ body }) => change({ type: 'replace', form: orderOfDraft(body, today) }),
    takeStored: (batch) => {
      setBaseVersion(batch.row_version);
      change({ type: 'replace', form: orderOfDetail(batch) });
    },
    rebase: ({ row_version }) => setBaseVersion(row_version),
    settle: () => change({ type: 'settled' }),
  };

  return {
    form,
    filled,
    totalMinor,
    payee: header.payee === null ? undefined : payee.data,
    faults: faults.fields,
    changeHeader,
    changeLines,
    document,
  };
}

/** 'line 2: quantity is …' as its cell says it: 'Quantity is …'. */
function told(message: string): string {
  const text = message.replace(/^line \d+: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Places the server's messages: `payee_id`, `po_details.3.quantity` (lines as they were sent). */
function placeErrors(
  errors: Record<string, string[]>,
  rows: readonly number[],
): HeaderFaults & { cells: CellFault<OrderField>[] } {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  const cells: CellFault<OrderField>[] = [];
  for (const [path, messages] of Object.entries(errors)) {
    const message = told(messages.join(' '));
    const [list = '', place, name] = path.split('.');
    const row = rows[Number(place)];
    const column = ORDER_COLUMNS.find(({ field }) => field === name);
    if (list === 'po_details' && row !== undefined && column !== undefined) {
      cells.push({ row, field: column.field, message });
    } else if (list in ORDER_FIELD_ID) fields[list] = message;
    else rest.push(message);
  }
  return { fields, rest, cells };
}

/** Where what was typed differs from what is stored, in the order of the page. */
function orderDifferences(form: OrderForm, current: BatchDetail): Difference[] {
  const theirs = orderOfDetail(current);
  const facts = (Object.keys(FACTS) as (keyof typeof FACTS)[]).map((field) => ({
    what: FACTS[field],
    mine: factText(form.header[field]),
    theirs: factText(theirs.header[field]),
  }));
  const [mine, stored] = [ORDER_GRID.filled(form.lines), ORDER_GRID.filled(theirs.lines)];
  const lines = Array.from({ length: Math.max(mine.length, stored.length) }, (_, index) => ({
    what: `Line ${index + 1}`,
    mine: lineText(mine[index]?.line),
    theirs: lineText(stored[index]?.line),
  }));
  return [...facts, ...lines].filter((one) => one.mine !== one.theirs);
}

const FACTS = {
  po_date: 'PO Date',
  request_date: 'Request Date',
  shipping_date: 'Shipping Date',
  payee: 'Payee',
  contact_person: 'Contact Person',
  email_add: 'E-mail',
  payment_term: 'Payment Term',
  vat_type: 'VAT Type',
  remarks: 'Remarks',
} as const;

function factText(value: OrderHeader[keyof typeof FACTS]): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.name;
  const date = parseCalendarDate(String(value));
  return date === null ? String(value) : formatDetailDate(date);
}

function lineText(line: OrderLine | undefined): string {
  if (line === undefined) return 'no such line';
  const { item_description, quantity, unit } = line;
  return `${item_description}, ${[quantity, unit].filter(Boolean).join(' ')} at ${orderCellText(line, 'unit_cost')} = ${formatAmount(totalOf(line))}`;
}
