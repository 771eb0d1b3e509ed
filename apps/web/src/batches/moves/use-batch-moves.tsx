import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { BatchAction } from '@talaan/contract/documents/batch-view.contract';
import { deleteBatch } from '@talaan/contract/documents/batch.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useUser } from '../../session/session.ts';
import { refusalOf } from '../../session/why-not.ts';
import { askToConfirm, showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { moveTo, namedBy, refreshBatches, releaseLock, type ActionableBatch } from '../record/batch-calls.ts';
import { nameOf } from '../record/batch-texts.ts';
import { offerReceipt } from '../record/offer-print.ts';
import { movedText } from '../record/route-texts.ts';
import { asksFirst, CONFIRMATIONS, MoveQuestion, type AskedMove, type MoveAnswer } from './move-question.tsx';
import { useSubmission } from './submission-reason.tsx';

/** A move that was made: what it was, and on which batch. */
export type MoveMade = (action: BatchAction, batch: ActionableBatch) => void;

export interface BatchMoves {
  /** Makes the move, after the question that it needs. */
  run: (action: BatchAction, batch: ActionableBatch) => void;
  busy: boolean;
  /** The open question. */
  dialog: ReactNode;
}

/** The moves of a batch with their questions, one message each, and fresh lists afterwards (ux §5, §9). */
export function useBatchMoves(onMoved: MoveMade): BatchMoves {
  const client = useQueryClient();
  const user = useUser();
  const [asked, setAsked] = useState<AskedMove | null>(null);
  const { busy, act } = useAct();
  const submission = useSubmission();

  /** The answered question is gone before the page is left: what was typed into it is no unsaved work. */
  function closeQuestion(): void {
    flushSync(() => setAsked(null));
  }

  async function make({ action, batch }: AskedMove, { remarks = '', seen = [] }: MoveAnswer = {}): Promise<void> {
    const { status } = batch.allowed_actions[action];
    if (status === null) return;
    await act(async () => {
      const result = await (action === 'submit'
        ? submission.submit(batch, status)
        : withPleaseWait(action === 'unlock' ? releaseLock(batch) : moveTo(batch, status, remarks, seen)));
      if (result === null) return;
      if (action !== 'submit') offerReceipt(result);
      showSuccess(movedText(action, batch, result, user.id));
      closeQuestion();
      onMoved(action, batch);
    }, MESSAGES.updateFailed);
  }

  async function remove(batch: ActionableBatch): Promise<void> {
    if (!(await askToConfirm(deletionOf(batch)))) return;
    await act(async () => {
      const { params, query } = namedBy(batchKey(batch));
      const { row_version } = batch;
      await withPleaseWait(callServer(deleteBatch, { params, query: { ...query, row_version } }));
      showSuccess(MESSAGES.entryDeleted);
      onMoved('delete', batch);
    }, MESSAGES.deleteFailed);
  }

  async function confirmFirst(move: AskedMove): Promise<void> {
    const question = CONFIRMATIONS[move.action]?.(move.batch);
    if (question === undefined || (await askToConfirm(question))) await make(move);
  }

  function run(action: BatchAction, batch: ActionableBatch): void {
    if (busy) return;
    const decision = batch.allowed_actions[action];
    // A button says it by itself; a key asks for it unseen.
    if (!decision.allowed) showError(refusalOf(decision));
    else if (action === 'delete') void remove(batch);
    else if (asksFirst({ action, batch })) setAsked({ action, batch });
    else void confirmFirst({ action, batch });
  }

  const question = asked !== null && (
    <MoveQuestion
      asked={asked}
      busy={busy}
      onAnswer={(answer) => void make(asked, answer)}
      onMade={() => {
        closeQuestion();
        onMoved(asked.action, asked.batch);
        void refreshBatches(client);
      }}
      onCancel={() => setAsked(null)}
    />
  );
  return { run, busy, dialog: question || submission.dialog };
}

const deletionOf = (batch: ActionableBatch) => ({
  title: `Delete ${nameOf(batch)}?`,
  text: 'The draft and its lines are deleted. Its number stays in the register.',
  confirmLabel: 'Delete',
  danger: true,
});

/** Does one thing at a time, says why it failed, and asks for the lists anew. */
function useAct() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function act(work: () => Promise<void>, failed: (message: string) => string): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      reportFailure(failure, (message) => showError(failed(message)));
    } finally {
      setBusy(false);
      await refreshBatches(client);
    }
  }
  return { busy, act };
}
