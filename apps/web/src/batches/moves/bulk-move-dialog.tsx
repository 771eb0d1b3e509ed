import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DryRunItem, TriedAction } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { failureMessage } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { moveTo, refreshBatches, type ActionableBatch } from '../record/batch-calls.ts';
import { netTotals } from '../record/batch-money.tsx';
import { highRisks } from '../risks/risk-ticks.tsx';
import { LONGEST_REMARKS } from './remarks-dialog.tsx';
import { TrialGroups, type Outcome } from './trial-groups.tsx';
import { useTicks, useTrial, type Ticks, type Trial } from './use-trial.ts';
import styles from './bulk-move-dialog.module.css';

interface BulkMoveDialogProps {
  action: TriedAction;
  batches: readonly ActionableBatch[];
  /** Risks that were ticked before the question. */
  ticks?: Ticks;
  /** Called with the keys of the batches that were moved. */
  onClose: (moved: readonly string[]) => void;
}

/**
 * One question for many batches, after the server has tried each anew; a return asks for one reason for all. Each is then
 * moved by its own call in the version that was tried; the lists say what became of every one (ux §6.1).
 */
export function BulkMoveDialog({ action, batches, ticks: given, onClose }: BulkMoveDialogProps) {
  const [chosen] = useState(batches);
  const own = useTicks();
  const ticks = given ?? own;
  const trial = useTrial(action, chosen, ticks.seen, { anew: true });
  const { outcomes, running, moveAll } = useMoves(trial, ticks.seen);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { items, fit, isTried, query } = trial;
  const isReturn = action === 'return';
  const lacksReason = isReturn && reason.trim() === '';
  const finished = outcomes.size > 0 && !running;
  const isMoved = (item: DryRunItem): boolean => outcomes.get(batchKey(item))?.state === 'done';
  const counted = (finished ? fit.filter(isMoved) : fit).flatMap(({ batch }) => batch ?? []);
  const verb = VERBS[action];

  async function run(): Promise<void> {
    setAsked(true);
    if (!lacksReason) await moveAll(reason.trim());
  }

  function close(): void {
    if (running) return;
    onClose([...outcomes].filter(([, { state }]) => state === 'done').map(([key]) => key));
  }

  return (
    <Dialog
      open
      title={finished ? `${verb}: ${resultText(items, outcomes)}` : `${verb} ${countText(trial, chosen.length)}?`}
      subtitle={<span className="figures">{netTotals(isTried ? counted : chosen)}</span>}
      width={960}
      onClose={close}
      closable={!running}
      dirty={reason.trim() !== '' && !finished}
      flush
      footer={
        <>
          <span className={dialogStyles.space} />
          {finished ? (
            <CloseButton onClose={close} />
          ) : (
            <>
              <DialogCancel />
              <ConfirmButton trial={trial} busy={running} onConfirm={() => void run()} />
            </>
          )}
        </>
      }
    >
      {isReturn && !finished ? (
        <ReasonForAll reason={reason} isMissing={asked && lacksReason} disabled={running} onChange={setReason} />
      ) : null}
      <LoadState
        query={query}
        failure={query.error === null ? undefined : failureMessage(query.error)}
        what="the trial"
        className={styles.message}
      />
      <TrialGroups
        trial={trial}
        ticks={ticks}
        outcomes={outcomes}
        state={finished ? 'moved' : running ? 'moving' : 'asked'}
      />
    </Dialog>
  );
}

/** Moves those that passed their trial one after the other, and keeps what became of each. */
function useMoves(trial: Trial, seen: ReadonlySet<string>) {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  async function moveAll(remarks: string): Promise<void> {
    setRunning(true);
    const results = new Map<string, Outcome>();
    for (const item of trial.fit) {
      results.set(batchKey(item), await moveItem(item, trial, remarks, seen));
      setOutcomes(new Map(results));
    }
    setRunning(false);
    await refreshBatches(client);
  }
  return { outcomes, running, moveAll };
}

/** The way out once all were moved; it takes the focus. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="primary" onClick={onClose}>
      Close
    </Button>
  );
}

const countText = ({ isTried, fit, items }: Trial, chosen: number): string =>
  isTried ? `${fit.length} of ${items.length}` : String(chosen);

/** Why all of them are returned. */
function ReasonForAll({
  reason,
  isMissing,
  disabled,
  onChange,
}: {
  reason: string;
  isMissing: boolean;
  disabled: boolean;
  onChange: (reason: string) => void;
}) {
  return (
    <div className={styles.reason}>
      <Field
        label="Remarks"
        required
        hint="One reason for all of them: each preparer reads it first."
        error={isMissing ? MESSAGES.required : undefined}
      >
        <TextArea
          data-autofocus
          rows={2}
          maxLength={LONGEST_REMARKS}
          disabled={disabled}
          value={reason}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}

const VERBS = { submit: 'Submit', approve: 'Approve', return: 'Return' } as const;
const MOVED = { submit: 'submitted', approve: 'approved', return: 'returned' } as const;

function ConfirmButton({
  trial: { action, isTried, fit },
  busy,
  onConfirm,
}: {
  trial: Trial;
  busy: boolean;
  onConfirm: () => void;
}) {
  const label = isTried ? `${VERBS[action]} ${fit.length}` : VERBS[action];
  const disabledReason = whyNot(action, isTried, fit.length);
  useShortcut('mod+Enter', label, onConfirm, { enabled: disabledReason === undefined && !busy });
  return (
    <Button
      variant="primary"
      keys="mod+Enter"
      busy={busy}
      disabledReason={disabledReason}
      onClick={onConfirm}
      {...(action === 'return' ? {} : { 'data-autofocus': true })}
    >
      {label}
    </Button>
  );
}

async function moveItem(
  item: DryRunItem,
  { action, batches }: Trial,
  remarks: string,
  seen: ReadonlySet<string>,
): Promise<Outcome> {
  const batch = batches.find((one) => batchKey(one) === batchKey(item))!;
  const risksSeen = highRisks(item.risks)
    .map(({ fingerprint }) => fingerprint)
    .filter((fingerprint) => seen.has(fingerprint));
  try {
    const tried = { ...batch, row_version: item.row_version ?? batch.row_version };
    const result = await moveTo(tried, item.status ?? batch.status, remarks, risksSeen);
    return { state: 'done', text: action === 'return' ? `with ${batch.preparer}` : result.status_label };
  } catch (failure) {
    return { state: 'failed', text: failureMessage(failure) };
  }
}

function whyNot(action: TriedAction, isTried: boolean, fit: number): string | undefined {
  if (!isTried) return 'They are being tried.';
  return fit === 0 ? `None of them can be ${MOVED[action]}.` : undefined;
}

/** '2 done, 1 not, 1 blocked': every one of them is counted. */
function resultText(items: readonly DryRunItem[], outcomes: ReadonlyMap<string, Outcome>): string {
  const counts = [
    [[...outcomes.values()].filter(({ state }) => state === 'done').length, 'done'],
    [[...outcomes.values()].filter(({ state }) => state === 'failed').length, 'not'],
    [items.length - outcomes.size, 'blocked'],
  ] as const;
  return counts
    .filter(([count, what]) => count > 0 || what === 'done')
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
