import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { BulkChange } from '@talaan/contract/uploads/upload.contract';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { displayInstant } from '../../page/display-instant.ts';
import { PageButtons } from '../history/record-history-dialog.tsx';
import type { ResourceParts } from '../record/resource-parts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { uploadCalls } from './upload-calls.ts';
import { doneWords } from './upload-words.ts';
import styles from '../../ui/change-list.module.css';

/** Imports and bulk changes of a list, the last one first: who, when, how many, and the way back for all of it together. */
export function BulkChangesDialog({ parts, onClose }: { parts: ResourceParts; onClose: () => void }) {
  const { definition } = parts;
  const calls = useMemo(() => uploadCalls(definition), [definition]);
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<BulkChange | null>(null);
  const changes = useQuery(calls.changes(page));
  return (
    <Dialog
      open
      title="Imports and bulk changes"
      subtitle={`${definition.title.many}, the last one first`}
      width={640}
      onClose={onClose}
      reading
      footer={
        <>
          <PageButtons page={page} more={changes.data?.has_more ?? false} onPage={setPage} />
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} />
        </>
      }
    >
      <LoadState query={changes} what="this list" />
      <ul className={styles.entries}>
        {changes.data?.data.map((change) => (
          <li key={change.id} className={styles.deleted}>
            <span className={styles.name}>
              <b>{`${NAMES[change.action](change)}: ${doneWords({ ...change, unchanged: 0, refused: 0 }, change.action)}`}</b>
              <WhoAndWhen who={change.user_name} at={change.at} />
              {change.undone === null ? null : (
                <WhoAndWhen who={`Undone by ${change.undone.user_name}`} at={change.undone.at} />
              )}
            </span>
            {change.undone === null ? (
              <Button
                size="sm"
                aria-label={`Undo ${NAMES[change.action](change)}, ${displayInstant(change.at)}`}
                disabledReason={change.undo.message ?? undefined}
                onClick={() => setUndoing(change)}
              >
                {MESSAGES.undo}
              </Button>
            ) : null}
          </li>
        ))}
        {changes.data?.data.length === 0 ? (
          <li className="muted">Nothing of this list was imported or changed together.</li>
        ) : null}
      </ul>
      {undoing === null ? null : (
        <BulkDialog
          parts={parts}
          action={{ kind: 'undo', change_id: undoing.id }}
          count={undoing.new + undoing.changed + undoing.removed}
          onClose={() => setUndoing(null)}
        />
      )}
    </Dialog>
  );
}

const NAMES = {
  save: ({ file_name }: BulkChange) => file_name ?? 'Bulk change',
  delete: () => 'Bulk deletion',
  undo: () => 'Undo',
} as const;

function WhoAndWhen({ who, at }: { who: string; at: string }) {
  return (
    <span className="text-2">
      {`${who}, `}
      <time dateTime={at} className="figures">
        {displayInstant(at)}
      </time>
    </span>
  );
}
