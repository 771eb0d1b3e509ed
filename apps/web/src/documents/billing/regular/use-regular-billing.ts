import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import {
  previewRegularBilling,
  sendRegularBilling,
  type PreviewedBilling,
  type RegularBillingInput,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { callServer } from '../../../api/client.ts';
import { reportFaults } from '../../../api/report-failure.ts';
import { useActKey } from '../../../api/use-act-key.ts';
import { useDocumentHead } from '../../../batches/entry/document/use-document-head.ts';
import { BATCHES_KEY, currencyCode, type EntryChoices } from '../../../batches/record/batch-calls.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { templateEntryOf } from '../../../batches/entry/template/template-call.ts';
import { askToConfirm, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { useUnsaved } from '../../../ui/layers/unsaved.ts';
import { toggled } from '../../../ui/toggled.ts';
import { BILLING, dueDateOf } from '../billing-form.ts';
import { customersOf, runInputOf, type TypedAmounts } from './regular-billing-form.ts';

/** Asks what sending would make; remarks change nothing of it. */
const previewOf = (input: RegularBillingInput) => {
  const body = { ...input, remarks: '' };
  return queryOptions({
    queryKey: [BATCHES_KEY, 'regular-billing', body],
    queryFn: async ({ signal }) => (await callServer(previewRegularBilling, { body, signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
};

export type RegularBilling = ReturnType<typeof useRegularBilling>;

/** A template's billings while they are put together: what all share, who is left out, what is typed, and what they would be. */
export function useRegularBilling(template: TemplateEntry, choices: EntryChoices) {
  const today = useToday();
  const { regular_trx, currency_id, remarks } = template.headers[0]!;
  const head = useDocumentHead(BILLING, choices, { currency_id, remarks });
  const { header } = head;
  const [typed, setTyped] = useState<TypedAmounts>({});
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  useUnsaved(head.touched || Object.keys(typed).length > 0 || left.size > 0);

  // Its date is asked for from the beginning.
  const missing: Record<string, string> =
    header.billing_date === '' ? { billing_date: 'Billing Date is required.' } : {};
  const wrong = { ...missing, ...head.faults };
  const isReadable = Object.keys(wrong).length === 0;
  // What was last time is that of the months before the one that is billed.
  const day = isCalendarDate(header.billing_date) ? header.billing_date : today;
  const made = useQuery({ ...templateEntryOf(regular_trx, startOfMonth(day)), placeholderData: keepPreviousData });
  const customers = customersOf(made.data ?? template);
  const told = useQuery({
    ...previewOf(runInputOf(regular_trx, header, customers, typed)),
    enabled: isReadable && !made.isPlaceholderData,
  });
  const preview = new Map(told.data?.customers.map((one) => [one.payee_id, one]));
  const errors = Object.entries(told.data?.errors ?? {}).map(([field, texts]) => [field, texts.join(' ')] as const);
  const chosen = customers.filter(({ payee_id }) => !left.has(payee_id));
  const isRefused = ({ payee_id }: { payee_id: number }) => Object.keys(preview.get(payee_id)?.errors ?? {}).length > 0;
  const currency = currencyCode(choices, header.currency_id);
  const sums = sumsOf(chosen.flatMap(({ payee_id }) => preview.get(payee_id) ?? []));
  return {
    header,
    changeHeader: head.changeHeader,
    typed,
    typeAmount: (place: number, amount: string) => setTyped((before) => ({ ...before, [place]: amount })),
    left,
    leave: (ids: readonly number[], isLeft: boolean) => setLeft((before) => toggled(before, ids, isLeft)),
    /** What was sent is no unsaved work. */
    settle: () => {
      head.settle();
      setTyped({});
      setLeft(new Set());
    },
    customers,
    chosen,
    many: chosen.length === 1 ? '1 billing' : `${chosen.length} billings`,
    /** Whether any customer cannot be billed, and those of them who are chosen. */
    hasRefused: customers.some(isRefused),
    refused: chosen.filter(isRefused),
    told,
    isReadable,
    preview,
    /** What is wrong with the head, by field of the wire. */
    faults: { ...Object.fromEntries(errors), ...wrong },
    sums,
    total: `${currency} ${sums.total_amount}`,
    inputOf: (some: typeof customers) => runInputOf(regular_trx, header, some, typed),
  };
}

/** What billings come to, as amounts to read. */
function sumsOf(billings: readonly PreviewedBilling[]) {
  const sum = (amount: 'income_amount' | 'vat_amount' | 'total_amount') =>
    formatAmount(sumMinor(billings.map((one) => requireAmount(one[amount]))));
  return { income_amount: sum('income_amount'), vat_amount: sum('vat_amount'), total_amount: sum('total_amount') };
}

/** Answers a call that sends the chosen billings after a question, all or none, and leaves for their list. */
export function useSending(billing: RegularBilling): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key, noteFailure } = useActKey();
  const { header, chosen, many, total, told, settle, inputOf } = billing;
  return async () => {
    const sure = await askToConfirm({
      title: `Send ${many} for approval?`,
      text: `${total} in all, dated ${header.billing_date}, due ${dueDateOf(header)}. Each customer gets a billing of his own.`,
      confirmLabel: 'Send',
    });
    if (!sure) return;
    try {
      const headers = { 'idempotency-key': key };
      const { data } = await withPleaseWait(callServer(sendRegularBilling, { body: inputOf(chosen), headers }));
      const [first] = data.billings;
      const became = first!.status === STATUS.APPROVED ? 'approved' : 'sent for approval';
      showSuccess(`${many} ${became}, the first as request ${first!.billing_request_no}.`);
      flushSync(settle);
      await navigate({ to: '/trx-billing' });
      await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
    } catch (failure) {
      noteFailure(failure);
      reportFaults(failure, 'Nothing was sent');
      await told.refetch();
    }
  };
}
