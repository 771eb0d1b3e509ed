import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { batchCalls } from '../record/batch-calls.ts';
import { showInstant } from '../record/batch-texts.ts';
import { changedText, labelOf } from './change-words.ts';
import styles from '../../ui/change-list.module.css';

/** Every write on a batch, newest first, from the audit trail: who, when, which field, before and after. */
export function HistoryDialog({ batchNumber, onClose }: { batchNumber: string; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const history = useQuery(batchCalls.history(batchNumber, page));
  const { data: batch } = useQuery(batchCalls.one(batchNumber));
  const shown = (field: string, text: string) => changedText(field, text, batch?.document_type ?? '');
  const entries = (history.data?.data ?? []).map((entry, place) => ({ ...entry, key: `${entry.at} ${place}` }));
  return (
    <Dialog
      open
      title="History"
      subtitle={`Batch ${batchNumber}, newest first`}
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
          {entries.map((entry) => (
            <li key={entry.key}>
              <div className={styles.head}>
                <b>{`${labelOf(entry.action)} ${entry.subject}`}</b>
                <span className="text-2">{entry.user_name}</span>
                <span className={`${styles.at} muted figures`}>{showInstant(entry.at)}</span>
              </div>
              {entry.changes.length === 0 ? null : (
                <dl className={styles.changes}>
                  {entry.changes.map(({ field, before, after }) => (
                    <div key={field}>
                      <dt>{labelOf(field)}</dt>
                      <dd className="figures">
                        {before === null ? null : <del>{shown(field, before)}</del>}
                        {after === null ? <span className="muted">empty</span> : <ins>{shown(field, after)}</ins>}
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          ))}
          {entries.length === 0 ? <li className="muted">Nothing was written yet.</li> : null}
        </ol>
      ) : null}
    </Dialog>
  );
}
