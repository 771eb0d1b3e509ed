import { afterEach, expect, test, vi } from 'vitest';
import { printJournalEntry } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { callServer } from '../api/client.ts';
import { loginDataOf, refusal, sessionUserOf } from '../testing/render-app.tsx';
import { forgetSession, readSession, restoreSession } from './session.ts';

/** The reply of a server that goes away, or of a page that is left, half-way through the answer. */
const brokenReply = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":['));
        controller.error(new TypeError('network error'));
      },
    }),
  );
const reply = ({ status = 200, body }: { status?: number; body: unknown }) =>
  new Response(JSON.stringify(body), { status });

function saveLogin(): void {
  const { user, token_expires_at, roleaccess } = loginDataOf({ Banks: 4 });
  localStorage.setItem('auth-data', JSON.stringify({ user, token_expires_at, roleaccess }));
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetSession();
});

test.each([
  ['breaks off', brokenReply],
  ['says that the server is busy', () => reply(refusal(503, 'The database does not answer.'))],
])('a saved login outlives an answer that %s, and is confirmed by the next one', async (_, first) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  saveLogin();
  const fetching = vi.spyOn(window, 'fetch').mockResolvedValueOnce(first());
  fetching.mockResolvedValue(reply(sessionUserOf(loginDataOf({ Banks: 1 }))));
  await restoreSession();
  expect(readSession()).toMatchObject({ state: 'signed_in', ready: false });
  expect(localStorage.getItem('auth-data')).not.toBeNull();

  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(readSession).toMatchObject({ state: 'signed_in', ready: true });
});

test('a saved login that the server does not know is forgotten', async () => {
  saveLogin();
  vi.spyOn(window, 'fetch').mockResolvedValue(reply(refusal(401, 'Sign in to continue.')));
  await restoreSession();
  expect(readSession()).toEqual({ state: 'signed_out' });
  expect(localStorage.getItem('auth-data')).toBeNull();
});

test('what a page of its own tab writes at once waits for the token of the saved login', async () => {
  saveLogin();
  let answer: (reply: Response) => void = () => undefined;
  const asked = new Promise<Response>((resolve) => (answer = resolve));
  const fetching = vi.spyOn(window, 'fetch').mockReturnValueOnce(asked);
  fetching.mockResolvedValue(reply({ body: { data: { printed_at: '' } } }));
  const restored = restoreSession();
  const printed = callServer(printJournalEntry, { params: { id: '0000001' } });
  expect(fetching).toHaveBeenCalledOnce();
  answer(reply(sessionUserOf(loginDataOf({ Banks: 1 }))));
  await Promise.all([restored, printed]);
  const { headers } = fetching.mock.lastCall![1] as { headers: Record<string, string> };
  expect(headers['x-csrf-token']).toBe(loginDataOf({ Banks: 1 }).token);
  expect(headers['x-csrf-token']).not.toBe('');
});
