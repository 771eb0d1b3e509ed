import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  checkPaperRun,
  nameInRun,
  startPaperRun,
  type DocumentInRun,
} from '@talaan/contract/paper-runs/paper-run.contract';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { callServer } from '../api/client.ts';
import { failureMessage, reportFailure } from '../api/report-failure.ts';
import { useActKey } from '../api/use-act-key.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconDownload, IconPrint } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { Dialog, DialogCancel } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { RunProgress } from '../ui/waiting/run-progress.tsx';
import styles from './paper-run-dialog.module.css';
import { isComing, useMadeFile } from './report-files.ts';

/**
 * Prints many documents as one PDF: first which of them, and why the others not; then how far it is. It goes on in the tray when the
 * dialog is closed.
 */
export function PaperRunDialog({ documents, onClose }: { documents: readonly DocumentInRun[]; onClose: () => void }) {
  const [asked] = useState([...documents]);
  const check = useQuery({
    queryKey: ['paper run', asked],
    queryFn: ({ signal }) => callServer(checkPaperRun, { body: { documents: asked }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { key, noteFailure, noteDone } = useActKey();
  const { file, follow, take, cancel } = useMadeFile();
  const [isStarting, setStarting] = useState(false);
  const rows = check.data?.data ?? [];
  const fit = rows.filter(({ reason }) => reason === null);

  async function print(): Promise<void> {
    setStarting(true);
    try {
      const wanted = fit.map(({ reason: _none, ...one }) => one);
      await follow(
        await callServer(startPaperRun, { body: { documents: wanted }, headers: { 'idempotency-key': key } }),
      );
      noteDone();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure);
      // What may be printed has changed since it was looked at.
      await check.refetch();
    }
    setStarting(false);
  }

  return (
    <Dialog
      open
      width={640}
      title={file === null ? `Print ${check.isSuccess ? `${fit.length} of ${rows.length}` : asked.length}` : 'Print'}
      subtitle="As one PDF, in the order of the list"
      onClose={onClose}
      footer={
        file === null ? (
          <>
            <span className={dialogStyles.space} />
            <DialogCancel />
            <PrintButton
              count={fit.length}
              busy={isStarting}
              disabledReason={whyNot(check.isSuccess, fit.length)}
              onPrint={() => void print()}
            />
          </>
        ) : (
          <FileButtons file={file} onTake={() => void take()} onCancel={() => void cancel()} />
        )
      }
    >
      {file === null ? (
        <>
          <LoadState
            query={check}
            failure={check.error === null ? undefined : failureMessage(check.error)}
            what="what can be printed"
          />
          {check.isSuccess ? <Plan count={fit.length} refused={rows.filter(({ reason }) => reason !== null)} /> : null}
        </>
      ) : (
        <FileState file={file} />
      )}
    </Dialog>
  );
}

function whyNot(isChecked: boolean, fit: number): string | undefined {
  if (!isChecked) return 'They are being looked at.';
  return fit === 0 ? 'None of them can be printed.' : undefined;
}

function PrintButton({
  count,
  busy,
  disabledReason,
  onPrint,
}: {
  count: number;
  busy: boolean;
  disabledReason: string | undefined;
  onPrint: () => void;
}) {
  useShortcut('mod+Enter', 'Print', onPrint, { enabled: disabledReason === undefined && !busy });
  return (
    <Button
      variant="primary"
      icon={<IconPrint />}
      keys="mod+Enter"
      busy={busy}
      disabledReason={disabledReason}
      data-autofocus
      onClick={onPrint}
    >
      {`Print ${count}`}
    </Button>
  );
}

function Plan({
  count,
  refused,
}: {
  count: number;
  refused: readonly (DocumentInRun & { readonly reason: string | null })[];
}) {
  const will = count === 1 ? '1 document is printed' : `${count} documents are printed`;
  return (
    <div className={styles.plan}>
      <p>
        {count === 0
          ? 'Nothing can be printed.'
          : `${will} in the background. Each paper counts as a copy once the file is ready; a run that is cancelled counts none.`}
      </p>
      {refused.length === 0 ? null : (
        <section aria-labelledby="not-printed">
          <h3 id="not-printed">{`Not printed: ${refused.length}`}</h3>
          <ul className={styles.refused}>
            {refused.map((one) => (
              <li key={nameInRun(one)}>
                <span className="strong figures nowrap">{nameInRun(one)}</span>
                <span>{one.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** How far a file of papers is. */
export function FileState({ file }: { file: ReportFile }) {
  const { state, rows_done, rows_expected, reason, name } = file;
  if (isComing(file)) {
    const label = state === 'waiting' ? 'Waiting for its turn' : 'Printing';
    return <RunProgress label={label} done={rows_done} total={rows_expected ?? undefined} />;
  }
  if (state === 'failed') return <p role="alert" className="danger">{`Nothing was printed. ${reason}`}</p>;
  return <p role="status">{`${name} is ready. It stays in Files for a day.`}</p>;
}

/** What can be done about it; closing lets it go on. */
export function FileButtons({
  file,
  onTake,
  onCancel,
}: {
  file: ReportFile;
  onTake: () => void;
  onCancel: () => void;
}) {
  const { state } = file;
  const takeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === 'ready') takeButton.current?.focus();
  }, [state]);
  return (
    <>
      {isComing(file) ? <Button onClick={onCancel}>Cancel printing</Button> : null}
      <span className={dialogStyles.space} />
      <DialogCancel label="Close" />
      {state === 'ready' ? (
        <Button ref={takeButton} variant="primary" icon={<IconDownload />} onClick={onTake}>
          Download
        </Button>
      ) : null}
    </>
  );
}
