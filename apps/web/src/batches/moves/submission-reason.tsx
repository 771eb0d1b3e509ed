import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { moveTo, type MovableBatch } from '../record/batch-calls.ts';
import { offerReceipt } from '../record/offer-print.ts';
import { RemarksDialog } from './remarks-dialog.tsx';

interface Question {
  doubts: readonly string[];
  /** Null: it is not submitted. */
  answer: (reason: string | null) => void;
}

export interface Submission {
  /** Submits a batch; asks for the reason of what is doubtful, and answers null when none is given. Other refusals are thrown. */
  submit: (batch: MovableBatch, status: number) => Promise<MoveResult | null>;
  /** The open question. */
  dialog: ReactNode;
}

/** Submits batches, with the reason for which what looks wrong is kept as it is. */
export function useSubmission(): Submission {
  const [asked, setAsked] = useState<Question | null>(null);

  async function submit(batch: MovableBatch, status: number, reason = ''): Promise<MoveResult | null> {
    try {
      const result = await withPleaseWait(moveTo(batch, status, reason));
      offerReceipt(result);
      return result;
    } catch (failure) {
      if (!(failure instanceof CallRefused) || failure.problem.code !== 'submission_reason') throw failure;
      const doubts = failure.problem['doubts'] as string[];
      const given = await new Promise<string | null>((answer) => setAsked({ doubts, answer }));
      // The answered question is gone before the page is left: what was typed into it is no unsaved work.
      flushSync(() => setAsked(null));
      return given === null ? null : submit(batch, status, given);
    }
  }

  const dialog =
    asked === null ? null : (
      <RemarksDialog
        question={{
          title: 'Submit it as it is?',
          subtitle: asked.doubts.join(' '),
          confirmLabel: 'Submit',
          label: 'Reason',
          hint: 'It stays with the transaction: approvers and auditors read it.',
          required: true,
        }}
        busy={false}
        onConfirm={asked.answer}
        onCancel={() => asked.answer(null)}
      />
    );
  return { submit, dialog };
}
