/** What the calls tell the session: the shell listens, so that no call needs to know the shell. */
interface SessionSignals {
  /** A call was answered 401: the session is over. */
  ended: () => void;
  /** A write moved the end of the session to this instant (ISO text). */
  prolonged: (expiresAt: string) => void;
}

let signals: SessionSignals = { ended: () => undefined, prolonged: () => undefined };
let csrfToken = '';

/** Sets who hears about the session; once, by the session itself. */
export function listenToSession(listener: SessionSignals): void {
  signals = listener;
}

export function sessionSignals(): SessionSignals {
  return signals;
}

/** Keeps the session's CSRF token in memory; it is never stored (decisions §8). */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

export function currentCsrfToken(): string {
  return csrfToken;
}

let asking: Promise<void> | null = null;

/** Has writes wait while the server is asked for a saved session: its answer brings the token that they carry. */
export async function holdWrites(asked: Promise<void>): Promise<void> {
  asking = asked;
  await asked;
  asking = null;
}

/** What a write waits for; null for nothing. */
export function writesHeld(): Promise<void> | null {
  return asking;
}
