import { useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Dialog } from '../ui/layers/dialog.tsx';
import { SignInButton } from './login-screen.tsx';
import { useSession } from '../session/session.ts';
import { useSignInFlow } from './sign-in-flow.ts';

/**
 * 'Session Expired' over the page, which stays mounted with its unsaved form and goes on after the re-login (decisions, first
 * paragraph). The storage is cleared already, and the page is out of sight with all that is open over it: whoever stands at the machine may be somebody else.
 */
export function SessionExpiredDialog() {
  const session = useSession();
  const queryClient = useQueryClient();
  // Loads that were refused in between are asked again.
  const flow = useSignInFlow(() => void queryClient.invalidateQueries());
  return (
    <Dialog
      open={session.state === 'expired'}
      title={MESSAGES.sessionExpired}
      width={420}
      role="alertdialog"
      closable={false}
      alone
      onClose={() => undefined}
      footer={<SignInButton flow={flow} label={MESSAGES.reLogin} />}
    >
      {MESSAGES.sessionExpiredText}
    </Dialog>
  );
}
