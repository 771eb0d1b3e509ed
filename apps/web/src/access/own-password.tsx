import { changePassword } from '@talaan/contract/sign-in/password.contract';
import { callServer } from '../api/client.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Dialog, DialogCancel, DialogSave } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { showSuccess } from '../ui/feedback/feedback.ts';
import { PasswordPage } from './new-password-page.tsx';
import { useNewPassword } from './new-password.tsx';
import styles from './new-password.module.css';
import { refreshSession, signOut } from '../session/session.ts';

/** Changes one's own password; the session of this browser goes on under a new token. */
async function changeOwn(entry: { current_password: string; password: string }): Promise<void> {
  await callServer(changePassword, { body: entry });
  await refreshSession();
  showSuccess('Your password is changed. Your other sessions have ended.');
}

/** From the user menu: the password of now, and the new one twice. */
export function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const { fields, busy, dirty, save } = useNewPassword(true, changeOwn);
  return (
    <Dialog
      open
      title="Change password"
      subtitle="Your other sessions end"
      dirty={dirty && !busy}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => void save().then((done) => done && onClose())} />
        </>
      }
    >
      <div className={styles.fields}>{fields}</div>
    </Dialog>
  );
}

/** In the place of the product, while the password that somebody else set must be changed. */
export function OwnPasswordPage() {
  const own = useNewPassword(false, changeOwn);
  return (
    <PasswordPage
      title="Choose your own password"
      text="Somebody else set the password that you have. Choose one that only you know; then you go on."
      entry={own}
      onSaved={() => undefined}
    >
      <Button variant="ghost" onClick={() => void signOut()}>
        Sign out
      </Button>
    </PasswordPage>
  );
}
