import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { reportFailure } from '../../../api/report-failure.ts';
import { useSaveKey } from '../../../api/use-save-key.ts';
import { keepDetail, refreshBatches } from '../../record/batch-calls.ts';
import { ownDrafts } from '../drafts/draft-banner.tsx';
import type { DraftSaving } from '../drafts/draft-saving.ts';
import { useSubmission } from '../../moves/submission-reason.tsx';
import { movedText } from '../../record/route-texts.ts';
import { keepPendingNumber } from '../../../session/pending-numbers.ts';
import { useUser } from '../../../session/session.ts';
import { showError, showErrorList, showNotice, showSuccess, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import type { AttachmentChanges } from './attachments-part.tsx';
import type { EditedDocument } from './edited-document.ts';
import type { OpenedEntry } from './opened-entry.ts';
import { saveDocument } from './save-document.ts';

export interface Saving {
  readonly busy: boolean;
  /** How often it was tried: 0 before the first time. */
  readonly attempt: number;
  /** Somebody stored another version meanwhile: the server's sentence about it; null while nobody did. */
  readonly conflict: string | null;
  /** The question that a submission asks. */
  readonly question: ReactNode;
  /** Saves the entry, then submits it where that is asked; the page is left when both are done. */
  save: (submitting: boolean) => Promise<void>;
  /** Answers to a conflict: back to what was typed, the stored version instead, or what was typed over it. */
  closeConflict: () => void;
  takeStored: (current: BatchDetail) => void;
  saveOver: (current: BatchDetail) => void;
}

/**
 * Saves and submits a document with its attachments. What is wrong is marked where it was typed, before the server is
 * asked and after it refused.
 */
export function useSaving(
  opened: OpenedEntry,
  edited: EditedDocument,
  attachments: AttachmentChanges,
  draftSaving: DraftSaving,
): Saving {
  const { draftId, stored } = opened;
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [conflict, setConflict] = useState<string | null>(null);
  const saveKey = useSaveKey();
  const saved = useSaved(opened, edited, attachments);

  async function save(submitting: boolean, over?: BatchDetail): Promise<void> {
    if (busy) return;
    setAttempt((before) => before + 1);
    if (!edited.check(submitting)) return;

    const { added, removed } = attachments;
    const input = edited.input();
    const text = JSON.stringify([input, removed.map(({ id }) => id), added.map(({ name, size }) => [name, size])]);
    const base = over ?? stored;
    const row_version = over?.row_version ?? edited.baseVersion ?? stored?.row_version;
    setBusy(true);
    try {
      await draftSaving.hold();
      const batch = await withPleaseWait(
        saveDocument({
          calls: edited.calls,
          input,
          draft_id: draftId,
          files: added,
          idempotency_key: saveKey.of(text),
          stored: base === null || row_version === undefined ? undefined : { batch: base, row_version, removed },
        }),
      );
      saveKey.noteDone();
      saved.settle(batch);
      await (submitting ? saved.submit(batch) : saved.leave(batch));
    } catch (failure) {
      saveKey.noteFailure(failure);
      draftSaving.resume();
      if (failure instanceof CallRefused && failure.problem.code === 'row_version') setConflict(failure.message);
      else explainRefusal(failure, edited, stored === null);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    attempt,
    conflict,
    question: saved.question,
    save: (submitting) => save(submitting),
    closeConflict: () => setConflict(null),
    takeStored: (current) => {
      setConflict(null);
      edited.takeStored(current);
    },
    saveOver: (current) => {
      setConflict(null);
      edited.rebase(current);
      void save(false, current);
    },
  };
}

/** What becomes of a document that was saved: it is submitted where that was asked, and the page is left for its list. */
function useSaved(
  { kind, pendingNumber, stored }: OpenedEntry,
  edited: EditedDocument,
  attachments: AttachmentChanges,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = useToday();
  const user = useUser();
  const submission = useSubmission();

  function settle(batch: BatchDetail): void {
    edited.settle();
    attachments.clear();
    keepPendingNumber(pendingNumber, null);
    keepDetail(client, batch);
    void client.invalidateQueries({ queryKey: ownDrafts().queryKey });
  }

  /** Submits it; when that is refused it stays open as the draft that it is. */
  async function submit(batch: BatchDetail): Promise<void> {
    const { status, message } = batch.allowed_actions.submit;
    if (status !== null) {
      try {
        const result = await submission.submit(batch, status);
        if (result !== null) {
          showSuccess(movedText('submit', batch, result, user.id));
          await leaveFor(batch);
          return;
        }
        showNotice('The entry is saved, but not submitted.');
      } catch (failure) {
        reportFailure(failure, (text) => showError(MESSAGES.updateFailed(text)));
      }
    } else showError(MESSAGES.updateFailed(`The entry is saved, but not submitted: ${message ?? ''}`));
    await refreshBatches(client);
    await navigate({ to: kind.page, search: { batch: batch.batch_number } });
  }

  async function leave(batch: BatchDetail): Promise<void> {
    showSuccess(stored === null ? MESSAGES.entrySaved : MESSAGES.entryUpdated);
    if (edited.notice !== null) showNotice(edited.notice);
    await leaveFor(batch);
  }

  async function leaveFor(batch: BatchDetail): Promise<void> {
    await refreshBatches(client);
    const month = (batch.headers[0]?.document_date ?? '').slice(0, 7);
    await navigate({
      to: kind.list,
      search: { ...(month === today.slice(0, 7) ? {} : { month }), saved: batchKey(batch) },
    });
  }

  return { question: submission.dialog, settle, submit, leave };
}

/** Says why a save failed: at the fields and cells concerned, or as one message. */
function explainRefusal(failure: unknown, edited: Pick<EditedDocument, 'mark'>, isNew: boolean): void {
  if (!(failure instanceof CallRefused)) {
    reportFailure(failure);
    return;
  }
  const { code, errors = {} } = failure.problem;
  const isPlaced = Object.keys(errors).length > 0;
  if (isPlaced) edited.mark(errors);
  // The field of the date says it; it needs no list beside it.
  if (isPlaced && code === 'period_closed') return;
  if (isPlaced) showErrorList(isNew ? MESSAGES.savingFailedList : MESSAGES.updateFail, flattenServerErrors(errors));
  else reportFailure(failure, (text) => showError((isNew ? MESSAGES.savingFailed : MESSAGES.updateFailed)(text)));
}
