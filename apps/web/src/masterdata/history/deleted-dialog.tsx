import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { DeletedRecord } from '@talaan/contract/resource/safe-change';
import { newIdempotencyKey } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { PageButtons, RecordHistoryDialog } from './record-history-dialog.tsx';
import { MASTERDATA_KEY } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import styles from '../../ui/change-list.module.css';

/** The deleted records of a list, the last one first: who and when, with their history and the way back. */
export function DeletedDialog({ parts, onClose }: { parts: ResourceParts; onClose: () => void }) {
  const { definition, calls, override } = parts;
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<DeletedRecord | null>(null);
  const client = useQueryClient();
  const deleted = useQuery(calls.deleted(page));

  async function restore({ id, name }: DeletedRecord): Promise<void> {
    try {
      const back = await withPleaseWait(calls.restore(id, newIdempotencyKey()));
      override.onChanged?.({ before: null, after: back });
      showSuccess(MESSAGES.restored(name));
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.restoreFailed(message)));
    } finally {
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    }
  }

  return (
    <Dialog
      open
      title={`Deleted ${definition.title.many}`}
      subtitle="The last one first"
      width={640}
      onClose={onClose}
      reading
      footer={
        <>
          <PageButtons page={page} more={deleted.data?.has_more ?? false} onPage={setPage} />
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
        </>
      }
    >
      <LoadState query={deleted} what="this list" />
      <ul className={styles.entries}>
        {deleted.data?.data.map((record) => (
          <li key={record.id} className={styles.deleted}>
            <span className={styles.name}>
              <b>{record.name}</b>
              <span className="text-2">
                {`Record ${record.id}, deleted by ${record.deleted_by_name}, `}
                <time dateTime={record.deleted_at} className="figures">
                  {displayInstant(record.deleted_at)}
                </time>
              </span>
            </span>
            <Button size="sm" variant="ghost" aria-label={`History of ${record.name}`} onClick={() => setShown(record)}>
              History
            </Button>
            <Button size="sm" aria-label={`Restore ${record.name}`} onClick={() => void restore(record)}>
              Restore
            </Button>
          </li>
        ))}
        {deleted.data?.data.length === 0 ? <li className="muted">No record of this list was deleted.</li> : null}
      </ul>
      {shown === null ? null : (
        <RecordHistoryDialog parts={parts} id={shown.id} name={shown.name} onClose={() => setShown(null)} />
      )}
    </Dialog>
  );
}
