import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { CHEQUE_ACTION_RULES, CHEQUE_ACTIONS, type ChequeAction } from '@talaan/core/documents/cheque-state';
import { moveCheques, type ChequeOutcome, type ChequeRow } from '@talaan/contract/documents/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { netTotals } from '../../batches/record/batch-money.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField, UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { IconAlert, IconArrowRight, IconCheck } from '../../ui/icons.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { chequeCalls, refreshCheques } from './cheque-calls.ts';
import { chequeName } from './cheque-columns.tsx';
import styles from './cheque-dialogs.module.css';

/** Moves whose day a person knows better than the clock. */
const DATED: Partial<Record<ChequeAction, string>> = {
  print: 'Printed on',
  release: 'Released on',
  clear: 'Date of the bank statement',
  stop: 'Stopped on',
};

/** Moves that stop money or take it back: their button is red. */
const GRAVE: ReadonlySet<ChequeAction> = new Set(['stop', 'cancel', 'spoil', 'unclear']);

/** One question for the chosen cheques. It first tells of each whether it will move or why not, and then moves those that may. */
export function MoveChequesDialog({
  action,
  cheques,
  onClose,
}: {
  action: ChequeAction;
  cheques: readonly ChequeRow[];
  /** Called with whether anything was moved. */
  onClose: (moved: boolean) => void;
}) {
  const client = useQueryClient();
  const today = useToday();
  const [chosen] = useState(cheques);
  const [on, setOn] = useState<string>(today);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();
  const [done, setDone] = useState<readonly ChequeOutcome[] | null>(null);
  const dated = DATED[action];
  const day = parseCalendarDate(on);
  const ids = chosen.map(({ id }) => id);
  const told = useQuery({
    ...chequeCalls.wouldMove({ ids, action, ...(dated === undefined || day === null ? {} : { on: day }) }),
    enabled: done === null && day !== null,
  });
  const outcomes = done ?? told.data?.outcomes ?? [];
  const fit = outcomes.filter(({ ok }) => ok);
  const fitting = chosen.filter(({ id }) => fit.some((outcome) => outcome.id === id));
  const label = CHEQUE_ACTIONS[action];
  const asksReason = CHEQUE_ACTION_RULES[action].needs_reason;
  const dateFault = dated === undefined || day !== null ? undefined : UNREADABLE_DATE;

  async function run(): Promise<void> {
    setTried(true);
    if (busy || dateFault !== undefined || fit.length === 0 || (asksReason && reason.trim() === '')) return;
    setBusy(true);
    try {
      const body = { ids: fit.map(({ id }) => id), action, reason, ...(dated === undefined ? {} : { on }) };
      const { data } = await callServer(moveCheques, { body, headers: { 'idempotency-key': key } });
      const failed = data.outcomes.filter(({ ok }) => !ok).length;
      await refreshCheques(client);
      if (failed > 0) setDone(data.outcomes);
      else {
        showSuccess(`${label}: ${data.moved === 1 ? chequeName(fitting[0]!) : `${data.moved} cheques`}.`);
        onClose(true);
      }
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={titleOf(label, chosen, done)}
      subtitle={
        <span className="figures">
          {netTotals(
            (done === null && told.data === undefined ? chosen : fitting).map(({ currency, cheque_amount }) => ({
              currency,
              amount: cheque_amount,
              total_amount: cheque_amount,
            })),
          )}
        </span>
      }
      width={640}
      onClose={() => onClose(done !== null)}
      closable={!busy}
      dirty={done === null && reason !== ''}
      footer={
        done !== null ? (
          <>
            <span className={dialogStyles.space} />
            <Button variant="primary" data-autofocus onClick={() => onClose(true)}>
              Close
            </Button>
          </>
        ) : (
          <>
            <span className={dialogStyles.space} />
            <DialogCancel />
            <Button
              variant={GRAVE.has(action) ? 'danger-fill' : 'primary'}
              busy={busy || told.isFetching}
              disabledReason={
                told.data !== undefined && fit.length === 0 ? `None of them can: see why above.` : undefined
              }
              onClick={() => void run()}
            >
              {fit.length > 1 ? `${label} ${fit.length}` : label}
            </Button>
          </>
        )
      }
    >
      {done !== null || (dated === undefined && !asksReason) ? null : (
        <FormGrid columns={1}>
          {dated === undefined ? null : (
            <Field label={dated} required error={tried ? dateFault : undefined}>
              <DateField value={on} onChange={setOn} />
            </Field>
          )}
          {asksReason ? (
            <Field label="Reason" required error={tried && reason.trim() === '' ? MESSAGES.required : undefined}>
              <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          ) : null}
        </FormGrid>
      )}
      {told.isError ? <p className="danger">{failureMessage(told.error)}</p> : null}
      <ul className={styles.outcomes} aria-live="polite" aria-label="What happens to each cheque">
        {chosen.map((cheque) => (
          <OutcomeLine
            key={cheque.id}
            cheque={cheque}
            outcome={outcomes.find(({ id }) => id === cheque.id)}
            done={done !== null}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function titleOf(label: string, chosen: readonly ChequeRow[], done: readonly ChequeOutcome[] | null): string {
  if (done !== null) {
    const moved = done.filter(({ ok }) => ok).length;
    return `${label}: ${moved} done, ${done.length - moved} not`;
  }
  return chosen.length === 1 ? `${label}: ${chequeName(chosen[0]!)}?` : `${label}: ${chosen.length} cheques?`;
}

/** What is an alarm is done, and no success. */
function toneOf({ ok, code }: ChequeOutcome): string {
  if (ok) return code === null ? 'success' : 'danger';
  return 'warning';
}

function OutcomeLine({
  cheque,
  outcome,
  done,
}: {
  cheque: ChequeRow;
  outcome: ChequeOutcome | undefined;
  done: boolean;
}) {
  const { payee_desc, currency, cheque_amount, cheque_date } = cheque;
  const about = [payee_desc, cheque_date].filter(Boolean).join(' · ');
  return (
    <li>
      <div className={styles.line}>
        <span className="figures strong">{chequeName(cheque)}</span>
        <span className="ellipsis" title={about}>
          {about}
        </span>
        <span className={`${styles.amount} figures`}>{`${currency} ${showAmount(cheque_amount)}`}</span>
      </div>
      {outcome === undefined ? null : (
        <p className={`${styles.note} ${toneOf(outcome)}`}>
          {outcome.ok && outcome.code === null ? (
            done ? (
              <IconCheck size={14} />
            ) : (
              <IconArrowRight size={14} />
            )
          ) : (
            <IconAlert size={14} />
          )}
          {outcome.message}
        </p>
      )}
    </li>
  );
}
