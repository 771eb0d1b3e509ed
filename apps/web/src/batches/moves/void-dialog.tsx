import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { voidBatch } from '@talaan/contract/documents/batch.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { STATUS } from '@talaan/core/documents/status';
import { callServer } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { jumpTo } from '../../ui/error-summary.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showNotice, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { Attachments } from '../attachments/attachments.tsx';
import { batchCalls, type ActionableBatch } from '../record/batch-calls.ts';
import { hasLedgerEffect, isCancelled, showDate, titleOfKey, voidLabel } from '../record/batch-texts.ts';
import { ConfirmButton } from './remarks-dialog.tsx';
import { ARCHIVED_ONLY, CANCELLED_ONLY, voidEffectOf } from './void-effect.ts';

const REASONS = [
  'Wrong account',
  'Wrong amount',
  'Wrong date or period',
  'Entered twice',
  'Cancelled transaction',
  'Other',
].map((reason) => ({ value: reason, label: reason }));

interface VoidDialogProps {
  batch: ActionableBatch;
  /** The one document that is voided; the others of the series stay. */
  cheque?: { document_number: string | null } | undefined;
  onVoided: () => void;
  onCancel: () => void;
}

/** Voids a batch, or one cheque of a series: a reason, words about it, and papers. A posted one is reversed by an exact mirror entry (decisions §4). */
export function VoidDialog({ batch, cheque, onVoided, onCancel }: VoidDialogProps) {
  const [reason, setReason] = useState('');
  const [remarks, setRemarks] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [tried, setTried] = useState(false);
  const reasonId = useId();
  const explanationId = useId();
  const { busy, act } = useAct(MESSAGES.voidFailed);
  const { isFinal, effect, detail } = useVoidEffect(batch, cheque);
  const whyNot = effect?.blocked === false ? undefined : (effect?.text ?? MESSAGES.pleaseWait);
  const unexplained = reason === 'Other' && remarks.trim() === '';
  const name = cheque?.document_number ?? batch.document_number ?? titleOfKey(batchKey(batch));

  async function confirm(): Promise<void> {
    setTried(true);
    // The button says it where it stands; the key says it aloud.
    if (whyNot !== undefined) return showNotice(whyNot);
    if (reason === '') return jumpTo(reasonId);
    if (unexplained) return jumpTo(explanationId);
    await act(async (headers) => {
      const form = formOf(batch, cheque, { reason, remarks: remarks.trim(), files });
      const { data } = await withPleaseWait(callServer(voidBatch, { form, headers }));
      showSuccess(MESSAGES.entryVoided);
      if (data.reversal_date !== null) showSuccess(`Reversed on ${showDate(data.reversal_date)}.`);
      onVoided();
    });
  }

  return (
    <Dialog
      open
      title={`${isFinal ? 'Cancel' : 'Void'} ${name}?`}
      subtitle={effect?.text}
      width={480}
      onClose={onCancel}
      dirty={reason !== '' || remarks !== '' || files.length > 0}
      footer={
        <>
          <span className={dialogStyles.space} />
          {/* Where the act is a cancel, 'Cancel' would be taken for it. */}
          <DialogCancel {...(isFinal ? { label: 'Keep it' } : {})} />
          <ConfirmButton
            label={voidLabel(batch.document_type)}
            danger
            busy={busy}
            whyNot={whyNot}
            onConfirm={() => void confirm()}
          />
        </>
      }
    >
      {effect === undefined ? <LoadState query={detail} what="the date of its reversal" /> : null}
      <FormGrid columns={1}>
        <Field id={reasonId} label="Reason" required error={tried && reason === '' ? MESSAGES.required : undefined}>
          <CodeSelect data-autofocus options={REASONS} value={reason} onChange={setReason} />
        </Field>
        <Field
          id={explanationId}
          label="Explanation"
          required={reason === 'Other'}
          error={tried && unexplained ? MESSAGES.required : undefined}
        >
          <TextArea rows={3} maxLength={2000} value={remarks} onChange={(event) => setRemarks(event.target.value)} />
        </Field>
        <Papers files={files} onChange={setFiles} />
      </FormGrid>
    </Dialog>
  );
}

/** What voiding does, which the server says of a posted one: the date of the mirror is told before anybody confirms. */
function useVoidEffect(batch: ActionableBatch, cheque: VoidDialogProps['cheque']) {
  const isFinal = isCancelled(batch.document_type);
  const isApproved = batch.status === STATUS.APPROVED && hasLedgerEffect(batch.document_type);
  const detail = useQuery({ ...batchCalls.one(batchKey(batch)), enabled: isApproved });
  const named = detail.data?.documents.filter(
    (document) => document.voided_at === null && (!cheque || document.document_number === cheque.document_number),
  );
  const effect = isApproved
    ? named && voidEffectOf(batch.document_type, named, detail.data?.reversal)
    : isFinal
      ? CANCELLED_ONLY
      : ARCHIVED_ONLY;
  return { isFinal, effect, detail };
}

function formOf(
  { batch_number, document_type, row_version }: ActionableBatch,
  cheque: VoidDialogProps['cheque'],
  { reason, remarks, files }: { reason: string; remarks: string; files: readonly File[] },
): FormData {
  const form = new FormData();
  const document_number = cheque?.document_number ?? '';
  const texts = { batch_number, document_type, reason, remarks, row_version: String(row_version) };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  if (document_number !== '') form.set('document_number', document_number);
  for (const file of files) form.append('upload_file[]', file);
  return form;
}

/** The papers that go with a void. */
function Papers({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  return (
    <Field label="Attachments" group>
      <Attachments
        stored={[]}
        waiting={files}
        onAdd={(chosen) => onChange([...files, ...chosen])}
        onRemove={(file) => onChange(files.filter((one) => one !== file))}
      />
    </Field>
  );
}
