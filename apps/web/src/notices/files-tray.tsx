import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { displayInstant } from '../page/display-instant.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { IconClose, IconDownload } from '../ui/icons.tsx';
import { Popover } from '../ui/layers/popover.tsx';
import { openFilesTray, useFilesTrayOpen } from './files-tray-open.ts';
import { isComing, useReportFiles } from './report-files.ts';
import styles from './files-tray.module.css';

/** Files that are made in the background: how far each is, and those that are ready, for a day (ux §7). Absent without any. */
export function FilesTray() {
  const { files, mayRemove, take, remove } = useReportFiles();
  const open = useFilesTrayOpen();
  if (files.length === 0) return null;
  const coming = files.filter(isComing).length;
  const ready = files.filter(({ state }) => state === 'ready').length;
  return (
    <Popover
      open={open}
      onOpenChange={openFilesTray}
      label="Files"
      side="bottom-end"
      flush
      target={
        <IconButton
          className={styles.target}
          data-count={ready + coming}
          data-coming={coming > 0 || undefined}
          label={labelOf(coming, ready)}
          icon={<IconDownload />}
          onClick={() => openFilesTray(!open)}
        />
      }
    >
      <section className={styles.panel} aria-labelledby="files-tray">
        <h2 id="files-tray">Files</h2>
        {/* The list scrolls, so the keyboard must reach it; and whoever opens it cancels nothing by one key more. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ol className={styles.list} tabIndex={0} data-autofocus aria-label="Files, newest first">
          {files.map((file) => (
            <li key={file.id} className={styles.entry}>
              <div className={styles.text}>
                <span className={styles.title}>
                  {file.title} <span className="muted">{file.format.toUpperCase()}</span>
                </span>
                <span className="text-2">{file.subject}</span>
                <Progress file={file} />
              </div>
              <Acts
                file={file}
                mayRemove={mayRemove}
                onTake={() => void take(file)}
                onRemove={() => void remove(file)}
              />
            </li>
          ))}
        </ol>
      </section>
    </Popover>
  );
}

function labelOf(coming: number, ready: number): string {
  const parts = [coming > 0 && `${coming} being made`, ready > 0 && `${ready} ready`].filter(Boolean);
  return ['Files', ...parts].join(', ');
}

function Progress({ file }: { file: ReportFile }) {
  const { state, title, rows_done, rows_expected, size, expires_at, reason } = file;
  switch (state) {
    case 'waiting':
      return <span className="muted">Waits for its turn</span>;
    case 'working':
      return (
        <>
          <progress
            className={styles.bar}
            aria-label={`${title} is being made`}
            value={rows_expected === null ? undefined : rows_done}
            max={rows_expected ?? undefined}
          />
          <span className="muted figures">
            {`${rows_done.toLocaleString('en')} ${rows_expected === null ? 'rows' : `of ${rows_expected.toLocaleString('en')}`}`}
          </span>
        </>
      );
    case 'ready':
      return <span className="muted figures">{`${sizeText(size!)}, kept until ${displayInstant(expires_at!)}`}</span>;
    case 'failed':
      return <span className={styles.failed}>{reason}</span>;
  }
}

function Acts({
  file,
  mayRemove,
  onTake,
  onRemove,
}: {
  file: ReportFile;
  mayRemove: boolean;
  onTake: () => void;
  onRemove: () => void;
}) {
  const name = `${file.title} ${file.format.toUpperCase()}, ${file.subject}`;
  return (
    <div className={styles.acts}>
      {file.state === 'ready' ? (
        <Button size="sm" icon={<IconDownload />} aria-label={`Download ${name}`} onClick={onTake}>
          Download
        </Button>
      ) : null}
      {!mayRemove ? null : isComing(file) ? (
        <Button size="sm" aria-label={`Cancel ${name}`} onClick={onRemove}>
          Cancel
        </Button>
      ) : (
        <IconButton size="sm" label={`Remove ${name}`} icon={<IconClose />} onClick={onRemove} />
      )}
    </div>
  );
}

const KB = 1024;

/** `12 KB`, `3.4 MB`. */
function sizeText(bytes: number): string {
  return bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
