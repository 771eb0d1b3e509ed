import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { HistoryEntry, RecordChange } from '@talaan/contract/resource/safe-change';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { displayInstant } from './display-instant.ts';
import type { ResourceParts } from './resource-parts.ts';
import styles from './record-history-dialog.module.css';

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
            <Entry key={entry.id} entry={entry} />
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

/** What stands in the place of a list that is not there yet, or did not come. */
export function LoadState(props: {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  what: string;
}) {
  const { query, what } = props;
  if (query.isError) {
    return (
      <p role="status">
        {`Couldn't load ${what}. `}
        <Button size="sm" variant="ghost" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  return query.isPending ? <p role="status">{MESSAGES.pleaseWait}</p> : null;
}

const ACTIONS: Readonly<Record<HistoryEntry['action'], string>> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
};

function Entry({ entry }: { entry: HistoryEntry }) {
  const { action, user_name, at, source_file, changes } = entry;
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
          {changes.map((change, place) => (
            // One field may change more than once in a call, so its place is part of its name.
            // oxlint-disable-next-line react/no-array-index-key
            <Change key={`${change.field} ${place}`} change={change} action={action} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ change, action }: { change: RecordChange; action: HistoryEntry['action'] }) {
  const { label, row, before, after, hidden } = change;
  const emptied = after === null && action !== 'deleted';
  return (
    <div>
      <dt>{row === null ? label : `${label}, ${row}`}</dt>
      <dd className="figures">
        {hidden ? <ins>changed</ins> : null}
        {before === null ? null : <del aria-label={`before: ${before}`}>{before}</del>}
        {after === null ? null : <ins>{after}</ins>}
        {emptied && !hidden ? <span className="muted">empty</span> : null}
      </dd>
    </div>
  );
}
