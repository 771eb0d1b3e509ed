import { Dialog, DialogCancel } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { EffectiveAccess } from './effective-access.tsx';

/** "My access": why a menu entry is missing or a button is off, for every module, and who can change it. */
export function OwnAccessDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="My access"
      subtitle="What you may do on each module, and why. A menu entry shows from Select on."
      width={640}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} focused />
        </>
      }
    >
      <EffectiveAccess />
    </Dialog>
  );
}
