import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';

export interface GoneDialogProps {
  /** Who deleted the record and when. */
  message: string;
  /** Names the record. */
  item: string;
  onKeepEditing: () => void;
  /** Stores what was typed as a new record; undefined where the user may not add one. */
  onSaveAsNew: (() => void) | undefined;
  onDiscard: () => void;
}

/** Somebody deleted the record while it was edited here: what was typed is not lost (ux §9). */
export function GoneDialog({ message, item, onKeepEditing, onSaveAsNew, onDiscard }: GoneDialogProps) {
  return (
    <Dialog
      open
      title={message}
      subtitle={item}
      width={480}
      role="alertdialog"
      onClose={onKeepEditing}
      footer={
        <>
          <Button onClick={onDiscard}>Discard mine</Button>
          <span className={dialogStyles.space} />
          <DialogCancel label="Keep editing" focused />
          {onSaveAsNew === undefined ? null : (
            <Button variant="primary" onClick={onSaveAsNew}>
              Save as new
            </Button>
          )}
        </>
      }
    >
      {onSaveAsNew === undefined
        ? 'The record is not there any more. What you typed is still in the form.'
        : 'The record is not there any more. What you typed is still in the form, and can be stored as a new record.'}
    </Dialog>
  );
}
