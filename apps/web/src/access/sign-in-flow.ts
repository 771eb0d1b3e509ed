import { useEffect, useRef, useState } from 'react';
import { login, oktaLogin, signInMethods } from '@talaan/contract/sign-in/sign-in.contract';
import { SIGN_IN_CHANNEL, signInMessage, type SignInMessage } from '@talaan/contract/sign-in/sign-in-channel';
import { callServer } from '../api/client.ts';
import { failureMessage } from '../api/report-failure.ts';
import { showError } from '../ui/feedback/feedback.ts';
import { endOnServer, refreshSession, startSession } from '../session/session.ts';

/** idle: the button waits; waiting: the window is open; blocked: the browser did not let it open; refused: why nobody was signed in. */
export type SignInState = { kind: 'idle' | 'waiting' | 'blocked' } | { kind: 'refused'; message: string };

export interface SignInFlow {
  state: SignInState;
  /** Opens the sign-in window; call it straight from a click, or the browser blocks the window. */
  open: () => void;
  cancel: () => void;
}

/** The page of ours that offers the other ways to sign in, when more than single sign-on is switched on. */
export const SIGN_IN_WINDOW_PATH = '/sign-in-window';

const WINDOW = { width: 600, height: 720 };
const LOOK_EVERY_MS = 500;

/**
 * Sign-in in a window of its own (decisions §8). The window tells its outcome over a channel, because the provider's page may
 * cut every other link to this one. `onSignedIn` runs after the session has started.
 */
export function useSignInFlow(onSignedIn: () => void): SignInFlow {
  const [state, setState] = useState<SignInState>({ kind: 'idle' });
  const opened = useRef<Window | null>(null);
  const finish = useRef(onSignedIn);
  useEffect(() => {
    finish.current = onSignedIn;
  });

  useEffect(() => {
    return listenForOutcome((outcome) => {
      if (opened.current === null) return;
      if (outcome.kind === 'refused') setState({ kind: 'refused', message: outcome.message });
      else void complete(outcome.kind === 'ticket' ? outcome.ticket : null);
    });

    async function complete(ticket: string | null): Promise<void> {
      try {
        await takeUpSession(ticket);
        closeWindow();
        setState({ kind: 'idle' });
        finish.current();
      } catch (failure) {
        closeWindow();
        setState({ kind: 'refused', message: failureMessage(failure) });
        showError(failureMessage(failure));
      }
    }
  }, []);

  useEffect(() => {
    if (state.kind !== 'waiting') return;
    // A window that is closed, or cut off by the provider's page, ends the waiting; an outcome that still comes is taken.
    const timer = setInterval(() => {
      if (opened.current?.closed) setState({ kind: 'idle' });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [state.kind]);

  function open(): void {
    closeWindow();
    opened.current = openSignInWindow();
    if (opened.current === null) {
      setState({ kind: 'blocked' });
      return;
    }
    setState({ kind: 'waiting' });
    void leadTo(opened.current);
  }

  async function leadTo(target: Window): Promise<void> {
    try {
      target.location.replace(await addressForWindow());
    } catch (failure) {
      closeWindow();
      setState({ kind: 'refused', message: failureMessage(failure) });
    }
  }

  function closeWindow(): void {
    opened.current?.close();
  }

  function cancel(): void {
    closeWindow();
    opened.current = null;
    setState({ kind: 'idle' });
  }

  return { state, open, cancel };
}

/** Hears what a sign-in window tells, until the returned function is called. */
function listenForOutcome(take: (outcome: SignInMessage) => void): () => void {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  channel.addEventListener('message', (event) => {
    const message = signInMessage.safeParse(event.data);
    if (message.success) take(message.data);
  });
  return () => channel.close();
}

/** An empty window in the middle of this one; null where the browser does not let it open. */
function openSignInWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - WINDOW.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - WINDOW.height) / 2);
  return window.open(
    'about:blank',
    'talaan-sign-in',
    `popup,width=${WINDOW.width},height=${WINDOW.height},left=${left},top=${top}`,
  );
}

/** The provider's address, or our own page when there are other ways to sign in. */
async function addressForWindow(): Promise<string> {
  const { data: offered } = await callServer(signInMethods, {});
  if (offered.methods.some((method) => method !== 'okta')) return SIGN_IN_WINDOW_PATH;
  const { data } = await callServer(oktaLogin, { query: {} });
  return data.url;
}

async function takeUpSession(ticket: string | null): Promise<void> {
  if (ticket === null) {
    await refreshSession().catch(async (failure: unknown) => {
      await endOnServer();
      throw failure;
    });
    return;
  }
  const { data } = await callServer(login, { body: { ticket } });
  if ('access_token' in data) throw new Error('A ticket was answered without a session.');
  startSession(data);
}
