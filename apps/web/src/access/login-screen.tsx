import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { signInMethods } from '@talaan/contract/sign-in/sign-in.contract';
import { callServer } from '../api/client.ts';
import { Button } from '../ui/buttons/button.tsx';
import { showError } from '../ui/feedback/feedback.ts';
import { IconAlert } from '../ui/icons.tsx';
import { Mark } from '../page/brand.tsx';
import { useSignInFlow, type SignInFlow } from './sign-in-flow.ts';
import styles from './login-screen.module.css';

/** The login screen: it stands in place of the page that was asked for. One button; the rest happens in the sign-in window. */
export function LoginScreen({ onSignedIn, about }: { onSignedIn: () => void; about: React.ReactNode }) {
  const flow = useSignInFlow(onSignedIn);
  const offered = useQuery({ queryKey: ['sign-in', 'methods'], queryFn: () => callServer(signInMethods, {}) });
  const company = offered.data?.data.company_name;
  useEffect(() => {
    document.title = 'Sign in · Talaan';
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark className={styles.mark} />
        <h1>Sign in</h1>
        <p className={styles.company}>{company ? `Talaan for ${company}` : 'Talaan'}</p>
        <SignInButton flow={flow} label={MESSAGES.signInButton} />
      </div>
      <div className={styles.under}>
        <span>{`Talaan ${__TALAAN_VERSION__}`}</span>
        <span aria-hidden="true">·</span>
        {about}
      </div>
    </main>
  );
}

/** The button that opens the sign-in window, with what there is to say about it. A refusal is said once more as a snackbar. */
export function SignInButton({ flow, label }: { flow: SignInFlow; label: string }) {
  const { state, open, cancel } = flow;
  const refusal = state.kind === 'refused' ? state.message : null;
  useEffect(() => {
    if (refusal !== null) showError(refusal);
  }, [refusal]);
  return (
    <div className={styles.action}>
      <Button variant="primary" size="lg" busy={state.kind === 'waiting'} onClick={open}>
        {label}
      </Button>
      <div className={styles.note} role="status">
        {state.kind === 'idle' ? 'A separate sign-in window opens.' : null}
        {state.kind === 'waiting' ? (
          <>
            Waiting for the sign-in window…{' '}
            <Button variant="ghost" size="sm" onClick={cancel}>
              Cancel
            </Button>
          </>
        ) : null}
        {state.kind === 'blocked' ? <Problem text="Allow pop-ups for this site, then try again." /> : null}
        {refusal === null ? null : <Problem text={refusal} />}
      </div>
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <span className={styles.problem}>
      <IconAlert size={14} />
      {text}
    </span>
  );
}
