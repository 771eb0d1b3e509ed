import { useState } from 'react';
import { asksNumberOnRestore, isDocumentType } from '@talaan/core/documents/document-type';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { declineRestore, restoreBatch, type ActionableBatch } from '../record/batch-calls.ts';
import { nameOf } from '../record/batch-texts.ts';
import { movedText } from '../record/route-texts.ts';
import { useUser } from '../../session/session.ts';

/**
 * The two questions of a restore (spec 2 §4, ux §6.2): whether at all, where No sends Archived again; and for vouchers
 * whether under a new number. Esc does nothing. A refusal is told in the server's own words.
 */
export function RestoreDialog({
  batch,
  onRestored,
  onClose,
}: {
  batch: ActionableBatch;
  /** Afterwards the batch is Active, under the number that is answered. */
  onRestored: () => void;
  onClose: () => void;
}) {
  const user = useUser();
  const [asksNumber, setAsksNumber] = useState(false);
  const [busy, setBusy] = useState(false);
  const type = batch.document_type;
  const takesVoucher = isDocumentType(type) && asksNumberOnRestore(type);

  async function send(
    action: 'restore' | 'archive',
    call: () => Promise<MoveResult>,
    onDone: () => void,
  ): Promise<void> {
    setBusy(true);
    try {
      showSuccess(movedText(action, batch, await withPleaseWait(call()), user.id));
      onDone();
    } catch (failure) {
      reportFailure(failure, showError);
    } finally {
      setBusy(false);
    }
  }
  const restore = (newNumber?: 0 | 1): void => void send('restore', () => restoreBatch(batch, newNumber), onRestored);

  if (asksNumber) return <NumberQuestion batch={batch} busy={busy} onAnswer={restore} onClose={onClose} />;
  return (
    <Dialog
      key="whether"
      open
      title={`Restore ${nameOf(batch)}?`}
      role="alertdialog"
      width={420}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <Button busy={busy} onClick={() => void send('archive', () => declineRestore(batch), onClose)}>
            No
          </Button>
          <Button
            variant="primary"
            data-autofocus
            busy={busy}
            onClick={() => (takesVoucher ? setAsksNumber(true) : restore())}
          >
            Yes
          </Button>
        </>
      }
    >
      <p>It becomes an active draft again, and why it was archived is cleared.</p>
    </Dialog>
  );
}

/** Whether a voucher that is restored takes a new number: 1, or keeps its own: 0. */
function NumberQuestion({
  batch,
  busy,
  onAnswer,
  onClose,
}: {
  batch: ActionableBatch;
  busy: boolean;
  onAnswer: (newNumber: 0 | 1) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      key="number"
      open
      title="Use a new voucher number?"
      role="alertdialog"
      width={480}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <Button
            busy={busy}
            disabledReason={
              batch.voided ? `${nameOf(batch)} was posted before it was voided. Its number stays void.` : undefined
            }
            onClick={() => onAnswer(0)}
          >
            {`No, keep ${nameOf(batch)}`}
          </Button>
          <Button variant="primary" data-autofocus busy={busy} onClick={() => onAnswer(1)}>
            Yes, new number
          </Button>
        </>
      }
    >
      <p>A new number is the next one of the voucher series, and the document date becomes today.</p>
      <p>{`Kept, it stays ${nameOf(batch)} with its date. That is possible only if it was never posted.`}</p>
    </Dialog>
  );
}
