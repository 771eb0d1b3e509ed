import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { formatDetailDate, parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, parseAmount, sumMinor } from '@talaan/core/money/money';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { createBilling, updateBilling } from '@talaan/contract/documents/billing/billing.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { ownPlaces } from '../../batches/entry/form/own-places.ts';
import type { EditedDocument, Difference } from '../../batches/entry/frame/edited-document.ts';
import type { OpenedEntry } from '../../batches/entry/frame/opened-entry.ts';
import { NO_FAULTS, toldFaults, withoutFields, type HeaderFaults } from '../../batches/entry/frame/told-faults.ts';
import { faultsOf, type CellFault } from '../../batches/entry/grid/grid-lines.ts';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { useUser } from '../../session/session.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { lastInvoiceOf } from './billing-calls.ts';
import {
  billingInputOf,
  billingOfCopy,
  billingOfDetail,
  billingOfDraft,
  changeBilling,
  draftOfBilling,
  headerFaults,
  newBilling,
  termOf,
  type BillingForm,
  type BillingHeader,
} from './billing-form.ts';
import {
  BILLING_COLUMNS,
  BILLING_GRID,
  type BillingField,
  type BillingLine,
  type BillingLinesChange,
} from './billing-line.ts';

/** Ids of the controls in the order of the page, for links from what is to be corrected. */
export const BILLING_FIELD_ID = {
  billing_date: 'billing-date',
  payment_term: 'billing-term',
  payee_id: 'billing-customer',
  vat: 'billing-vat',
  branch_id: 'billing-branch',
  department_id: 'billing-department',
  currency_id: 'billing-currency',
  dollar_rate: 'billing-rate',
  remarks: 'billing-remarks',
} as const;

/** A billing while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedBilling {
  readonly form: BillingForm;
  /** The lines that count, each with its place in the grid. */
  readonly filled: readonly { line: BillingLine; row: number }[];
  /** What is known of the customer; undefined while none is chosen or it is on its way. */
  readonly payee: EntryPayee | undefined;
  /** What is wrong with the head, by field of the wire. */
  readonly faults: Readonly<Record<string, string>>;
  readonly changeHeader: (change: Partial<BillingHeader>) => void;
  readonly changeLines: (change: BillingLinesChange) => void;
  /** Bills the customer what an invoice did, on the date that is entered; remarks that were typed stay. */
  readonly copy: (invoice: BatchDetail) => void;
  /** The billing as the frame keeps and saves it. */
  readonly document: EditedDocument;
}

/** Holds a billing while it is typed. It begins with the draft that is continued, else with the stored one, else empty, dated today. */
export function useBillingForm({ batchNumber, choices, draft, stored }: OpenedEntry): EditedBilling {
  const today = useToday();
  const client = useQueryClient();
  const user = useUser();
  const [form, change] = useReducer(changeBilling, null, () => {
    const places = ownPlaces(user, choices);
    if (draft !== null) return billingOfDraft(draft.body, today, places);
    return stored === null ? newBilling(today, places) : billingOfDetail(stored);
  });
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<HeaderFaults>(NO_FAULTS);
  const { header, lines, touched } = form;
  const filled = useMemo(() => BILLING_GRID.filled(lines), [lines]);
  const faults = useMemo(
    () => ({ ...refused, fields: { ...refused.fields, ...headerFaults(header, isAsked) } }),
    [refused, header, isAsked],
  );
  const totalMinor = useMemo(() => sumMinor(filled.map(({ line }) => parseAmount(line.total_amount) ?? 0n)), [filled]);
  const payee = useQuery({ ...batchCalls.payee(header.payee?.id ?? 0), enabled: header.payee !== null });
  const draftBody = useMemo(() => (touched ? draftOfBilling(form, baseVersion) : null), [touched, form, baseVersion]);

  const changeHeader = useCallback(
    (headerChange: Partial<BillingHeader>) => {
      change({ type: 'header', change: headerChange, choices });
      const changed = Object.keys(headerChange).map((field) =>
        field in WIRE ? WIRE[field as keyof typeof WIRE] : field,
      );
      setRefused((before) => withoutFields(before, changed));
      const chosen = headerChange.payee;
      if (!chosen) return;
      client.fetchQuery(batchCalls.payee(chosen.id)).then(
        ({ vat }) => change({ type: 'payee_facts', payee_id: chosen.id, change: { vat } }),
        () => undefined, // the line of facts says that they did not come
      );
      client.fetchQuery(lastInvoiceOf(chosen.id)).then(
        (last) => change({ type: 'payee_facts', payee_id: chosen.id, change: { payment_term: termOf(last) } }),
        () => undefined, // the term is typed then
      );
    },
    [choices, client],
  );
  const changeLines = useCallback(
    (lineChange: BillingLinesChange) => change({ type: 'lines', change: lineChange }),
    [],
  );

  const document: EditedDocument = {
    document_type: 'BI',
    touched,
    draftBody,
    baseVersion,
    amount: { totalMinor, currencyId: header.currency_id, rate: header.dollar_rate },
    summary: toldFaults(faults, faultsOf(lines.lines), BILLING_FIELD_ID, BILLING_COLUMNS),
    removedRow: lines.removed?.row ?? null,
    check: () => {
      const rest = filled.length === 0 ? ['A billing has at least one service.'] : [];
      const cells = filled.flatMap(({ line, row }) => lineFaults(line, row, header.vat));
      setAsked(true);
      setRefused({ fields: {}, rest });
      changeLines({ type: 'faults', faults: cells });
      const unread = filled.flatMap(({ line }) => Object.keys(line.unread));
      return Object.keys(headerFaults(header, true)).length + rest.length + cells.length + unread.length === 0;
    },
    input: () => billingInputOf(form, batchNumber),
    calls: { create: createBilling, update: updateBilling },
    mark: (errors) => {
      const placed = placeErrors(
        errors,
        filled.map(({ row }) => row),
      );
      setRefused(placed);
      changeLines({ type: 'faults', faults: placed.cells });
    },
    notice: null,
    differences: (current) => billingDifferences(form, current),
    undo: () => changeLines({ type: 'undo' }),
    takeDraft: ({ body }) => change({ type: 'replace', form: billingOfDraft(body, today, ownPlaces(user, choices)) }),
    takeStored: (batch) => {
      setBaseVersion(batch.row_version);
      change({ type: 'replace', form: billingOfDetail(batch) });
    },
    rebase: ({ row_version }) => setBaseVersion(row_version),
    settle: () => change({ type: 'settled' }),
  };

  return {
    form,
    filled,
    payee: header.payee === null ? undefined : payee.data,
    faults: faults.fields,
    changeHeader,
    changeLines,
    copy: (invoice) => {
      const { header: copied, lines: services } = billingOfCopy(invoice, header.billing_date as CalendarDate);
      change({ type: 'replace', form: { header: copied, lines: services, touched: true } });
      changeHeader({ payee: header.payee, ...(header.remarks === '' ? {} : { remarks: header.remarks }) });
    },
    document,
  };
}

/** What the wire calls a field that holds a record. */
const WIRE = { payee: 'payee_id', branch: 'branch_id', department: 'department_id' } as const;

/** What a line lacks. */
function lineFaults(line: BillingLine, row: number, vatOfAll: number | null): CellFault<BillingField>[] {
  const lacking: Partial<Record<BillingField, string>> = {
    ...(line.service === null ? { service: 'Service is required.' } : {}),
    ...(line.vat === null && vatOfAll === null ? { vat: 'VAT is required, here or for the whole billing.' } : {}),
    ...(line.account === null ? { account: 'Income Account is required.' } : {}),
    ...(line.total_amount === '' ? { total_amount: 'Total is required.' } : {}),
  };
  return (Object.keys(lacking) as BillingField[])
    .filter((field) => line.unread[field] === undefined)
    .map((field) => ({ row, field, message: lacking[field]! }));
}

/** Columns of the grid by what the wire calls them. */
const COLUMN_OF: Readonly<Record<string, BillingField>> = {
  billing_service_id: 'service',
  description: 'description',
  vat: 'vat',
  account_code: 'account',
  total_amount: 'total_amount',
};

/** Places the server's messages: `payee_id`, `billing_details.3.vat` (lines as they were sent). */
function placeErrors(
  errors: Record<string, string[]>,
  rows: readonly number[],
): HeaderFaults & { cells: CellFault<BillingField>[] } {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  const cells: CellFault<BillingField>[] = [];
  for (const [path, messages] of Object.entries(errors)) {
    const text = messages.join(' ').replace(/^line \d+: /, '');
    const message = text.charAt(0).toUpperCase() + text.slice(1);
    const [list = '', place, name = ''] = path.split('.');
    const row = rows[Number(place)];
    if (list === 'billing_details' && row !== undefined)
      cells.push({ row, field: COLUMN_OF[name] ?? 'service', message });
    else if (list in BILLING_FIELD_ID) fields[list] = message;
    else rest.push(message);
  }
  return { fields, rest, cells };
}

/** Where what was typed differs from what is stored, in the order of the page. */
function billingDifferences(form: BillingForm, current: BatchDetail): Difference[] {
  const theirs = billingOfDetail(current);
  const facts = (Object.keys(FACTS) as (keyof typeof FACTS)[]).map((field) => ({
    what: FACTS[field],
    mine: factText(field, form.header),
    theirs: factText(field, theirs.header),
  }));
  const [mine, stored] = [BILLING_GRID.filled(form.lines), BILLING_GRID.filled(theirs.lines)];
  const lines = Array.from({ length: Math.max(mine.length, stored.length) }, (_, index) => ({
    what: `Line ${index + 1}`,
    mine: lineText(mine[index]?.line),
    theirs: lineText(stored[index]?.line),
  }));
  return [...facts, ...lines].filter((one) => one.mine !== one.theirs);
}

const FACTS = {
  billing_date: 'Billing Date',
  payment_term: 'Term (days)',
  payee: 'Customer',
  vat: 'VAT',
  branch: 'Branch',
  department: 'Department',
  remarks: 'Remarks',
} as const;

function factText(field: keyof typeof FACTS, header: BillingHeader): string {
  const value = header[field];
  if (field === 'vat') return value === null ? '' : VAT_TYPES[value as keyof typeof VAT_TYPES];
  if (field === 'payment_term') return String(Number(value));
  if (value === null) return '';
  if (typeof value === 'object') return value.name;
  const date = parseCalendarDate(String(value));
  return date === null ? String(value) : formatDetailDate(date);
}

function lineText(line: BillingLine | undefined): string {
  if (line === undefined) return 'no such line';
  const amount = formatAmount(parseAmount(line.total_amount) ?? 0n);
  return [line.service?.name, line.description, line.vat?.code, line.account?.code, amount].filter(Boolean).join(', ');
}
