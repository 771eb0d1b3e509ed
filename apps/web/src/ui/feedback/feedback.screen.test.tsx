import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { DataTable } from '../table/data-table.tsx';
import { MessageBell } from '../../notices/message-bell.tsx';
import {
  askToConfirm,
  clearMessages,
  pauseMessages,
  showError,
  showErrorList,
  showPopup,
  showSuccess,
  withPleaseWait,
} from './feedback.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  clearMessages();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a success stays 6 seconds and an error 3, each with Close', async () => {
  const screen = await renderScreen(null);
  showSuccess('Your work has been successful! Banks 01 added.');
  showError('Saving failed! The code is used.');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Saving failed! The code is used.');
  vi.advanceTimersByTime(2999);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  vi.advanceTimersByTime(2999);
  await expect.element(screen.getByText('Your work has been successful! Banks 01 added.')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(screen.getByText('Your work has been successful! Banks 01 added.')).not.toBeInTheDocument();
});

test('Close takes a message away, and a fourth message pushes out the oldest', async () => {
  const screen = await renderScreen(null);
  for (const text of ['one', 'two', 'three', 'four']) showSuccess(text);
  await expect.element(screen.getByText('one', { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText('four', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(screen.getByText('two', { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText('three', { exact: true })).toBeVisible();
});

test('the clock of a message stands still while the pointer is on it or the tab is hidden', async () => {
  const screen = await renderScreen(null);
  showError('Update failed! The record was changed.');
  vi.advanceTimersByTime(2000);
  await screen.getByRole('alert').hover();
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await userEvent.unhover(screen.getByRole('alert'));
  pauseMessages('hidden tab', true);
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  pauseMessages('hidden tab', false);
  vi.advanceTimersByTime(1000);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

/** Where messages stand at first. */
const THERE = { position: 'fixed', left: 20, bottom: 70, width: 300 } as const;

test.each([
  [
    'a row that is open',
    <div key="row" style={THERE}>
      <DataTable
        caption="Banks"
        columns={[{ id: 'code', header: 'Code', cell: ({ code }) => code }]}
        rows={[{ code: 'Kept' }]}
        rowId={({ code }) => code}
        currentId="Kept"
        status="ready"
        onRetry={() => undefined}
        empty={{ title: 'No banks yet' }}
      />
    </div>,
  ],
  [
    'the foot of a dialog',
    <Dialog key="dialog" open title="Edit entry" onClose={() => undefined} footer={<Button>Kept</Button>}>
      <div style={{ height: 1000 }}>
        <Button data-autofocus>First</Button>
      </div>
    </Dialog>,
  ],
  [
    'what has the focus',
    <button key="focus" type="button" style={THERE} ref={(button) => button?.focus()}>
      Kept
    </button>,
  ],
])('messages do not cover %s', async (_what, content) => {
  await page.viewport(1000, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await renderScreen(content);
  await expect.element(page.getByText('Kept')).toBeVisible();
  vi.advanceTimersByTime(500);
  showSuccess('Your work has been successful! Banks 01 added.');
  const message = page.getByText('Your work has been successful! Banks 01 added.');
  await expect.element(message).toBeVisible();
  const { top } = page.getByText('Kept').element().getBoundingClientRect();
  expect(message.element().getBoundingClientRect().bottom).toBeLessThan(top);
});

test('a popup closes itself after 2 seconds, and Enter or Esc closes it sooner', async () => {
  const screen = await renderScreen(null);
  const popup = screen.getByRole('alertdialog', { name: 'Create successful' });
  showPopup({ title: 'Create successful', text: 'An Approving Officer has been added.', tone: 'success' });
  await expect.element(popup).toHaveTextContent('An Approving Officer has been added.');
  vi.advanceTimersByTime(2000);
  await expect.element(popup).not.toBeInTheDocument();
  for (const key of ['{Enter}', '{Escape}']) {
    showPopup({ title: 'Create successful', tone: 'success', duration: 60_000 });
    await expect.element(popup).toBeVisible();
    vi.advanceTimersByTime(500); // the focus moves in
    await userEvent.keyboard(key);
    vi.advanceTimersByTime(500);
    await expect.element(popup).not.toBeInTheDocument();
  }
});

test('a list of faults stays until OK, and an empty one says to try again later', async () => {
  const screen = await renderScreen(null);
  showErrorList('Failed to save!', ['Account code is required.', 'Description is required.']);
  showErrorList('Saving failed!!', []);
  const first = screen.getByRole('alertdialog', { name: 'Failed to save!' });
  await expect.element(first).toHaveTextContent('Account code is required.Description is required.');
  vi.advanceTimersByTime(600_000);
  await expect.element(first).toBeVisible();
  await first.getByRole('button', { name: 'OK' }).click();
  await expect
    .element(screen.getByRole('alertdialog', { name: 'Saving failed!!' }))
    .toHaveTextContent('Please try again later.');
  vi.useRealTimers();
  expect(await accessibilityFaults()).toEqual([]);
});

test('the overlay comes when a write takes more than 300 ms, and goes with it', async () => {
  const screen = await renderScreen(<button type="button">Save</button>);
  const overlay = screen.getByText('Please wait ...');
  let finish: () => void = () => undefined;
  const waited = withPleaseWait(new Promise<void>((resolve) => (finish = resolve)));
  vi.advanceTimersByTime(300 - 1);
  await expect.element(overlay).not.toBeInTheDocument();
  vi.advanceTimersByTime(1);
  await expect.element(overlay).toBeVisible();
  finish();
  await waited;
  await expect.element(overlay).not.toBeInTheDocument();
});

test('a question answers what was chosen, with the focus on Cancel', async () => {
  const screen = await renderScreen(null);
  const answered = askToConfirm({ title: 'Delete Banks 01?', confirmLabel: 'Delete', danger: true });
  await expect.element(screen.getByRole('alertdialog', { name: 'Delete Banks 01?' })).toBeVisible();
  vi.advanceTimersByTime(500);
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect(answered).resolves.toBe(true);
});

test('a message that closed itself can be read again behind the bell, newest first', async () => {
  const screen = await renderScreen(<MessageBell />);
  showSuccess('first message');
  showError('second message');
  vi.advanceTimersByTime(10_000);
  await screen.getByRole('button', { name: 'Messages, new' }).click();
  const entries = screen.getByRole('dialog', { name: 'Messages' }).getByRole('listitem');
  await expect.element(entries.first()).toHaveTextContent('second message');
  await expect.element(entries.nth(1)).toHaveTextContent('first message');
});
