import type { BatchAction } from '@talaan/contract/documents/batch-view.contract';
import type { ActionableBatch } from '../record/batch-calls.ts';
import { nameOf } from '../record/batch-texts.ts';
import { RisksDialog } from '../risks/risks-dialog.tsx';
import { RemarksDialog, type RemarksQuestion } from './remarks-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** A move that is asked for. */
export interface AskedMove {
  readonly action: BatchAction;
  readonly batch: ActionableBatch;
}

/** What was answered before a move: its remarks, or the fingerprints of the risks that were seen. */
export interface MoveAnswer {
  readonly remarks?: string;
  readonly seen?: readonly string[];
}

/** Moves that need words. */
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

/** Moves that are asked about in one sentence. */
export const CONFIRMATIONS: Partial<
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

/** Whether a move asks for more than a yes. */
export function asksFirst({ action, batch }: AskedMove): boolean {
  return action === 'void' || action === 'restore' || QUESTIONS[action] !== undefined || asksForTicks(action, batch);
}

/** What a move asks for before it is made. */
export function MoveQuestion({
  asked: { action, batch },
  busy,
  onAnswer,
  onMade,
  onCancel,
}: {
  asked: AskedMove;
  busy: boolean;
  onAnswer: (answer: MoveAnswer) => void;
  /** The dialog made the move by itself. */
  onMade: () => void;
  onCancel: () => void;
}) {
  if (action === 'void') return <VoidDialog batch={batch} onCancel={onCancel} onVoided={onMade} />;
  if (action === 'restore') return <RestoreDialog batch={batch} onClose={onCancel} onRestored={onMade} />;
  if (action === 'approve' || action === 'release') {
    return (
      <RisksDialog
        action={action}
        batch={batch}
        busy={busy}
        onConfirm={(seen) => onAnswer({ seen })}
        onCancel={onCancel}
      />
    );
  }
  const question = QUESTIONS[action]?.(batch);
  if (question === undefined) return null;
  return (
    <RemarksDialog question={question} busy={busy} onConfirm={(remarks) => onAnswer({ remarks })} onCancel={onCancel} />
  );
}
