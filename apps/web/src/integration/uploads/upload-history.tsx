import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoUpload, type UploadedFile } from '@talaan/contract/integration/uploaded-batches.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { UPLOAD_FILES } from '@talaan/core/integration/upload-columns';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { refreshBatches } from '../../batches/record/batch-calls.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { useAccessLevel } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconUndo } from '../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { StatusChip, type ChipHue } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { IntegratedDialog } from '../integrated-dialog.tsx';
import { UPLOADS_KEY, uploadQueries } from './upload-calls.ts';
import { many } from './upload-words.ts';
import styles from './uploads.module.css';

const STATES: Readonly<Record<UploadedFile['state'], { hue: ChipHue; label: string }>> = {
  uploading: { hue: 'blue', label: 'Uploading' },
  waiting: { hue: 'amber', label: 'Waiting' },
  for_approval: { hue: 'blue', label: 'To accept' },
  accepted: { hue: 'green', label: 'Accepted' },
  undone: { hue: 'neutral', label: 'Undone' },
};

/** Files that were uploaded, the last one first, each with its way back. */
export function UploadHistory() {
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<UploadedFile | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const files = useQuery(uploadQueries.files(page));
  const { data } = files;
  return (
    <section aria-label="Uploads" data-region className={styles.box}>
      <header className={styles.boxHead}>
        <h2>Uploads</h2>
        <span className="small figures text-2">
          {data === undefined || data.total === 0 ? '' : `${data.from} - ${data.to} of ${data.total}`}
        </span>
      </header>
      {data === undefined ? <LoadState query={files} what="the uploads" className={styles.note} /> : null}
      {data?.data.length === 0 ? <p className="muted">Nothing was uploaded yet.</p> : null}
      <ul className={styles.list}>
        {(data?.data ?? []).map((file) => (
          <li key={file.upload_id}>
            <div className={styles.line}>
              <b>{UPLOAD_FILES[file.kind].title}</b>
              <StatusChip {...STATES[file.state]} />
              {file.state === 'undone' || file.state === 'uploading' ? null : (
                <Button
                  size="sm"
                  icon={<IconUndo />}
                  disabledReason={file.undo.message ?? undefined}
                  aria-label={`Undo ${file.file_name}`}
                  onClick={() => setUndoing(file)}
                >
                  Undo
                </Button>
              )}
            </div>
            {file.state === 'uploading' ? (
              <progress
                aria-label={file.file_name}
                className={styles.bar}
                value={file.done}
                max={file.rows || undefined}
              />
            ) : null}
            <div className="small">
              {`${file.file_name} · ${many(file.rows, 'row', 'rows')}, ${many(file.batches, 'batch', 'batches')}`}
              {file.corrections === 0 ? '' : `, ${many(file.corrections, 'correction', 'corrections')}`}
            </div>
            <MadeBatches numbers={file.batch_numbers} onOpen={setOpened} />
            <div className="small text-2">
              {file.undone === null
                ? `${file.user}, ${displayInstant(file.at)}`
                : `undone by ${file.undone.user_name}, ${displayInstant(file.undone.at)}`}
            </div>
          </li>
        ))}
      </ul>
      {data === undefined || data.last_page === 1 ? null : (
        <div className={styles.pages}>
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="sm" disabled={page >= data.last_page} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
      {opened === null ? null : <IntegratedDialog batchNumber={opened} onClose={() => setOpened(null)} />}
      {undoing === null ? null : <UndoDialog file={undoing} onClose={() => setUndoing(null)} />}
    </section>
  );
}

/** So many numbers are shown of a file, until one asks for the others. */
const NUMBERS_SHOWN = 5;

/** What was made of a file: each batch opens for whoever may see what other systems sent. */
function MadeBatches({ numbers, onOpen }: { numbers: readonly string[]; onOpen: (batch_number: string) => void }) {
  const [isWhole, setWhole] = useState(false);
  const maySee = useAccessLevel('Integrated Transactions') >= ACCESS.select;
  if (numbers.length === 0) return null;
  const shown = isWhole ? numbers : numbers.slice(0, NUMBERS_SHOWN);
  return (
    <div className={`small ${styles.made}`}>
      {numbers.length === 1 ? 'Batch' : 'Batches'}
      {shown.map((number) =>
        maySee ? (
          <button
            key={number}
            type="button"
            className={styles.go}
            aria-label={`View batch ${number}`}
            onClick={() => onOpen(number)}
          >
            {number}
          </button>
        ) : (
          <span key={number}>{number}</span>
        ),
      )}
      {shown.length === numbers.length ? null : (
        <button type="button" className={styles.go} onClick={() => setWhole(true)}>
          {`and ${numbers.length - shown.length} more`}
        </button>
      )}
    </div>
  );
}

/** Asks once before a file is undone, by what it holds; what was posted needs a reason. */
function UndoDialog({ file, onClose }: { file: UploadedFile; onClose: () => void }) {
  const client = useQueryClient();
  const { key, noteFailure, noteDone } = useActKey();
  const [reason, setReason] = useState('');
  const isBare = file.undo.needs_reason && reason.trim() === '';

  async function undo(): Promise<void> {
    try {
      const { data } = await withPleaseWait(
        callServer(undoUpload, {
          params: { upload_id: file.upload_id },
          body: { reason },
          headers: { 'idempotency-key': key },
        }),
      );
      noteDone();
      const days = data.reversed_on.length === 0 ? '' : ` Its entries are reversed on ${data.reversed_on.join(', ')}.`;
      showSuccess(`${file.file_name} is undone.${days}`);
      onClose();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showErrorList('Nothing was undone', [message]));
    }
    await Promise.all([client.invalidateQueries({ queryKey: [UPLOADS_KEY] }), refreshBatches(client)]);
  }

  const numbers = file.batch_numbers.length === 0 ? '' : ` Batches ${file.batch_numbers.join(', ')} end with it.`;
  return (
    <Dialog
      open
      title="Undo this upload?"
      subtitle={file.file_name}
      dirty={reason !== ''}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button
            variant="danger-fill"
            disabledReason={isBare ? 'A reason is required.' : undefined}
            onClick={() => void undo()}
          >
            Undo
          </Button>
        </>
      }
    >
      <p>
        {`${many(file.rows, 'row', 'rows')} of ${many(file.batches, 'batch', 'batches')}.${numbers} `}
        {file.undo.needs_reason
          ? 'What was posted is reversed: on its own day while that is open, else on the first open one.'
          : 'Nothing of it is posted.'}{' '}
        The other file of a batch waits again.
      </p>
      <Field label="Reason" required={file.undo.needs_reason}>
        <TextInput data-autofocus value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
