import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as z from 'zod';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import {
  captchaQuestion,
  googleLogin,
  login,
  oktaLogin,
  signInMethods,
  type LoginBody,
  type SignInMethod,
} from '@talaan/contract/sign-in/sign-in.contract';
import { SIGN_IN_CHANNEL, type SignInMessage } from '@talaan/contract/sign-in/sign-in-channel';
import { callServer } from '../api/client.ts';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { showError } from '../ui/feedback/feedback.ts';
import { Field } from '../ui/fields/field.tsx';
import { IconAlert } from '../ui/icons.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Mark } from '../page/brand.tsx';
import styles from './sign-in-window.module.css';

/** What the window is doing: signed_in stays in sight only where the browser does not let it close itself. */
type State = 'ready' | 'busy' | 'signed_in';

/**
 * The sign-in window: single sign-on first, then the other ways that are switched on (decisions §8). It tells its outcome
 * to the page that opened it, and closes.
 */
export function SignInWindow() {
  const offered = useQuery({ queryKey: ['sign-in', 'methods'], queryFn: () => callServer(signInMethods, {}) });
  const [state, setState] = useState<State>('ready');
  const [refusal, setRefusal] = useState<string | null>(null);
  /** A question that the next try must answer. */
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  useEffect(() => {
    document.title = 'Sign in · Talaan';
  }, []);

  /** Runs one try; `work` answers whether somebody is signed in by it. */
  async function attempt(work: () => Promise<boolean>): Promise<void> {
    setState('busy');
    setRefusal(null);
    try {
      setState((await work()) ? 'signed_in' : 'busy');
    } catch (failure) {
      setState('ready');
      setCaptcha(captchaOf(failure));
      setRefusal(failureMessage(failure));
      showError(failureMessage(failure));
    }
  }

  if (state === 'signed_in') return <SignedIn />;
  const { methods = [], company_name = null, demo_sign_in = null } = offered.data?.data ?? {};
  const [first] = methods;
  const forms = methods.filter((method) => method === 'password' || method === 'email');
  const look = (method: SignInMethod) =>
    ({ size: 'lg', busy: state === 'busy', variant: method === first ? 'primary' : 'plain' }) as const;
  return (
    <main className={styles.page}>
      <Mark className={styles.mark} />
      <h1>Sign in</h1>
      <p className={styles.company}>{company_name === null ? 'Talaan' : `Talaan for ${company_name}`}</p>
      {refusal === null ? null : <Refusal text={refusal} />}
      {offered.isError ? (
        <>
          <Refusal text={failureMessage(offered.error)} />
          <Button onClick={() => void offered.refetch()}>Retry</Button>
        </>
      ) : null}
      {PROVIDERS.filter(({ method }) => methods.includes(method)).map(({ method, label, route, purpose }) => (
        <Button key={method} {...look(method)} onClick={() => void attempt(() => leaveFor(route, purpose))}>
          {label}
        </Button>
      ))}
      {forms.length === 0 ? null : (
        <PasswordForm
          forms={forms}
          look={look(forms[0]!)}
          captcha={captcha}
          demo={demo_sign_in}
          onSubmit={(by, name, password, answer) =>
            void attempt(() => signInHere({ [by]: name, password, ...answered(captcha, answer) }))
          }
        />
      )}
    </main>
  );
}

/** Who signs in on a page of their own, first to last. */
const PROVIDERS = [
  { method: 'okta', label: 'Continue with single sign-on', route: oktaLogin, purpose: 'sign_in' },
  { method: 'google', label: 'Continue with Google', route: googleLogin, purpose: 'sign_in' },
  { method: 'hr', label: 'Continue with the HR system', route: googleLogin, purpose: 'hr' },
] as const;

/** Stays in sight only where the browser does not let the window close itself. */
function SignedIn() {
  return (
    <main className={styles.page}>
      <Mark className={styles.mark} />
      <h1>Signed in</h1>
      <p role="status">You can close this window.</p>
    </main>
  );
}

type PasswordMethod = SignInMethod & ('password' | 'email');

const PASSWORD_METHODS = {
  password: { by: 'user_id', label: 'User ID', type: 'text' },
  email: { by: 'email', label: 'Work e-mail', type: 'email' },
} as const;

interface PasswordFormProps {
  /** The password ways that are switched on. */
  forms: readonly PasswordMethod[];
  look: { size: 'lg'; busy: boolean; variant: 'primary' | 'plain' };
  captcha: Captcha | null;
  /** Users of the demo company, to be chosen with a click, and their password. */
  demo: { users: readonly string[]; password: string } | null;
  onSubmit: (by: 'user_id' | 'email', name: string, password: string, answer: string) => void;
}

/** User id or work e-mail, whichever is chosen, with its password. */
function PasswordForm({ forms, look, captcha, demo, onSubmit }: PasswordFormProps) {
  const [chosen, setChosen] = useState<PasswordMethod>(forms[0]!);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [answer, setAnswer] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { by, label, type } = PASSWORD_METHODS[chosen];
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = faultOf({ by, name, password, answer: captcha === null ? null : answer });
    setFault(found);
    if (found !== null) showError(found);
    else onSubmit(by, name.trim(), password, answer.trim());
    setAnswer('');
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {forms.length === 1 ? null : (
        <SegmentedControl
          label="Sign in by"
          options={forms.map((method) => ({ value: method, label: PASSWORD_METHODS[method].label }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Field label={label} error={fault === MESSAGES.invalidEmail ? fault : undefined}>
        <TextInput
          ref={firstField}
          name={by}
          type={type}
          autoComplete="username"
          autoCapitalize="none"
          maxLength={by === 'email' ? 254 : 128}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Password" error={fault === MESSAGES.emptyCredentials ? fault : undefined}>
        <TextInput
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {captcha === null ? null : (
        <CaptchaField
          question={captcha.question}
          error={fault === MESSAGES.verifyCaptcha ? fault : undefined}
          answer={answer}
          onAnswer={setAnswer}
        />
      )}
      <Button {...look} submit>
        Sign in
      </Button>
      {demo === null || !forms.includes('password') ? null : (
        <DemoUsers demo={demo} onPick={(user) => onSubmit('user_id', user, demo.password, answer.trim())} />
      )}
    </form>
  );
}

interface Typed {
  by: 'user_id' | 'email';
  name: string;
  password: string;
  /** Of the question that is asked; null where none is. */
  answer: string | null;
}

/** What is wrong before anything is sent (spec 1 §8). */
function faultOf({ by, name, password, answer }: Typed): string | null {
  if (name.trim() === '' || password === '') return MESSAGES.emptyCredentials;
  if (by === 'email' && !z.email().safeParse(name.trim()).success) return MESSAGES.invalidEmail;
  return answer?.trim() === '' ? MESSAGES.verifyCaptcha : null;
}

interface CaptchaFieldProps {
  question: string;
  error: string | undefined;
  answer: string;
  onAnswer: (answer: string) => void;
}

function CaptchaField({ question, error, answer, onAnswer }: CaptchaFieldProps) {
  return (
    <Field label={question} error={error}>
      <TextInput
        name="captcha_answer"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={answer}
        onChange={(event) => onAnswer(event.target.value)}
      />
    </Field>
  );
}

interface DemoUsersProps {
  demo: NonNullable<PasswordFormProps['demo']>;
  onPick: (user: string) => void;
}

function DemoUsers({ demo, onPick }: DemoUsersProps) {
  return (
    <fieldset className={styles.demo}>
      <legend>Demo company: sign in as</legend>
      {demo.users.map((user) => (
        <Button key={user} size="sm" onClick={() => onPick(user)}>
          {user}
        </Button>
      ))}
      <p>Their password: {demo.password}</p>
    </fieldset>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <p className={styles.refusal} role="alert">
      <IconAlert size={14} />
      {text}
    </p>
  );
}

type Captcha = z.infer<typeof captchaQuestion>['captcha'];

/** The question that a refusal asks, if it does. */
function captchaOf(failure: unknown): Captcha | null {
  const asked = failure instanceof CallRefused ? captchaQuestion.safeParse(failure.problem) : null;
  return asked?.success ? asked.data.captcha : null;
}

function answered(captcha: Captcha | null, answer: string) {
  return captcha === null ? {} : { captcha_id: captcha.id, captcha_answer: answer };
}

/** Goes to the provider in this window; from there its return hands a ticket to the opener. */
async function leaveFor(route: typeof oktaLogin | typeof googleLogin, purpose: 'sign_in' | 'hr'): Promise<false> {
  const { data } = await callServer(route, { query: { purpose } });
  location.assign(data.url);
  return false;
}

/** Signs in here: the cookie counts for both windows, and the opener asks for its user. */
async function signInHere(body: LoginBody): Promise<true> {
  await callServer(login, { body });
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  channel.postMessage({ kind: 'signed_in' } satisfies SignInMessage);
  channel.close();
  window.close();
  return true;
}
