import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { Act } from '../../ui/change-list.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { batchCalls } from '../record/batch-calls.ts';
import { showInstant, titleOfKey } from '../record/batch-texts.ts';
import { historyActs } from './history-acts.ts';
import styles from '../../ui/change-list.module.css';

/** The acts on a batch, newest first, from the audit trail: who, when, and what changed in words. */
export function HistoryDialog({ batchKey, onClose }: { batchKey: string; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const history = useQuery(batchCalls.history(batchKey, page));
  const { data: batch } = useQuery(batchCalls.one(batchKey));
  const acts = historyActs(history.data?.data ?? [], batch?.document_type ?? '');
  return (
    <Dialog
      open
      title="History"
      subtitle={`${titleOfKey(batchKey)}, newest first`}
      width={960}
      onClose={onClose}
      reading
      footer={
        <>
          <Button
            disabledReason={page === 1 ? 'This is the newest page.' : undefined}
            onClick={() => setPage(page - 1)}
          >
            Newer
          </Button>
          <Button
            disabledReason={history.data?.has_more ? undefined : 'There is nothing older.'}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
          <span className={dialogStyles.space} />
          <DialogCancel label="Close" />
        </>
      }
    >
      <LoadState query={history} what="the history" />
      {history.isSuccess ? (
        <ol className={styles.entries}>
          {acts.map(({ key, title, user_name, at, told, details }) => (
            <Act key={key} title={title} userName={user_name} at={showInstant(at)} told={told} details={details} />
          ))}
          {acts.length === 0 ? <li className="muted">Nothing was written yet.</li> : null}
        </ol>
      ) : null}
    </Dialog>
  );
}
