import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useReducer, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  previewRegularBilling,
  sendRegularBilling,
  type RegularBillingInput,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import type { RegularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { CallRefused } from '@talaan/contract/http/client';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { STATUS } from '@talaan/core/documents/document-status';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { callServer } from '../../../api/client.ts';
import { useActKey } from '../../../api/use-act-key.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import {
  changeForm,
  faultsOfHead,
  newForm,
  type DocumentChange,
  type DocumentForm,
} from '../../../batches/entry/document/document-form.ts';
import { HeadControl } from '../../../batches/entry/document/head-control.tsx';
import { FootBar, FootSum, FootSums } from '../../../batches/entry/frame/foot-bar.tsx';
import { BATCHES_KEY, type EntryChoices } from '../../../batches/record/batch-calls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToday } from '../../../ui/dates/today.tsx';
import { askToConfirm, showErrorList, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { useUnsaved } from '../../../ui/layers/unsaved.ts';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import { termLook } from '../billing-editor.tsx';
import { BILLING, dueDateOf, type BillingHeader } from '../billing-form.ts';
import type { BillingLines, BillingLinesChange } from '../billing-line.ts';
import { CustomersTable } from './customers-table.tsx';
import { customersOf, runInputOf, type TypedAmounts } from './regular-billing-form.ts';
import fields from '../../../batches/entry/fields/head.module.css';
import styles from './regular-billing.module.css';

/** What all billings of a run share. */
const ASKED = ['billing_date', 'payment_term', 'remarks', 'currency_id'] as const;

/** Places stand on the lines of the template. */
const NOWHERE = { branch: null, department: null };

type Form = DocumentForm<BillingHeader, BillingLines>;
const changeBilling = (form: Form, made: DocumentChange<BillingHeader, BillingLines, BillingLinesChange>) =>
  changeForm(BILLING, form, made);

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

/** A template whose customers are billed: date and term of all, what each gets, and one act that sends all of them. */
export function RegularBillingRun({
  template,
  choices,
  picker,
}: {
  template: RegularTransaction;
  choices: EntryChoices;
  /** The choice of another template, with what is wrong with this one. */
  picker: (error?: string) => ReactNode;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = useToday();
  // The head is that of a billing: its rate follows the date, its due date the term.
  const [{ header, touched }, change] = useReducer(changeBilling, null, () => {
    const { currency_id, remarks } = template;
    const begun = newForm(BILLING, { today, places: NOWHERE });
    const form = changeBilling(begun, { type: 'header', change: { currency_id, remarks: remarks ?? '' }, choices });
    return { ...form, touched: false };
  });
  const [typed, setTyped] = useState<TypedAmounts>({});
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { key, noteFailure } = useActKey();
  const isTouched = touched || Object.keys(typed).length > 0 || left.size > 0;
  useUnsaved(isTouched);

  const due = dueDateOf(header);
  const faults = {
    ...(header.billing_date === '' ? { billing_date: 'Billing Date is required.' } : {}),
    ...faultsOfHead(BILLING, header, choices, false),
  };
  const isReadable = Object.keys(faults).length === 0;
  const customers = customersOf(template);
  const told = useQuery({ ...previewOf(runInputOf(template, header, customers, typed)), enabled: isReadable });
  const preview = new Map(told.data?.customers.map((one) => [one.payee_id, one]));
  const errors = {
    ...told.data?.errors,
    ...Object.fromEntries(Object.entries(faults).map(([at, one]) => [at, [one]])),
  };
  const chosen = customers.filter(({ payee_id }) => !left.has(payee_id));
  const isRefused = (id: number) => Object.keys(preview.get(id)?.errors ?? {}).length > 0;
  const refused = chosen.filter(({ payee_id }) => isRefused(payee_id));
  const sumOf = (amount: 'income_amount' | 'vat_amount' | 'total_amount') =>
    formatAmount(sumMinor(chosen.map(({ payee_id }) => requireAmount(preview.get(payee_id)?.[amount] ?? '0.00'))));
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const total = `${currency} ${sumOf('total_amount')}`;
  const many = chosen.length === 1 ? '1 billing' : `${chosen.length} billings`;
  const leave = (ids: readonly number[], isLeft: boolean) =>
    setLeft((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isLeft ? ids : [])));
  const faultsAt = Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.join(' ')]));

  const reasons = {
    'Correct the fields above first.': Object.keys(errors).length > 0,
    'The preview is on its way.': told.data === undefined || told.isPlaceholderData,
    'Choose a customer first.': chosen.length === 0,
    'Leave out or correct the customers who cannot be billed.': refused.length > 0,
  };
  const whyNot = Object.entries(reasons).find(([, holds]) => holds)?.[0];

  async function send(): Promise<void> {
    const sure = await askToConfirm({
      title: `Send ${many} for approval?`,
      text: `${total} in all, dated ${header.billing_date}, due ${due}. Each customer gets a billing of his own.`,
      confirmLabel: 'Send',
    });
    if (!sure) return;
    try {
      const body = runInputOf(template, header, chosen, typed);
      const headers = { 'idempotency-key': key };
      const { data } = await withPleaseWait(callServer(sendRegularBilling, { body, headers }));
      const [first] = data.billings;
      const became = first!.status === STATUS.APPROVED ? 'approved' : 'sent for approval';
      showSuccess(`${many} ${became}, the first as request ${first!.billing_request_no}.`);
      flushSync(() => {
        // What was sent is no unsaved work.
        change({ type: 'settled' });
        setTyped({});
        setLeft(new Set());
      });
      await navigate({ to: '/trx-billing' });
      await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
    } catch (failure) {
      noteFailure(failure);
      const lines = failure instanceof CallRefused ? flattenServerErrors(failure.problem.errors ?? {}) : [];
      reportFailure(failure, (message) => showErrorList('Nothing was sent', lines.length === 0 ? [message] : lines));
      await told.refetch();
    }
  }

  return (
    <>
      <div className={styles.work}>
        <div className={fields.fields} role="group" aria-label="Header" data-region>
          {picker(faultsAt['regular_trx'])}
          {ASKED.map((name) => (
            <HeadControl
              key={name}
              declared={BILLING}
              header={header}
              choices={choices}
              faults={faultsAt}
              look={{ fields: { payment_term: termLook(header) } }}
              name={name}
              field={BILLING.head[name]}
              onChange={(changed) => change({ type: 'header', change: changed, choices })}
            />
          ))}
        </div>
        {isReadable && told.data === undefined ? (
          <LoadState query={told} what="the preview" className={styles.note} />
        ) : (
          <CustomersTable
            customers={customers}
            preview={preview}
            left={left}
            typed={typed}
            onLeave={leave}
            onAmount={(place, amount) => setTyped((before) => ({ ...before, [place]: amount }))}
          />
        )}
      </div>
      <FootBar
        label="Total and actions"
        sums={
          <FootSums>
            <span className="text-2 figures">{`${chosen.length} of ${customers.length} customers`}</span>
            <FootSum name="Income">{sumOf('income_amount')}</FootSum>
            <FootSum name="VAT">{sumOf('vat_amount')}</FootSum>
            <FootSum name="Total due">{total}</FootSum>
          </FootSums>
        }
      >
        {customers.some(({ payee_id }) => isRefused(payee_id)) ? (
          // It stays once it was pressed, so that the focus does.
          <Button
            disabledReason={refused.length === 0 ? 'Nobody who is refused is chosen.' : undefined}
            onClick={() =>
              leave(
                refused.map(({ payee_id }) => payee_id),
                true,
              )
            }
          >
            {`Leave out ${refused.length} refused`}
          </Button>
        ) : null}
        <Button variant="primary" disabledReason={whyNot} onClick={() => void send()}>
          {`Send ${many} for approval`}
        </Button>
      </FootBar>
    </>
  );
}
