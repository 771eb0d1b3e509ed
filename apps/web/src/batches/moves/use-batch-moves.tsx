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
import { RemarksDialog, type RemarksQuestion } from './remarks-dialog.tsx';
import { RisksDialog } from '../risks/risks-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';
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

const QUESTIONS: Partial<Record<BatchAction, (batch: ActionableBatch) => RemarksQuestion>> = {
  return: (batch) => ({
    title: `Return ${nameOf(batch)}`,
    subtitle: `It goes back to ${batch.preparer} and starts a new round.`,
    confirmLabel: 'Return',
    hint: 'The preparer reads this first.',
    required: true,
  }),
  reject: (batch) => ({
    title: `Reject ${nameOf(batch)}?`,
    subtitle: `It is archived. ${batch.preparer} can restore it.`,
    confirmLabel: 'Reject',
    hint: 'The preparer reads this first.',
    required: true,
    danger: true,
  }),
  withdraw: (batch) => ({
    title: `Withdraw ${nameOf(batch)}`,
    subtitle: 'It becomes editable again, and its approvals are void.',
    confirmLabel: 'Withdraw',
    hint: 'Kept in its timeline.',
    required: true,
  }),
  close: (batch) => ({
    title: `Close ${nameOf(batch)} short?`,
    subtitle: 'No voucher can take what is still open of it.',
    confirmLabel: 'Close short',
    hint: 'Kept in its timeline.',
    required: true,
  }),
};

const CONFIRMATIONS: Partial<
  Record<BatchAction, (batch: ActionableBatch) => { title: string; text: string; confirmLabel: string }>
> = {
  archive: (batch) => ({
    title: `Archive ${nameOf(batch)}?`,
    text: 'It leaves the list. You can restore it from Archived Transactions.',
    confirmLabel: 'Archive',
  }),
};

/** Whether a move of this payment needs its high risks to be ticked as seen. */
export function asksForTicks(action: BatchAction, { risks }: Pick<ActionableBatch, 'risks'>): boolean {
  return (action === 'approve' || action === 'release') && risks !== undefined && risks.high > 0;
}

/** The moves of a batch with their questions, one message each, and fresh lists afterwards (ux §5, §9). */
export function useBatchMoves(onMoved: MoveMade): BatchMoves {
  const client = useQueryClient();
  const user = useUser();
  const [asked, setAsked] = useState<{ action: BatchAction; batch: ActionableBatch } | null>(null);
  const [busy, setBusy] = useState(false);
  const submission = useSubmission();

  /** The answered question is gone before the page is left: what was typed into it is no unsaved work. */
  function closeQuestion(): void {
    flushSync(() => setAsked(null));
  }

  async function make(
    action: BatchAction,
    batch: ActionableBatch,
    { remarks = '', seen = [] }: { remarks?: string; seen?: readonly string[] } = {},
  ): Promise<void> {
    const { status } = batch.allowed_actions[action];
    if (status === null) return;
    setBusy(true);
    try {
      const result = await (action === 'submit'
        ? submission.submit(batch, status)
        : withPleaseWait(action === 'unlock' ? releaseLock(batch) : moveTo(batch, status, remarks, seen)));
      if (result === null) return;
      if (action !== 'submit') offerReceipt(result);
      showSuccess(movedText(action, batch, result, user.id));
      closeQuestion();
      onMoved(action, batch);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
    } finally {
      setBusy(false);
      await refreshBatches(client);
    }
  }

  async function remove(batch: ActionableBatch): Promise<void> {
    const sure = await askToConfirm({
      title: `Delete ${nameOf(batch)}?`,
      text: 'The draft and its lines are deleted. Its number stays in the register.',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      const { params, query } = namedBy(batchKey(batch));
      const { row_version } = batch;
      await withPleaseWait(callServer(deleteBatch, { params, query: { ...query, row_version } }));
      showSuccess(MESSAGES.entryDeleted);
      onMoved('delete', batch);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.deleteFailed(message)));
    } finally {
      setBusy(false);
      await refreshBatches(client);
    }
  }

  async function confirmFirst(action: BatchAction, batch: ActionableBatch): Promise<void> {
    const question = CONFIRMATIONS[action]?.(batch);
    if (question === undefined || (await askToConfirm(question))) await make(action, batch);
  }

  function run(action: BatchAction, batch: ActionableBatch): void {
    if (busy) return;
    const decision = batch.allowed_actions[action];
    // A button says it by itself; a key asks for it unseen.
    if (!decision.allowed) showError(refusalOf(decision));
    else if (action === 'delete') void remove(batch);
    else if (
      action === 'void' ||
      action === 'restore' ||
      QUESTIONS[action] !== undefined ||
      asksForTicks(action, batch)
    )
      setAsked({ action, batch });
    else void confirmFirst(action, batch);
  }

  return { run, busy, dialog: dialogOf() ?? submission.dialog };

  function dialogOf(): ReactNode {
    if (asked === null) return null;
    const { action, batch } = asked;
    if (action === 'void') {
      return (
        <VoidDialog
          batch={batch}
          onCancel={() => setAsked(null)}
          onVoided={() => {
            closeQuestion();
            onMoved('void', batch);
            void refreshBatches(client);
          }}
        />
      );
    }
    if (action === 'restore') {
      return (
        <RestoreDialog
          batch={batch}
          onClose={() => setAsked(null)}
          onRestored={() => {
            closeQuestion();
            onMoved('restore', batch);
            void refreshBatches(client);
          }}
        />
      );
    }
    if (action === 'approve' || action === 'release') {
      return (
        <RisksDialog
          action={action}
          batch={batch}
          busy={busy}
          onConfirm={(seen) => void make(action, batch, { seen })}
          onCancel={() => setAsked(null)}
        />
      );
    }
    const question = QUESTIONS[action]?.(batch);
    if (question === undefined) return null;
    return (
      <RemarksDialog
        question={question}
        busy={busy}
        onConfirm={(remarks) => void make(action, batch, { remarks })}
        onCancel={() => setAsked(null)}
      />
    );
  }
}
