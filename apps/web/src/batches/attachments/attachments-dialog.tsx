import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addAttachments, removeAttachment } from '@talaan/contract/documents/attachment.contract';
import type { AttachmentView } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { STATUS } from '@talaan/core/documents/status';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Attachments } from './attachments.tsx';
import { batchCalls, namedBy, refreshBatches } from '../record/batch-calls.ts';
import { titleOfKey } from '../record/batch-texts.ts';

/** The files of a batch of a list: read, and while it is an active draft also added and removed at once. */
export function AttachmentsDialog({ batchKey, onClose }: { batchKey: string; onClose: () => void }) {
  const client = useQueryClient();
  const detail = useQuery(batchCalls.one(batchKey));
  const batch = detail.data;
  const mayChange = batch?.status === STATUS.ACTIVE && batch.allowed_actions.edit.allowed;

  /** One message for what was written; why it was refused stays until it is read (spec 2 §8). */
  async function write(call: Promise<unknown>, succeeded: string, failed: string): Promise<void> {
    try {
      await withPleaseWait(call);
      showSuccess(succeeded);
    } catch (failure) {
      reportFailure(failure, (message) => showErrorList(failed, [message]));
    }
    await refreshBatches(client);
  }

  function add(files: File[]): void {
    const form = new FormData();
    for (const file of files) form.append('upload_file[]', file);
    const { params, query } = namedBy(batchKey);
    if (query.document_type !== undefined) form.set('document_type', query.document_type);
    const call = callServer(addAttachments, { params, form });
    const item = files.length === 1 ? files[0]!.name : `${files.length} files`;
    void write(call, MESSAGES.added(item), MESSAGES.errorSaving);
  }

  function remove(file: AttachmentView | File): void {
    if (file instanceof File) return;
    const call = callServer(removeAttachment, { params: { id: file.id } });
    void write(call, MESSAGES.deleted(file.name), MESSAGES.deleteFail);
  }

  return (
    <Dialog
      open
      title="Attachments"
      subtitle={titleOfKey(batchKey)}
      onClose={onClose}
      reading
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label="Close" />
        </>
      }
    >
      {batch === undefined ? (
        <p role="status">{detail.isError ? "Couldn't load the attachments." : MESSAGES.pleaseWait}</p>
      ) : (
        <Attachments
          stored={batch.upload_file}
          onAdd={mayChange ? add : undefined}
          onRemove={mayChange ? remove : undefined}
        />
      )}
    </Dialog>
  );
}
