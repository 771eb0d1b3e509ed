import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import { downloadStatement, sendStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { addMonths, isCalendarDate, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { refreshBatches } from '../../batches/record/batch-calls.ts';
import { tellMailed } from '../../notices/mail-texts.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField, UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { showError, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconDownload } from '../../ui/icons.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import styles from './statement-dialog.module.css';

/** A statement of account of a period: as a file, or to the customer. It begins with the month before and this one. */
export function StatementDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const whyNotSend = useWhyNot(sendStatement.access.module, sendStatement.access.level);
  const { form, faults, touched, change, save, send } = useStatement(customer, onClose);
  return (
    <Dialog
      open
      title="Statement of account"
      subtitle={customer.payee_desc}
      width={480}
      onClose={onClose}
      dirty={touched}
      footer={
        <>
          <Button icon={<IconDownload />} onClick={() => void save()}>
            PDF
          </Button>
          <span className={dialogStyles.space} />
          <DialogCancel />
          {whyNotSend === undefined ? <DialogSave label="Send" onSave={() => void send()} /> : null}
        </>
      }
    >
      <div className={styles.period}>
        <Field label="From" required error={faults.from_date}>
          <DateField value={form.from_date} onChange={(from_date) => change({ from_date })} />
        </Field>
        <Field label="As of" required error={faults.as_of}>
          <DateField value={form.as_of} onChange={(as_of) => change({ as_of })} />
        </Field>
      </div>
      {whyNotSend === undefined ? (
        <Field label="To" error={faults.email_add}>
          <TextInput
            type="email"
            maxLength={250}
            value={form.email_add}
            onChange={(event) => change({ email_add: event.target.value })}
          />
        </Field>
      ) : (
        <p className="muted">{whyNotSend}</p>
      )}
    </Dialog>
  );
}

/** What is entered for a statement, what is wrong with it, and its two ways out: as a file, and by mail. */
function useStatement(customer: Customer, onSent: () => void) {
  const today = useToday();
  const client = useQueryClient();
  const [form, setForm] = useState<Typed>({
    from_date: startOfMonth(addMonths(today, -1)),
    as_of: today,
    email_add: customer.email_add,
  });
  const [tried, setTried] = useState<'file' | 'mail' | null>(null);
  const [touched, setTouched] = useState(false);
  const { key, noteFailure } = useActKey();
  const faults = faultsOf(form, tried);
  const change = (changed: Partial<Typed>): void => {
    setForm({ ...form, ...changed });
    setTouched(true);
  };

  /** Whether what the act needs is there; else the fields say what is missing. */
  function isReady(act: 'file' | 'mail'): boolean {
    setTried(act);
    return Object.keys(faultsOf(form, act)).length === 0;
  }

  async function save(): Promise<void> {
    if (!isReady('file')) return;
    const { from_date, as_of } = form;
    try {
      await withPleaseWait(
        openMadeFile(downloadStatement, { params: { id: customer.id }, query: { from_date, as_of } }),
      );
    } catch (failure) {
      reportFailure(failure);
    }
  }

  async function send(): Promise<void> {
    if (!isReady('mail')) return;
    try {
      const { data } = await withPleaseWait(
        callServer(sendStatement, { params: { id: customer.id }, body: form, headers: { 'idempotency-key': key } }),
      );
      tellMailed(data);
      onSent();
      await refreshBatches(client);
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(`Unable to send an email! ${message}`));
    }
  }

  return { form, faults, touched, change, save, send };
}

interface Typed {
  from_date: string;
  as_of: string;
  email_add: string;
}

/** What keeps an act from being done, by field; nothing before one was tried. */
function faultsOf({ from_date, as_of, email_add }: Typed, act: 'file' | 'mail' | null): Partial<Typed> {
  if (act === null) return {};
  return {
    ...(isCalendarDate(from_date) ? {} : { from_date: UNREADABLE_DATE }),
    ...(isCalendarDate(as_of) ? {} : { as_of: UNREADABLE_DATE }),
    ...(isCalendarDate(from_date) && isCalendarDate(as_of) && from_date > as_of
      ? { from_date: 'It must not be after the day of the statement.' }
      : {}),
    ...(act === 'file' || z.email().safeParse(email_add.trim()).success
      ? {}
      : { email_add: email_add.trim() === '' ? MESSAGES.required : MESSAGES.invalidEmail }),
  };
}
