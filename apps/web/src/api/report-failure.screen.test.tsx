import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CallRefused } from '@talaan/contract/http/client';
import { renderScreen } from '../testing/render-screen.tsx';
import { clearMessages, showError } from '../ui/feedback/feedback.ts';
import { NetworkFailure } from './client.ts';
import { reportFailure } from './report-failure.ts';

const refused = (status: number, message: string) =>
  new CallRefused({ status, title: '', message, code: 'refused', request_id: '1' });
const popup = (title: string) => page.getByRole('alertdialog', { name: title });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  clearMessages();
  await renderScreen(null);
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['a lost connection', new NetworkFailure(new TypeError('Failed to fetch')), 'Network Error', /\w+ .+\./, 3000],
  [
    'any other refusal',
    refused(409, 'The period was closed meanwhile.'),
    'Failed getting data',
    'The period was closed meanwhile.',
    2000,
  ],
] as const)(
  '%s is a pop-up with its title, its sentence and its time',
  async (_, failure, title, sentence, duration) => {
    const shownAt = Date.now();
    reportFailure(failure);
    await expect.element(popup(title)).toHaveTextContent(sentence);
    // Waiting for the page moves this clock on.
    vi.advanceTimersByTime(shownAt + duration - 1 - Date.now());
    expect(popup(title).elements()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.element(popup(title)).not.toBeInTheDocument();
  },
);

test('an action with words of its own says those alone, and the end of a session says nothing here', async () => {
  reportFailure(refused(503, 'The files are not available.'), (message) => showError(`Failed to retrieve! ${message}`));
  reportFailure(refused(401, 'Sign in to continue.'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to retrieve! The files are not available.');
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
  expect(page.getByRole('alert').elements()).toHaveLength(1);
});
