import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import {
  readPasswordLink,
  redeemPasswordLink,
  type PasswordLinkState,
} from '@talaan/contract/sign-in/password.contract';
import { callServer } from '../api/client.ts';
import { Button } from '../ui/buttons/button.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { Mark } from '../page/brand.tsx';
import loginStyles from './login-screen.module.css';
import { useNewPassword, type NewPassword } from './new-password.tsx';
import styles from './new-password.module.css';

/** Why a link does not serve any more, and the way out. */
const ENDED: Record<Exclude<PasswordLinkState, 'open'>, string> = {
  used: 'This link was used already. Sign in with the password that was chosen; if that was not you, tell an administrator at once.',
  replaced:
    'This link does not count any more: a newer one was sent, or the user was changed since. Look for a newer mail, or ask an administrator for another link.',
  expired: 'This link has expired. Ask an administrator for a new one.',
  unknown:
    'This is no link of ours, or a part of it is missing. Open it from the mail once more, or ask an administrator for a new one.',
};

/** Where a one-time link leads: its owner chooses a new password, without being signed in. */
export function NewPasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [done, setDone] = useState(false);
  const link = useQuery({
    queryKey: ['password link'],
    queryFn: async () => (await callServer(readPasswordLink, { body: { token } })).data,
    staleTime: Infinity,
  });
  const entry = useNewPassword(false, async ({ password }) => {
    await callServer(redeemPasswordLink, { body: { token, password } });
  });
  if (link.data === undefined) {
    return (
      <PasswordPage title="Choose your password">
        <LoadState query={link} what="the link" />
      </PasswordPage>
    );
  }
  const { state, owner } = link.data;
  if (done || owner === null) {
    const text = done ? 'Your password is changed, and your sessions have ended.' : ENDED[state as keyof typeof ENDED];
    return (
      <PasswordPage title={done ? 'Password changed' : 'Choose your password'} text={text}>
        <Link to="/">Go to sign-in</Link>
      </PasswordPage>
    );
  }
  return (
    <PasswordPage
      title="Choose your password"
      text={`Good day, ${owner.user_first_name}. It is for the user ${owner.user_id}, and only you will know it.`}
      entry={entry}
      onSaved={() => setDone(true)}
    />
  );
}

interface PasswordPageProps {
  title: string;
  text?: string;
  /** The fields, when a password can be chosen. */
  entry?: NewPassword;
  onSaved?: () => void;
  children?: ReactNode;
}

/** A page like the login screen: what it is about, the fields, and one button. */
export function PasswordPage({ title, text, entry, onSaved, children }: PasswordPageProps) {
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void entry?.save().then((saved) => saved && onSaved?.());
  }

  return (
    <main className={loginStyles.page}>
      <div className={loginStyles.card}>
        <Mark className={loginStyles.mark} />
        <h1>{title}</h1>
        {text === undefined ? null : <p className={loginStyles.company}>{text}</p>}
        {entry === undefined ? null : (
          <form className={styles.fields} onSubmit={submit} noValidate>
            {entry.fields}
            <Button variant="primary" size="lg" submit busy={entry.busy}>
              Save password
            </Button>
          </form>
        )}
        {children}
      </div>
    </main>
  );
}
