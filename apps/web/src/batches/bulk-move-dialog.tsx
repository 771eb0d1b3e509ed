import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { IconAlert, IconCheck } from '../ui/icons.tsx';
import { moveTo, refreshBatches, type ActionableBatch } from './batch-calls.ts';
import { batchTitle } from './batch-reading.tsx';
import { showAmount } from './batch-texts.ts';
import styles from './bulk-move-dialog.module.css';

type Outcome = { state: 'done' | 'failed'; text: string };

/**
 * One question for many batches: how many, for how much, and which ones cannot be moved and why. Each is moved by its
 * own call; the list then says what became of every one (ux §6.1).
 */
export function BulkMoveDialog({
  action,
  batches,
  onClose,
}: {
  action: 'submit' | 'approve';
  batches: readonly ActionableBatch[];
  /** Called with the batches that were moved. */
  onClose: (moved: readonly string[]) => void;
}) {
  const client = useQueryClient();
  const [chosen] = useState(batches);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const fit = chosen.filter((batch) => batch.allowed_actions[action].allowed);
  const finished = outcomes.size > 0 && !running;
  const verb = action === 'submit' ? 'Submit' : 'Approve';
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;

  async function run(): Promise<void> {
    setRunning(true);
    const results = new Map<string, Outcome>();
    for (const batch of fit) {
      const { status } = batch.allowed_actions[action];
      try {
        const result = await moveTo(batch, status ?? batch.status);
        results.set(batch.batch_number, { state: 'done', text: result.status_label });
      } catch (failure) {
        results.set(batch.batch_number, { state: 'failed', text: failureMessage(failure) });
      }
      setOutcomes(new Map(results));
    }
    setRunning(false);
    await refreshBatches(client);
  }

  function close(): void {
    if (running) return;
    onClose([...outcomes].filter(([, { state }]) => state === 'done').map(([number]) => number));
  }

  return (
    <Dialog
      open
      title={
        finished
          ? `${verb}: ${fit.length - failed} done${failed > 0 ? `, ${failed} not` : ''}`
          : `${verb} ${fit.length} of ${chosen.length}?`
      }
      subtitle={<span className="figures">{totalsText(fit)}</span>}
      width={640}
      onClose={close}
      closable={!running}
      flush
      footer={
        finished ? (
          <>
            <span className={dialogStyles.space} />
            <Button variant="primary" data-autofocus onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <>
            <span className={dialogStyles.space} />
            <DialogCancel />
            <Button
              variant="primary"
              data-autofocus
              busy={running}
              disabledReason={
                fit.length === 0 ? `None of them can be ${action === 'submit' ? 'submitted' : 'approved'}.` : undefined
              }
              onClick={() => void run()}
            >
              {`${verb} ${fit.length}`}
            </Button>
          </>
        )
      }
    >
      <ul className={styles.list} aria-live="polite">
        {chosen.map((batch) => {
          const { allowed, message } = batch.allowed_actions[action];
          const outcome = outcomes.get(batch.batch_number);
          return (
            <li key={batch.batch_number}>
              <div className={styles.line}>
                <span className="figures strong">{batch.document_number ?? batch.batch_number}</span>
                <span className="ellipsis">{batchTitle(batch)}</span>
                <span
                  className={`${styles.amount} figures`}
                >{`${batch.currency} ${showAmount(batch.total_amount)}`}</span>
              </div>
              {outcome === undefined ? (
                allowed ? null : (
                  <p className={`${styles.note} warning`}>
                    <IconAlert size={14} />
                    {message}
                  </p>
                )
              ) : (
                <p className={`${styles.note} ${outcome.state === 'done' ? 'success' : 'danger'}`}>
                  {outcome.state === 'done' ? <IconCheck size={14} /> : <IconAlert size={14} />}
                  {outcome.text}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** 'PHP 1,510,701.50 · USD 1,234.56': amounts per currency, side by side. */
export function totalsText(batches: readonly { currency: string; total_amount: string }[]): string {
  const currencies = [...new Set(batches.map(({ currency }) => currency))].toSorted();
  return currencies
    .map((currency) => {
      const own = batches.filter((batch) => batch.currency === currency);
      return `${currency} ${formatAmount(sumMinor(own.map(({ total_amount }) => requireAmount(total_amount))))}`;
    })
    .join(' · ');
}
