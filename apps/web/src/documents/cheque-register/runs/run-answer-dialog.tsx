import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerRun, type ChequeRun } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CHEQUE_STATES } from '@talaan/core/documents/cheque/cheque-state';
import { callServer } from '../../../api/client.ts';
import { failureMessage } from '../../../api/report-failure.ts';
import { useAct } from '../../../api/use-act.ts';
import { showInstant } from '../../../batches/record/batch-texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showSuccess } from '../../../ui/feedback/feedback.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';
import { IconDocument } from '../../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { refreshCheques } from '../cheque-calls.ts';
import styles from '../cheque-dialogs.module.css';
import { leavesText, misprintsOf, runCalls, openRun } from './run-calls.ts';
import { RunLine, type ChequeToRun } from './run-cheques-dialog.tsx';
import runStyles from './runs.module.css';

const TITLE = 'Did every leaf print well?';

interface RunAnswerProps {
  id: number;
  onClose: () => void;
  /** Prints again what was spoiled. */
  onRunAgain: (cheques: readonly ChequeToRun[]) => void;
}

/**
 * Of a run that was printed: all leaves are well, or these are not. Whoever printed it names them, and a second person marks
 * them spoiled and has their cheques printed again.
 */
export function RunAnswerDialog(props: RunAnswerProps) {
  const run = useQuery(runCalls.one(props.id));
  if (run.data !== undefined) return <RunQuestion {...props} run={run.data} />;
  return (
    <Dialog open title={TITLE} width={640} onClose={props.onClose}>
      {run.isError ? <p className="danger">{failureMessage(run.error)}</p> : <Skeleton />}
    </Dialog>
  );
}

function RunQuestion(props: RunAnswerProps & { run: ChequeRun }) {
  const { run, onClose } = props;
  const { bad, mark, reason, setReason, fault, busy, answer } = useRunAnswer(props);
  const mayAnswer = (run.is_own || run.may_spoil) && run.leaves.some(({ state }) => state === 'printed');
  return (
    <Dialog
      open
      title={TITLE}
      subtitle={`${leavesText(run.leaves)} of ${run.bank_name} ${run.bank_account}`}
      width={640}
      onClose={onClose}
      closable={!busy}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          {mayAnswer ? (
            <Button
              variant={bad.size > 0 && !run.is_own ? 'danger-fill' : 'primary'}
              busy={busy}
              data-autofocus
              onClick={() => void answer()}
            >
              {buttonText(run, bad.size)}
            </Button>
          ) : null}
        </>
      }
    >
      <RunFacts run={run} />
      {mayAnswer ? <p>Choose the leaves that did not print well.</p> : null}
      <ul className={styles.outcomes} aria-label="Leaves">
        {run.leaves.map((leaf) => (
          <LeafOfRun
            key={leaf.id}
            leaf={leaf}
            isBad={bad.has(leaf.id)}
            onMark={mayAnswer && leaf.state === 'printed' ? (isBad) => mark(leaf.id, isBad) : undefined}
          />
        ))}
      </ul>
      {bad.size > 0 ? <WhatWentWrong isOwn={run.is_own} error={fault} reason={reason} onChange={setReason} /> : null}
    </Dialog>
  );
}

/** Which leaves did not print well and why, and the answer of both. */
function useRunAnswer({ run, onClose, onRunAgain }: RunAnswerProps & { run: ChequeRun }) {
  const client = useQueryClient();
  const named = misprintsOf(run);
  const [bad, setBad] = useState<ReadonlySet<number>>(new Set(named.map(({ id }) => id)));
  const [reason, setReason] = useState(named[0]?.misprint ?? '');
  const [tried, setTried] = useState(false);
  const { busy, act } = useAct(MESSAGES.updateFailed);
  const isMissing = bad.size > 0 && reason.trim() === '';

  function mark(id: number, isBad: boolean): void {
    const next = new Set(bad);
    if (isBad) next.add(id);
    else next.delete(id);
    setBad(next);
  }
  async function answer(): Promise<void> {
    setTried(true);
    if (isMissing) return;
    await act(async (headers) => {
      const body = { misprinted: [...bad], reason: bad.size === 0 ? '' : reason };
      const { data } = await callServer(answerRun, { params: { id: run.id }, body, headers });
      await refreshCheques(client);
      showSuccess(doneText(run, bad.size));
      const next = data.queued.map(({ id, replaces_id }) => ({
        ...run.leaves.find((leaf) => leaf.id === replaces_id)!,
        id,
      }));
      if (next.length > 0) onRunAgain(next);
      else onClose();
    });
  }
  const fault = tried && isMissing ? MESSAGES.required : undefined;
  return { bad, mark, reason, setReason, fault, busy, answer };
}

/** When and how it was printed, and its file while it is not answered. */
function RunFacts({ run }: { run: ChequeRun }) {
  return (
    <p className={`${runStyles.facts} muted`}>
      <span>{`Printed ${showInstant(run.printed_at)} by ${run.printed_by}`}</span>
      <span>{`${run.layout_name}, version ${run.layout_version}`}</span>
      {run.printer_name === '' ? null : <span>{run.printer_name}</span>}
      {run.is_own && run.answered_at === null ? (
        <Button size="sm" icon={<IconDocument />} onClick={() => void openRun(run.id)}>
          Open the file
        </Button>
      ) : null}
    </p>
  );
}

/** A leaf as it was printed, and whether it is one that did not print well. */
function LeafOfRun({
  leaf,
  isBad,
  onMark,
}: {
  leaf: ChequeRun['leaves'][number];
  isBad: boolean;
  /** Undefined where it is only to read. */
  onMark: ((isBad: boolean) => void) | undefined;
}) {
  const line = <RunLine number={leaf.cheque_number} cheque={leaf} />;
  return (
    <li>
      {onMark === undefined ? (
        line
      ) : (
        <Checkbox
          className={runStyles.choice}
          label={line}
          checked={isBad}
          onChange={(event) => onMark(event.target.checked)}
        />
      )}
      {leaf.misprint === null && leaf.state === 'printed' ? null : (
        <p className={runStyles.reason}>{[CHEQUE_STATES[leaf.state], leaf.misprint].filter(Boolean).join(' · ')}</p>
      )}
    </li>
  );
}

function WhatWentWrong({
  isOwn,
  error,
  reason,
  onChange,
}: {
  isOwn: boolean;
  error: string | undefined;
  reason: string;
  onChange: (reason: string) => void;
}) {
  const hint = isOwn ? 'A second person, who could void a cheque, marks them spoiled with these words.' : undefined;
  return (
    <div className={runStyles.wrong}>
      <Field label="What went wrong" required hint={hint} error={error}>
        <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  );
}

const leaves = (count: number): string => (count === 1 ? '1 leaf' : `${count} leaves`);

function buttonText({ is_own }: ChequeRun, bad: number): string {
  if (bad === 0) return 'Yes, every leaf';
  return is_own ? `All but ${leaves(bad)}` : `Mark ${leaves(bad)} spoiled`;
}

function doneText({ is_own, id }: ChequeRun, bad: number): string {
  if (bad === 0) return `Every leaf of run ${id} printed well.`;
  return is_own
    ? `${leaves(bad)} of run ${id} ${bad === 1 ? 'waits' : 'wait'} for a second person to be marked spoiled.`
    : `${leaves(bad)} of run ${id} marked spoiled. Print the cheques on the next leaves.`;
}
