import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { UploadView } from '@talaan/contract/uploads/upload.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { IconAlert, IconCheckCircle, IconDownload } from '../../ui/icons.tsx';
import type { UploadCalls } from './upload-calls.ts';
import { UploadGrid } from './upload-grid.tsx';
import { doneWords, previewWords, rowCount } from './upload-words.ts';
import type { UploadRun } from './upload-run.ts';
import styles from './upload-review.module.css';

/** What a checked upload would do, or what a stored one did, with its rows. */
export function UploadReview({
  definition,
  calls,
  run,
}: {
  definition: AnyResource;
  calls: UploadCalls;
  run: Extract<UploadRun, { step: 'review' | 'stored' }>;
}) {
  if (run.step === 'stored') {
    const isUndo = run.upload.action === 'undo';
    return (
      <section aria-label="Result" className={styles.review}>
        <p className={styles.good} role="status">
          <IconCheckCircle />
          {`${isUndo ? 'Undone' : 'Stored'}: ${doneWords({ ...run.counts, refused: 0 }, run.upload.action) || 'nothing'}.`}
        </p>
        <p className={styles.bad} role="alert">
          <IconAlert />
          {`${rowCount(run.counts.refused)} ${isUndo ? '' : 'with errors '}${run.counts.refused === 1 ? 'was' : 'were'} left ${isUndo ? 'alone' : 'out'}.`}
          {run.upload.file_name === null ? '' : ' Save them as an error file, correct them there and import that file.'}
        </p>
      </section>
    );
  }
  const { upload, version } = run;
  const hasErrors = upload.counts!.refused > 0;
  return (
    <section aria-label="Preview" className={styles.review}>
      <p className={hasErrors ? styles.bad : styles.good} role={hasErrors ? 'alert' : 'status'}>
        {hasErrors ? <IconAlert /> : <IconCheckCircle />}
        {previewWords(upload)}
      </p>
      {upload.rows === 0 ? null : (
        <UploadGrid definition={definition} calls={calls} upload={upload} version={version} />
      )}
    </section>
  );
}

/** Saves the refused rows as a file, with their errors in its last column. */
export function ErrorFileButton({ calls, upload }: { calls: UploadCalls; upload: UploadView }) {
  async function save(): Promise<void> {
    try {
      showSuccess(`${await calls.saveRefused(upload.id)} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    }
  }
  return (
    <Button variant="ghost" icon={<IconDownload />} onClick={() => void save()}>
      Error file
    </Button>
  );
}

/** The two ways to store a checked upload. */
export function StoreButtons({
  upload,
  words,
  danger = false,
  onStore,
}: {
  upload: UploadView;
  /** 'Import', 'Apply', 'Delete'. */
  words: string;
  danger?: boolean;
  onStore: (rows: 'all' | 'good') => void;
}) {
  const counts = upload.counts!;
  const good = counts.new + counts.changed + counts.removed;
  const variant = danger ? 'danger-fill' : 'primary';
  // What an undo leaves alone is nobody's fault to correct.
  if (upload.action === 'undo') {
    const nothing = good === 0 ? 'Nothing is left to undo.' : undefined;
    return (
      <Button variant={variant} disabledReason={nothing} onClick={() => onStore('good')}>
        {words}
      </Button>
    );
  }
  const reason =
    counts.refused > 0
      ? 'Some rows have errors.'
      : good === 0
        ? 'Nothing changes: all of it is stored already.'
        : undefined;
  if (counts.refused > 0 && good > 0) {
    return (
      <>
        <Button disabledReason={reason}>{words}</Button>
        <Button variant={variant} onClick={() => onStore('good')}>
          {`${words} ${good.toLocaleString('en')} good ${good === 1 ? 'row' : 'rows'}`}
        </Button>
      </>
    );
  }
  return (
    <Button variant={variant} disabledReason={reason} onClick={() => onStore('all')}>
      {words}
    </Button>
  );
}
