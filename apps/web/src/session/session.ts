import { useSyncExternalStore } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { getUser, logout } from '@talaan/contract/sign-in/sign-in.contract';
import {
  currentUser,
  roleAccessEntry,
  type CurrentUser,
  type LoginData,
  type RoleAccessEntry,
} from '@talaan/contract/sign-in/login-data';
import * as z from 'zod';
import { ASKING_FOR_SESSION, callServer } from '../api/client.ts';
import { serverNow, setServerTime } from '../api/server-clock.ts';
import { holdWrites, listenToSession, setCsrfToken } from '../api/session-signals.ts';
import { clearMessages } from '../ui/feedback/feedback.ts';
import { PENDING_NUMBERS_KEY } from './pending-numbers.ts';

/** What the browser keeps of a session under `auth-data`; the CSRF token is not part of it (decisions §8). */
const savedSession = z.object({
  user: currentUser,
  token_expires_at: z.string(),
  roleaccess: z.array(roleAccessEntry),
  profile_picture: z.string().optional(),
  /** Who looks at the product as this user; absent in a session of one's own. */
  preview: z.object({ name: z.string(), since: z.string() }).nullish(),
  /** The user must choose his own password before anything else is served. */
  password_due: z.literal(true).optional(),
});
type SavedSession = z.infer<typeof savedSession>;

/**
 * signed_out: the login screen shows. signed_in: the shell shows; `ready` is false until the server has confirmed a saved
 * session. expired: the shell stays mounted, with whatever was typed, under the 'Session Expired' dialog.
 */
export type Session = { state: 'signed_out' } | (SavedSession & { state: 'signed_in' | 'expired'; ready: boolean });

const SESSION_KEY = 'auth-data';

/** How long to wait before the server, which did not answer, is asked again for the saved session. */
const RECONNECT_MS = 5000;

const NO_ACCESS: readonly RoleAccessEntry[] = [];

let session: Session = { state: 'signed_out' };
const listeners = new Set<() => void>();

listenToSession({
  ended: expireSession,
  prolonged: (token_expires_at) => {
    if (session.state === 'signed_in') keep({ ...session, token_expires_at });
  },
});

// Another tab of this browser, a print for instance, signed out or was told that the session is over.
window.addEventListener('storage', (event) => {
  if (event.key === SESSION_KEY && event.newValue === null) expireSession();
});

export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession);
}

export function readSession(): Session {
  return session;
}

/** The signed-in user; only below the shell, which shows itself to nobody else. */
export function useUser(): CurrentUser {
  const current = useSession();
  if (current.state === 'signed_out') throw new Error('Nobody is signed in.');
  return current.user;
}

/** The role access of the signed-in user; empty for nobody. */
export function useRoleAccess(): readonly RoleAccessEntry[] {
  const current = useSession();
  return current.state === 'signed_out' ? NO_ACCESS : current.roleaccess;
}

/** The user's access level on a module, 0 … 4 (decisions §8). The server decides; this only hides what it would refuse. */
export function useAccessLevel(moduleName: string): number {
  return accessLevelOn(useRoleAccess(), moduleName);
}

export function accessLevelOn(roleaccess: readonly RoleAccessEntry[], moduleName: string): number {
  return roleaccess.find((entry) => entry.module_name === moduleName)?.access_level ?? 0;
}

/**
 * Takes up the session that this browser saved, if any: the shell shows at once from the saved copy, and the server is asked
 * for the user of now; what a page writes meanwhile waits for the answer. A session that the server does not know any more is forgotten without a word.
 */
export async function restoreSession(): Promise<void> {
  const saved = readSaved();
  if (saved === null) return;
  set({ ...saved, state: 'signed_in', ready: false });
  await holdWrites(confirmSavedSession());
}

async function confirmSavedSession(): Promise<void> {
  try {
    await refreshSession();
  } catch (failure) {
    // Only the server's word ends a saved session: one that is away, or an answer that broke off, is asked again.
    if (failure instanceof CallRefused && failure.problem.status < 500) {
      await endOnServer();
      forgetSession();
    } else setTimeout(() => void confirmSavedSession(), RECONNECT_MS);
  }
}

/** Asks the server for the user, role access and token of the session that the cookie names. */
export async function refreshSession(): Promise<void> {
  startSession(await askForSession());
}

/** Begins the page anew as whom the server now answers: the preview of another user began or ended. */
export async function reloadAs(): Promise<void> {
  const { token: _token, server_time: _time, ...login } = await askForSession();
  clearMessages();
  save(login);
  startAnew();
}

async function askForSession(): Promise<LoginData> {
  const { data } = await callServer(getUser, { headers: { ...ASKING_FOR_SESSION } });
  const { token, token_expires_at, server_time, roleaccess, profile_picture, preview, password_due, ...user } = data[0];
  return {
    token,
    token_expires_at,
    server_time,
    roleaccess,
    user,
    preview: preview ?? null,
    ...(profile_picture === undefined ? {} : { profile_picture }),
    ...(password_due === undefined ? {} : { password_due }),
  };
}

/**
 * Starts a session from the answer of a sign-in. After an expiry the same user goes on where he was, with his unsaved form;
 * another user starts at / with an empty page, so that nothing of the first is shown to him.
 */
export function startSession({ token, server_time, ...login }: LoginData): void {
  const before = session;
  if (before.state === 'expired' && before.user.id !== login.user.id) {
    save(login);
    startAnew();
    return;
  }
  setServerTime(server_time);
  setCsrfToken(token);
  save(login);
  set({ ...login, state: 'signed_in', ready: true });
}

/** Changes the kept copy of the user: his own approving-officer record sets level and amounts at once (spec 1 §4). */
export function changeSessionUser(change: Partial<CurrentUser>): void {
  if (session.state !== 'signed_out') keep({ ...session, user: { ...session.user, ...change } });
}

/** Moves the end of the session, as the server answered it. ISO texts. */
export function prolongSession(token_expires_at: string, server_time: string): void {
  setServerTime(server_time);
  if (session.state === 'signed_in') keep({ ...session, token_expires_at });
}

/** Seconds until the session ends by the server's clock, never negative. */
export function secondsLeft(token_expires_at: string): number {
  return Math.max(0, Math.ceil((Date.parse(token_expires_at) - serverNow()) / 1000));
}

/** The session is over, by its clock or by the server's word: storage is cleared, the page stays for a re-login. */
function expireSession(): void {
  clearStorage();
  if (session.state === 'signed_in') set({ ...session, state: 'expired' });
}

/** Ends the session at zero: the server is told too, so that the cookie is worthless even if its clock is behind. */
export async function endSession(): Promise<void> {
  const telling = endOnServer(); // takes the token along before the storage is cleared
  expireSession();
  await telling;
}

/** Sign Out: the server ends the session, the browser forgets it, and the page starts anew at the login screen. */
export async function signOut(): Promise<void> {
  await endOnServer();
  forgetSession();
  startAnew();
}

/** Takes the page of the last user away, and then loads a fresh one; nothing in memory outlives it. */
function startAnew(): void {
  set({ state: 'signed_out' });
  // In the next turn, when the unmounted page no longer holds the tab for its unsaved changes.
  setTimeout(() => location.assign('/'));
}

/** Ends the session that the cookie names; one whose user cannot be read is none (spec 1 §8). */
export async function endOnServer(): Promise<void> {
  try {
    await callServer(logout, { headers: { ...ASKING_FOR_SESSION } });
  } catch {
    // Already ended, or the server is away: its own clock ends the session, and this browser has no token any more.
  }
}

/** Forgets the session and everything that came with it; the login screen shows. */
export function forgetSession(): void {
  clearStorage();
  clearMessages();
  set({ state: 'signed_out' });
}

/** Takes away everything of the session; the choices about the interface stay. */
function clearStorage(): void {
  localStorage.removeItem(SESSION_KEY);
  localStorage.removeItem(PENDING_NUMBERS_KEY);
  sessionStorage.clear();
  setCsrfToken('');
}

function keep(next: Session & { state: 'signed_in' | 'expired' }): void {
  if (next.state === 'signed_in') save(next);
  set(next);
}

function save({ user, token_expires_at, roleaccess, profile_picture, preview, password_due }: SavedSession): void {
  const kept = { user, token_expires_at, roleaccess, profile_picture, preview: preview ?? undefined, password_due };
  localStorage.setItem(SESSION_KEY, JSON.stringify(kept));
}

function readSaved(): SavedSession | null {
  const text = localStorage.getItem(SESSION_KEY);
  if (text === null) return null;
  try {
    return savedSession.parse(JSON.parse(text));
  } catch {
    return null; // written by an older version: sign in again
  }
}

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
