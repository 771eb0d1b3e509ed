import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { isCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import {
  previewRegularBilling,
  sendRegularBilling,
  type PreviewedBilling,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { callServer } from '../../../api/client.ts';
import { useDocumentHead } from '../../../batches/entry/document/use-document-head.ts';
import { templateEntryOf } from '../../../batches/entry/template/template-call.ts';
import { askedOf, currencyCode, type EntryChoices } from '../../../batches/record/batch-calls.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { askToConfirm } from '../../../ui/feedback/feedback.ts';
import { useUnsaved } from '../../../ui/layers/unsaved.ts';
import { useRun } from '../../run/use-run.ts';
import { BILLING, dueDateOf } from '../billing-form.ts';
import { customersOf, refusalsOf, runInputOf, type RunCustomer } from './regular-billing-form.ts';

export type RegularBilling = ReturnType<typeof useRegularBilling>;

/** A template's billings while they are put together: what all share, who is left out, what is typed, and what they would be. */
export function useRegularBilling(template: TemplateEntry, choices: EntryChoices) {
  const today = useToday();
  const run = useRun();
  const { regular_trx, currency_id, remarks } = template.headers[0]!;
  const head = useDocumentHead(BILLING, choices, { currency_id, remarks });
  const { header } = head;
  useUnsaved(head.touched || run.isEntered || run.left.size > 0);

  // Its date is asked for from the beginning.
  const missing: Record<string, string> =
    header.billing_date === '' ? { billing_date: 'Billing Date is required.' } : {};
  const wrong = { ...missing, ...head.faults };
  const isReadable = Object.keys(wrong).length === 0;
  // What was last time is that of the months before the one that is billed.
  const day = isCalendarDate(header.billing_date) ? header.billing_date : today;
  const made = useQuery({ ...templateEntryOf(regular_trx, startOfMonth(day)), placeholderData: keepPreviousData });
  const customers = customersOf(made.data ?? template);
  const inputOf = (some: typeof customers) => runInputOf(regular_trx, header, some, run.amounts);
  const told = useQuery({
    // Remarks change nothing of it.
    ...askedOf('regular-billing', previewRegularBilling, { body: { ...inputOf(customers), remarks: '' } }),
    placeholderData: keepPreviousData,
    enabled: isReadable && !made.isPlaceholderData,
  });
  const preview = new Map(told.data?.customers.map((one) => [one.payee_id, one]));
  const errors = Object.entries(told.data?.errors ?? {}).map(([field, texts]) => [field, texts.join(' ')] as const);
  const chosen = customers.filter(({ payee_id }) => !run.left.has(payee_id));
  const isRefused = (customer: RunCustomer) => refusalsOf(customer, preview.get(customer.payee_id)).length > 0;
  const sums = sumsOf(chosen.flatMap(({ payee_id }) => preview.get(payee_id) ?? []));
  return {
    ...run,
    head: { ...head, faults: { ...Object.fromEntries(errors), ...wrong } },
    customers,
    chosen,
    many: chosen.length === 1 ? '1 billing' : `${chosen.length} billings`,
    /** Whether any customer cannot be billed, and those of them who are chosen. */
    hasRefused: customers.some(isRefused),
    refused: chosen.filter(isRefused),
    told,
    isReadable,
    preview,
    sums: { ...sums, 'Total due': `${currencyCode(choices, header.currency_id)} ${sums['Total due']}` },
    inputOf,
  };
}

/** What billings come to, as amounts to read. */
function sumsOf(billings: readonly PreviewedBilling[]) {
  const sum = (amount: 'income_amount' | 'vat_amount' | 'total_amount') =>
    formatAmount(sumMinor(billings.map((one) => requireAmount(one[amount]))));
  return { Income: sum('income_amount'), VAT: sum('vat_amount'), 'Total due': sum('total_amount') };
}

/** Answers a call that sends the chosen billings after a question, all or none, and leaves for their list. */
export function useSending({ head, chosen, many, sums, make, inputOf, ...run }: RegularBilling): () => Promise<void> {
  const navigate = useNavigate();
  const { header } = head;
  return async () => {
    const sure = await askToConfirm({
      title: `Send ${many} for approval?`,
      text: `${sums['Total due']} in all, dated ${header.billing_date}, due ${dueDateOf(header)}. Each customer gets a billing of his own.`,
      confirmLabel: 'Send',
    });
    if (!sure) return;
    await make(
      async (headers) => {
        const { data } = await callServer(sendRegularBilling, { body: inputOf(chosen), headers });
        const [first] = data.billings;
        const became = first!.status === STATUS.APPROVED ? 'approved' : 'sent for approval';
        return `${many} ${became}, the first as request ${first!.billing_request_no}.`;
      },
      'Nothing was sent',
      async () => {
        // What was sent is no unsaved work.
        flushSync(() => {
          head.settle();
          run.settle();
        });
        await navigate({ to: '/trx-billing' });
      },
    );
  };
}
