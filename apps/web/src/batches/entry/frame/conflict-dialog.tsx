import { useQuery } from '@tanstack/react-query';
import { batchCalls } from '../../record/batch-calls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Difference, EditedDocument } from './edited-document.ts';
import styles from './conflict-dialog.module.css';

const LISTED = 40;

/** Somebody saved another version meanwhile: who, when, and where the two differ; the person chooses (decisions §2). */
export function ConflictDialog({
  batchKey,
  message,
  differences,
  onTakeStored,
  onSaveMine,
  onClose,
}: {
  batchKey: string;
  /** The server's sentence: who and when. */
  message: string;
  differences: EditedDocument['differences'];
  onTakeStored: (stored: BatchDetail) => void;
  onSaveMine: (stored: BatchDetail) => void;
  onClose: () => void;
}) {
  const stored = useQuery(batchCalls.one(batchKey));
  const current = stored.isFetching ? undefined : stored.data;
  const waiting = current === undefined ? 'Please wait ...' : undefined;
  const refusal = current?.allowed_actions.edit.allowed === false ? current.allowed_actions.edit.message : null;
  const rows = current === undefined ? undefined : differences(current);
  return (
    <Dialog
      open
      title="Changed meanwhile"
      subtitle={message}
      width={640}
      onClose={onClose}
      footer={
        <>
          <DialogCancel label="Back to my entry" focused />
          <span className={dialogStyles.space} />
          <Button
            variant="danger"
            disabledReason={waiting ?? refusal ?? undefined}
            onClick={() => current && onSaveMine(current)}
          >
            Save mine over it
          </Button>
          <Button variant="primary" disabledReason={waiting} onClick={() => current && onTakeStored(current)}>
            Take the stored version
          </Button>
        </>
      }
    >
      {rows === undefined ? <p role="status">Please wait ...</p> : <Differences rows={rows} />}
    </Dialog>
  );
}

/** What two versions say differently, each in a row of its own. */
function Differences({ rows }: { rows: readonly Difference[] }) {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What differs</th>
            <th scope="col">Mine</th>
            <th scope="col">Stored</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, LISTED).map(({ what, mine, theirs }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="figures">{mine}</td>
              <td className="figures">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > LISTED ? <p className="text-2">{`and ${rows.length - LISTED} more`}</p> : null}
      {rows.length === 0 ? <p>The contents are the same; only its state changed.</p> : null}
    </>
  );
}
