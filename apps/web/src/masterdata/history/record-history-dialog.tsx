import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { Act } from '../../ui/change-list.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { displayInstant } from '../../page/display-instant.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import { recordAct } from './record-acts.ts';
import styles from '../../ui/change-list.module.css';

export interface RecordHistoryDialogProps {
  parts: ResourceParts;
  id: number;
  /** Names the record under the title. */
  name: string;
  onClose: () => void;
}

/** The acts on a record, newest first: who, when, and what changed in words. */
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
            <Act
              key={entry.id}
              {...recordAct(parts.definition, entry)}
              userName={entry.user_name}
              source={entry.source_file === null ? undefined : `from ${entry.source_file}`}
              at={<time dateTime={entry.at}>{displayInstant(entry.at)}</time>}
            />
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
