import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteDraft } from '@talaan/contract/documents/draft.contract';
import { callServer } from '../../../api/client.ts';
import { failureMessage } from '../../../api/report-failure.ts';
import { ownDrafts } from '../drafts/draft-banner.tsx';
import type { DraftSaving } from '../drafts/draft-saving.ts';
import { askToConfirm, showNotice } from '../../../ui/feedback/feedback.ts';
import type { AttachmentChanges } from './attachments-part.tsx';
import type { EditedDocument } from './edited-document.ts';
import type { OpenedEntry } from './opened-entry.ts';

/** Answers a call that gives up, after a question, what was typed and the draft of it, and leaves the editor. */
export function useDiscard(
  { kind, batchNumber, draftId, stored, onCancel }: OpenedEntry,
  edited: Pick<EditedDocument, 'settle'>,
  attachments: AttachmentChanges,
  draftSaving: DraftSaving,
): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const sure = await askToConfirm({
      title: stored === null ? 'Discard this entry?' : 'Discard your changes?',
      text:
        stored === null
          ? `What was typed is lost, and its number ${batchNumber} is given back.`
          : 'The entry stays as it was saved last.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (!sure) return;
    await draftSaving.hold();
    edited.settle();
    attachments.clear();
    try {
      await callServer(deleteDraft, { params: { id: draftId } });
    } catch (failure) {
      showNotice(failureMessage(failure));
    }
    await client.invalidateQueries({ queryKey: ownDrafts().queryKey });
    if (onCancel === undefined) await navigate({ to: kind.list });
    else onCancel();
  };
}
