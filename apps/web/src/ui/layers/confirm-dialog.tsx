import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';
import styles from './dialog.module.css';

export interface ConfirmDialogProps {
  open: boolean;
  /** A question that names the record: 'Delete Security Services 502050?'. */
  title: string;
  children?: ReactNode;
  /** The verb of the action: 'Delete'. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before something that cannot be taken back. The focus stands on Cancel. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      width={420}
      role="alertdialog"
      onClose={onCancel}
      footer={
        <>
          <span className={styles.space} />
          <DialogCancel label={cancelLabel} focused />
          <Button variant={danger ? 'danger-fill' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
