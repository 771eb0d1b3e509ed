import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import {
  moveTemplate,
  removeMoveFile,
  uploadMoveFile,
  type MoveFile,
  type MoveView,
} from '@talaan/contract/integration/moving-in.contract';
import type { FileFault } from '@talaan/contract/integration/uploaded-batches.contract';
import { sayFault, sayUploaded } from '@talaan/contract/integration/upload-words';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { IconCheckCircle, IconDownload } from '../../ui/icons.tsx';
import { useKeyScroll } from '../../ui/layers/use-key-scroll.ts';
import { many } from '../uploads/upload-words.ts';
import { ColumnsOfFile, type FileReading } from './columns-of-file.tsx';
import { MOVES_KEY } from './moving-in-calls.ts';
import styles from './moving-in.module.css';

type Kind = MoveFile['kind'];

/** What was wrong with the last file of a kind that was sent, and how it was read, where it could be. */
interface Refused {
  readonly file: File;
  readonly header: readonly string[];
  readonly read: FileReading;
  readonly faults: readonly string[];
  readonly count: number;
}

/** Sends and removes the files of a move; what was wrong with the last one of a kind is kept until the next. */
function useFiles(move: MoveView) {
  const client = useQueryClient();
  const [refused, setRefused] = useState<Partial<Record<Kind, Refused>>>({});
  const told = (view: MoveView) => {
    client.setQueryData([MOVES_KEY, 'move', move.id], view);
    void client.invalidateQueries({ queryKey: [MOVES_KEY, 'list'] });
  };

  async function send({ kind, title }: MoveFile, file: File, as?: FileReading): Promise<void> {
    const form = new FormData();
    if (as !== undefined) {
      form.append('columns', JSON.stringify(as.columns));
      form.append('date_order', as.date_order);
    }
    form.append('upload_file[]', file);
    try {
      const params = { id: move.id, kind };
      const { data } = await withPleaseWait(callServer(uploadMoveFile, { params, form }));
      setRefused((before) => ({ ...before, [kind]: undefined }));
      told(data);
      showSuccess(sayUploaded(title, data.files.find((one) => one.kind === kind)?.file?.rows ?? 0));
    } catch (failure) {
      const own = refusedOf(file, as?.date_order ?? '', failure);
      setRefused((before) => ({ ...before, [kind]: own ?? undefined }));
      if (own === null) reportFailure(failure);
    }
  }

  async function remove({ kind }: MoveFile): Promise<void> {
    try {
      told((await callServer(removeMoveFile, { params: { id: move.id, kind } })).data);
    } catch (failure) {
      reportFailure(failure);
    }
  }

  return { refused, send, remove };
}

/** The six files of a move: what belongs into each, its template, and the file that is in. */
export function MoveFiles({ move }: { move: MoveView }) {
  const { refused, send, remove } = useFiles(move);
  const isOpen = move.may.prepare.allowed;
  return (
    <section aria-label="Files" data-region className={styles.box}>
      <h2>Files</h2>
      <ol className={styles.files}>
        {move.files.map((one) => (
          <li key={one.kind}>
            <FileHead file={one} {...(isOpen ? { onRemove: () => void remove(one) } : {})} />
            {isOpen ? (
              <FileDrop
                multiple={false}
                accept=".csv,.xlsx"
                label={`${one.file === null ? 'Drop or choose' : 'Replace'}: ${one.title}`}
                onFiles={([chosen], [other]) => {
                  if (chosen !== undefined) void send(one, chosen);
                  else if (other)
                    showErrorList('Unable to upload file!', [`${other.name} is not a CSV or Excel file.`]);
                }}
              />
            ) : null}
            <Faults kind={one.kind} refused={refused[one.kind]} onSend={(file, as) => void send(one, file, as)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function FileHead({ file: { kind, title, what, file }, onRemove }: { file: MoveFile; onRemove?: () => void }) {
  const save = () =>
    void downloadFile(moveTemplate, { params: { kind }, query: { format: 'xlsx' } }).catch((failure: unknown) =>
      reportFailure(failure),
    );
  return (
    <>
      <div className={styles.line}>
        <b>{title}</b>
        <span className={styles.acts}>
          <Button size="sm" variant="ghost" icon={<IconDownload />} aria-label={`Template of ${title}`} onClick={save}>
            Template
          </Button>
          {file === null || onRemove === undefined ? null : (
            <Button size="sm" variant="danger" aria-label={`Remove ${title}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </span>
      </div>
      <p className="text-2 small">{what}</p>
      {file === null ? null : (
        <p className={`${styles.good} small`}>
          <IconCheckCircle />
          <span>{`${file.file_name}, ${many(file.rows, 'row', 'rows')} · ${file.user_name}, ${displayInstant(file.at)}`}</span>
        </p>
      )}
    </>
  );
}

/** The faults of a refused file; null where it was refused for another reason. */
function refusedOf(file: File, date_order: FileReading['date_order'], failure: unknown): Refused | null {
  if (!(failure instanceof CallRefused) || failure.problem.status !== 422) return null;
  const { faults, fault_count, errors, header, columns } = failure.problem as typeof failure.problem & {
    faults?: readonly FileFault[];
    fault_count?: number;
    header?: readonly string[];
    columns?: FileReading['columns'];
  };
  const read = { columns: columns ?? [], date_order };
  const said = faults === undefined ? flattenServerErrors(errors ?? {}) : faults.map((fault) => sayFault(fault));
  const told = said.length === 0 ? [failure.message] : said;
  return { file, header: header ?? [], read, faults: told, count: fault_count ?? told.length };
}

function FaultList({ faults }: { faults: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  const isStop = useKeyScroll(list);
  return (
    // A long one scrolls on its own, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul ref={list} tabIndex={isStop ? 0 : undefined}>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

function Faults({
  kind,
  refused,
  onSend,
}: {
  kind: Kind;
  refused: Refused | undefined;
  onSend: (file: File, as: FileReading) => void;
}) {
  if (refused === undefined) return null;
  const { file, header, read, faults, count } = refused;
  return (
    <div role="alert" className={styles.faults}>
      <b>{`${file.name} was not taken: ${many(count, 'fault', 'faults')}. Nothing of it is stored.`}</b>
      <FaultList faults={faults} />
      {count > faults.length ? (
        <p className="muted">{`${many(count - faults.length, 'fault', 'faults')} more.`}</p>
      ) : null}
      {header.length === 0 ? null : (
        <ColumnsOfFile
          key={JSON.stringify(read)}
          kind={kind}
          header={header}
          read={read}
          onSend={(as) => onSend(file, as)}
        />
      )}
    </div>
  );
}
