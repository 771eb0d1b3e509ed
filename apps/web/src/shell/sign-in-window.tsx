import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { googleLogin, login, oktaLogin, signInMethods, type LoginBody, type SignInMethod } from '@talaan/contract/sign-in/sign-in.contract';
import { SIGN_IN_CHANNEL, type SignInMessage } from '@talaan/contract/sign-in/sign-in-channel';
import { callServer } from '../api/client.ts';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/button.tsx';
import { showError } from '../ui/feedback/feedback.ts';
import { Field } from '../ui/field.tsx';
import { IconAlert } from '../ui/icons.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Mark } from './brand.tsx';
import styles from './sign-in-window.module.css';

/** Tries to sign in; answers why it cannot be tried, or null. */
type Attempt = () => Promise<string | null>;

/** The sign-in window: single sign-on first, and the other ways that are switched on (decisions §8). It reports and closes. */
export function SignInWindow() {
  const offered = useQuery({ queryKey: ['sign-in', 'methods'], queryFn: () => callServer(signInMethods, {}) });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const methods = offered.data?.data.methods ?? [];
  useEffect(() => {
    document.title = 'Sign in · Talaan';
  }, []);

  function refuse(message: string): void {
    setRefusal(message);
    showError(message);
  }

  async function attempt(run: Attempt): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      const refused = await run();
      if (refused !== null) refuse(refused);
    } catch (failure) {
      refuse(failureMessage(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={styles.page}>
      <Mark className={styles.mark} />
      <h1>Sign in</h1>
      <p className="text-2">{offered.data?.data.company_name ?? 'Talaan'}</p>
      {refusal === null ? null : (
        <p className={styles.refusal} role="alert">
          <IconAlert size={14} />
          {refusal}
        </p>
      )}
      {offered.isError ? (
        <p className={styles.refusal} role="alert">
          <IconAlert size={14} />
          {failureMessage(offered.error)}
          <Button size="sm" onClick={() => void offered.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
      {methods.map((method) => (
        <Method key={method} method={method} busy={busy} attempt={(run) => void attempt(run)} />
      ))}
    </main>
  );
}

function Method({ method, busy, attempt }: { method: SignInMethod; busy: boolean; attempt: (run: Attempt) => void }) {
  switch (method) {
    case 'okta':
      return (
        <Button variant="primary" size="lg" busy={busy} onClick={() => attempt(() => leave(oktaLogin, 'sign_in'))}>
          Continue with single sign-on
        </Button>
      );
    case 'google':
      return (
        <Button size="lg" busy={busy} onClick={() => attempt(() => leave(googleLogin, 'sign_in'))}>
          Continue with Google
        </Button>
      );
    case 'hr':
      return (
        <Button size="lg" busy={busy} onClick={() => attempt(() => leave(googleLogin, 'hr'))}>
          Continue with the HR system
        </Button>
      );
    case 'password':
      return <PasswordForm name="user_id" label="User ID" busy={busy} attempt={attempt} />;
    case 'email':
      return <PasswordForm name="email" label="Work e-mail" busy={busy} attempt={attempt} />;
  }
}

function PasswordForm({ name, label, busy, attempt }: { name: 'user_id' | 'email'; label: string; busy: boolean; attempt: (run: Attempt) => void }) {
  const [who, setWho] = useState('');
  const [password, setPassword] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    attempt(async () => {
      if (who.trim() === '' || password === '') return MESSAGES.emptyCredentials;
      return signIn({ [name]: who.trim(), password });
    });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={label}>
        <TextInput name={name} type={name === 'email' ? 'email' : 'text'} autoComplete="username" value={who} onChange={(event) => setWho(event.target.value)} />
      </Field>
      <Field label="Password">
        <TextInput name="password" type="password" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      <Button submit busy={busy}>{`Sign in with ${name === 'email' ? 'e-mail' : 'user ID'}`}</Button>
    </form>
  );
}

/** Goes to the provider; its answer comes back to this window, which then hands its ticket to the opener. */
async function leave(route: typeof oktaLogin | typeof googleLogin, purpose: 'sign_in' | 'hr'): Promise<null> {
  const { data } = await callServer(route, { query: { purpose } });
  location.assign(data.url);
  return null;
}

/** Signs in here: the cookie is set for both windows, and the opener asks for the user. */
async function signIn(body: LoginBody): Promise<null> {
  await callServer(login, { body });
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  channel.postMessage({ kind: 'signed_in' } satisfies SignInMessage);
  channel.close();
  window.close();
  return null;
}
