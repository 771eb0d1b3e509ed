import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { CHEQUE_ACTION_RULES, CHEQUE_ACTIONS, type ChequeAction } from '@talaan/core/documents/cheque/cheque-state';
import {
  moveCheques,
  type ChequeOutcome,
  type ChequeRow,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { netTotals } from '../../batches/record/batch-money.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField, UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showSuccess } from '../../ui/feedback/feedback.ts';
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

interface MoveChequesDialogProps {
  action: ChequeAction;
  cheques: readonly ChequeRow[];
  /** Called with whether anything was moved. */
  onClose: (moved: boolean) => void;
}

/** One question for the chosen cheques. It first tells of each whether it will move or why not, and then moves those that may. */
export function MoveChequesDialog({ action, cheques, onClose }: MoveChequesDialogProps) {
  const client = useQueryClient();
  const [chosen] = useState(cheques);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, act } = useAct(MESSAGES.updateFailed);
  const [done, setDone] = useState<readonly ChequeOutcome[] | null>(null);
  const { on, setOn, dateFault, told, outcomes, fit, fitting } = useMoveTrial(action, chosen, done);
  const counted = done === null && told.data === undefined ? chosen : fitting;
  const label = CHEQUE_ACTIONS[action];
  const lacksReason = CHEQUE_ACTION_RULES[action].needs_reason && reason.trim() === '';

  async function run(): Promise<void> {
    setTried(true);
    if (dateFault !== undefined || fit.length === 0 || lacksReason) return;
    await act(async (headers) => {
      const dated = DATED[action] === undefined ? {} : { on };
      const body = { ids: fit.map(({ id }) => id), action, reason, ...dated };
      const { data } = await callServer(moveCheques, { body, headers });
      await refreshCheques(client);
      if (data.outcomes.some(({ ok }) => !ok)) return setDone(data.outcomes);
      showSuccess(`${label}: ${data.moved === 1 ? chequeName(fitting[0]!) : `${data.moved} cheques`}.`);
      onClose(true);
    });
  }

  return (
    <Dialog
      open
      title={titleOf(label, chosen, done)}
      subtitle={<span className="figures">{sumOf(counted)}</span>}
      width={640}
      onClose={() => onClose(done !== null)}
      closable={!busy}
      dirty={done === null && reason !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          {done === null ? (
            <MoveButtons
              label={fit.length > 1 ? `${label} ${fit.length}` : label}
              isGrave={GRAVE.has(action)}
              busy={busy || told.isFetching}
              fitsNone={told.data !== undefined && fit.length === 0}
              onMove={() => void run()}
            />
          ) : (
            <Button variant="primary" data-autofocus onClick={() => onClose(true)}>
              Close
            </Button>
          )}
        </>
      }
    >
      {done === null ? (
        <MoveFields
          action={action}
          on={on}
          onDay={setOn}
          reason={reason}
          onReason={setReason}
          dateFault={tried ? dateFault : undefined}
          reasonFault={tried && lacksReason ? MESSAGES.required : undefined}
        />
      ) : null}
      {told.isError ? <p className="danger">{failureMessage(told.error)}</p> : null}
      <Outcomes cheques={chosen} outcomes={outcomes} done={done !== null} />
    </Dialog>
  );
}

/** The day of a move as it is typed, and what becomes of each cheque: as the server says before, and as it was done. */
function useMoveTrial(action: ChequeAction, chosen: readonly ChequeRow[], done: readonly ChequeOutcome[] | null) {
  const [on, setOn] = useState<string>(useToday());
  const isDated = DATED[action] !== undefined;
  const day = parseCalendarDate(on);
  const ids = chosen.map(({ id }) => id);
  const told = useQuery({
    ...chequeCalls.wouldMove({ ids, action, ...(isDated && day !== null ? { on: day } : {}) }),
    enabled: done === null && day !== null,
  });
  const outcomes = done ?? told.data?.outcomes ?? [];
  const fit = outcomes.filter(({ ok }) => ok);
  const fitting = chosen.filter(({ id }) => fit.some((outcome) => outcome.id === id));
  return { on, setOn, told, outcomes, fit, fitting, dateFault: isDated && day === null ? UNREADABLE_DATE : undefined };
}

function MoveButtons({
  label,
  isGrave,
  busy,
  fitsNone,
  onMove,
}: {
  label: string;
  isGrave: boolean;
  busy: boolean;
  /** None of the cheques can be moved. */
  fitsNone: boolean;
  onMove: () => void;
}) {
  return (
    <>
      <DialogCancel />
      <Button
        variant={isGrave ? 'danger-fill' : 'primary'}
        busy={busy}
        disabledReason={fitsNone ? 'None of them can: see why above.' : undefined}
        onClick={onMove}
      >
        {label}
      </Button>
    </>
  );
}

/** What the cheques come to, by currency. */
const sumOf = (cheques: readonly ChequeRow[]): string =>
  netTotals(
    cheques.map(({ currency, cheque_amount }) => ({ currency, amount: cheque_amount, total_amount: cheque_amount })),
  );

/** What a move asks: its day where a person knows it better than the clock, and its reason. */
function MoveFields({
  action,
  on,
  onDay,
  reason,
  onReason,
  dateFault,
  reasonFault,
}: {
  action: ChequeAction;
  on: string;
  onDay: (on: string) => void;
  reason: string;
  onReason: (reason: string) => void;
  dateFault: string | undefined;
  reasonFault: string | undefined;
}) {
  const dated = DATED[action];
  const asksReason = CHEQUE_ACTION_RULES[action].needs_reason;
  if (dated === undefined && !asksReason) return null;
  return (
    <FormGrid columns={1}>
      {dated === undefined ? null : (
        <Field label={dated} required error={dateFault}>
          <DateField value={on} onChange={onDay} />
        </Field>
      )}
      {asksReason ? (
        <Field label="Reason" required error={reasonFault}>
          <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => onReason(event.target.value)} />
        </Field>
      ) : null}
    </FormGrid>
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

/** What happens to each cheque, or has happened once it is done. */
function Outcomes({
  cheques,
  outcomes,
  done,
}: {
  cheques: readonly ChequeRow[];
  outcomes: readonly ChequeOutcome[];
  done: boolean;
}) {
  return (
    <ul className={styles.outcomes} aria-live="polite" aria-label="What happens to each cheque">
      {cheques.map((cheque) => (
        <OutcomeLine
          key={cheque.id}
          cheque={cheque}
          outcome={outcomes.find(({ id }) => id === cheque.id)}
          done={done}
        />
      ))}
    </ul>
  );
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
