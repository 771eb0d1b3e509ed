import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { namesOfRow } from '@talaan/contract/resource/field';
import type { HistoryEntry, RecordChange } from '@talaan/contract/resource/safe-change';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { displayInstant } from '../../page/display-instant.ts';
import { capital } from '../record/record-text.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import styles from '../../ui/change-list.module.css';

export interface RecordHistoryDialogProps {
  parts: ResourceParts;
  id: number;
  /** Names the record under the title. */
  name: string;
  onClose: () => void;
}

/** Who wrote what on a record, and when: newest first, each field before and after. */
export function RecordHistoryDialog({ parts, id, name, onClose }: RecordHistoryDialogProps) {
  const [page, setPage] = useState(1);
  const history = useQuery(parts.calls.history(id, page));
  return (
    <Dialog
      open
      title="History"
      subtitle={name}
      width={960}
      onClose={onClose}
      reading
      footer={
        <>
          <PageButtons page={page} more={history.data?.has_more ?? false} onPage={setPage} />
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
        </>
      }
    >
      <LoadState query={history} what="the history" />
      {history.data === undefined ? null : (
        <ol className={styles.entries}>
          {history.data.data.map((entry) => (
            <Entry key={entry.id} definition={parts.definition} entry={entry} />
          ))}
          {history.data.data.length === 0 ? <li className="muted">Nothing was written yet.</li> : null}
        </ol>
      )}
    </Dialog>
  );
}

/** Newer and older pages of a list that nobody counts. */
export function PageButtons(props: { page: number; more: boolean; onPage: (page: number) => void }) {
  const { page, more, onPage } = props;
  if (page === 1 && !more) return null;
  return (
    <>
      <Button disabledReason={page === 1 ? 'This is the newest page.' : undefined} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button disabledReason={more ? undefined : 'There is nothing older.'} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </>
  );
}

const ACTIONS: Readonly<Record<HistoryEntry['action'], string>> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
};

function Entry({ definition, entry }: { definition: AnyResource; entry: HistoryEntry }) {
  const { action, user_name, at, source_file, changes } = entry;
  const own = changes.filter(({ row }) => row === null);
  const rows = [...new Set(changes.map(({ row }) => row))].filter((row) => row !== null);
  return (
    <li>
      <div className={styles.head}>
        <b>{ACTIONS[action]}</b>
        <span className="text-2">{user_name}</span>
        {source_file === null ? null : <span className="text-2">{`from ${source_file}`}</span>}
        <time dateTime={at} className={`${styles.at} muted figures`}>
          {displayInstant(at)}
        </time>
      </div>
      {changes.length === 0 ? null : (
        <dl className={styles.changes}>
          {own.map((change) => (
            <div key={`${change.field} ${change.before ?? ''} ${change.after ?? ''}`}>
              <dt>{change.label}</dt>
              <dd className="figures">
                <Change change={change} gone={action === 'deleted'} />
              </dd>
            </div>
          ))}
          {rows.map((row) => (
            <div key={row} className={styles.row}>
              <dt>{capital(row)}</dt>
              <dd className="figures">
                <RowChanges definition={definition} changes={changes.filter((change) => change.row === row)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** What happened to an inner row: what it is called by stands before it already. */
function RowChanges({ definition, changes }: { definition: AnyResource; changes: readonly RecordChange[] }) {
  const keys = new Set(
    Object.values(definition.fields).flatMap((shape) => (shape.kind === 'children' ? namesOfRow(shape) : [])),
  );
  const shown = changes.filter(({ field, before, after }) => !keys.has(field) || (before !== null && after !== null));
  const gone = changes.every(({ after }) => after === null);
  const whole = changes.every(({ before }) => before === null) ? 'added' : gone ? 'removed' : null;
  return (
    <>
      {whole === null ? null : <span className={styles.part}>{whole}</span>}
      {shown.map((change) => (
        <span key={`${change.field} ${change.before ?? ''} ${change.after ?? ''}`} className={styles.part}>
          <span className="muted">{change.label}</span> <Change change={change} gone={gone} />
        </span>
      ))}
    </>
  );
}

/** `gone`: with the whole row, so that no field is empty by itself. */
function Change({ change: { before, after, hidden }, gone }: { change: RecordChange; gone: boolean }) {
  if (hidden) return <ins>changed</ins>;
  return (
    <>
      {before === null ? null : <del aria-label={`before: ${before}`}>{before}</del>}
      {after === null ? null : <ins>{after}</ins>}
      {after === null && !gone ? <span className="muted">empty</span> : null}
    </>
  );
}
