import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CHEQUE_ACTIONS, CHEQUE_STATES, type ChequeAction } from '@talaan/core/documents/cheque/cheque-state';
import type { ChequeDetail, ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { failureMessage } from '../../api/report-failure.ts';
import { showAmount, showDate, showInstant } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SidePanel } from '../../ui/layers/side-panel.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { chequeCalls } from './cheque-calls.ts';
import { chequeName, ChequeStateChip, pdcText, VoucherLink } from './cheque-columns.tsx';
import styles from './cheque-panel.module.css';

/** One cheque beside the register: what it says, its voucher, everything that happened to it, and what can be done now. */
export function ChequePanel({
  id,
  onAct,
  onNumber,
  onSettle,
  onClose,
}: {
  id: number;
  onAct: (action: ChequeAction, cheque: ChequeRow) => void;
  onNumber: ((cheque: ChequeRow) => void) | undefined;
  /** Absent for whoever may not settle an alarm. */
  onSettle: ((alarm: number, cheque: string) => void) | undefined;
  onClose: () => void;
}) {
  const one = useQuery(chequeCalls.one(id));
  const cheque = one.data;
  if (cheque === undefined) {
    return (
      <SidePanel title="Cheque" onClose={onClose}>
        <div className={styles.body}>
          {one.isError ? <p className="danger">{failureMessage(one.error)}</p> : <Skeleton />}
        </div>
      </SidePanel>
    );
  }
  const canNumber = onNumber !== undefined && cheque.state === 'queued' && [6, 7].includes(cheque.batch_status ?? 0);
  return (
    <SidePanel
      title={chequeName(cheque)}
      subtitle={`${cheque.bank_name} ${cheque.bank_account}`}
      onClose={onClose}
      footer={
        cheque.actions.length === 0 && !canNumber ? undefined : (
          <div className={styles.actions}>
            {canNumber ? <Button onClick={() => onNumber?.(cheque)}>Assign number</Button> : null}
            {cheque.actions.map((action) => (
              <Button key={action} onClick={() => onAct(action, cheque)}>
                {CHEQUE_ACTIONS[action]}
              </Button>
            ))}
          </div>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.amount}>
          <span className="figures">{`${cheque.currency} ${showAmount(cheque.cheque_amount)}`}</span>
          <ChequeStateChip state={cheque.state} />
        </p>
        <Alarms cheque={cheque} onSettle={onSettle && ((alarm) => onSettle(alarm, chequeName(cheque)))} />
        <ChequeFactList cheque={cheque} />
        <h3>History</h3>
        <Timeline label="History" steps={stepsOf(cheque)} />
      </div>
    </SidePanel>
  );
}

/** What the bank paid of it although it should not have. */
function Alarms({
  cheque: { alarms },
  onSettle,
}: {
  cheque: ChequeDetail;
  onSettle: ((alarm: number) => void) | undefined;
}) {
  return alarms.map(({ id, state, cleared_on, reported_by, settlement, settled_by }) => (
    <section key={id} className={styles.alarm} aria-label="Paid by the bank">
      <p className={settlement === null ? 'danger' : 'muted'}>
        {`The bank paid it on ${showDate(cleared_on)} although it was ${CHEQUE_STATES[state]}. Entered by ${reported_by}.`}
      </p>
      {settlement === null ? (
        onSettle && <Button onClick={() => onSettle(id)}>Settle the alarm</Button>
      ) : (
        <p className="muted">{`${settlement} · ${settled_by}`}</p>
      )}
    </section>
  ));
}

/** What is to be done about a cheque of the old books, which has no voucher that could be voided. */
const OPENING_TEXTS: Partial<Record<ChequeDetail['state'], string>> = {
  stale: 'Enter a journal: debit the account of the bank, credit what is owed to the payee.',
  void: 'Enter a journal: debit the account of the bank, credit what is owed to the payee.',
};

function ChequeFactList({ cheque }: { cheque: ChequeDetail }) {
  const { payee_code, payee_desc, cheque_date, replaces, batch_number, is_opening, state } = cheque;
  const facts: [string, ReactNode][] = [
    ['Payee', payee_desc === null ? '' : `${payee_desc} (${payee_code ?? ''})`],
    ['Cheque Date', cheque_date === null ? '' : showDate(cheque_date)],
    ['Post-dated', pdcText(cheque)],
    ['Voucher No.', batch_number === null ? '' : <VoucherLink key="voucher" cheque={cheque} />],
    ['Of the old books', is_opening ? (OPENING_TEXTS[state] ?? 'It came with the opening balances.') : ''],
    ['Batch No.', batch_number],
    ['In place of', replaces],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function stepsOf({ moves }: ChequeDetail) {
  return moves.map((move, place) => ({
    id: `${moves.length - place}`,
    title: CHEQUE_STATES[move.state_to],
    state: place === 0 ? ('now' as const) : ('done' as const),
    aside: showInstant(move.at),
    detail: [move.user_name, `on ${showDate(move.on_date)}`, move.reason].filter(Boolean).join(' · '),
  }));
}
