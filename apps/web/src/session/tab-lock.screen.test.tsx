import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { TabLock } from './tab-lock.ts';
import { TabLockDialog } from '../shell/tab-lock-dialog.tsx';

// Locks belong to the browser and not to a tab, so two of them in one page meet as those of two tabs do.
const opened: TabLock[] = [];
const openTab = (): TabLock => {
  const lock = new TabLock();
  opened.push(lock);
  return lock;
};

afterEach(() => {
  for (const lock of opened.splice(0)) lock.close();
});

test('the first tab works and the second is blocked', async () => {
  const first = openTab();
  await expect.poll(() => first.state).toBe('held');
  const second = openTab();
  await expect.poll(() => second.state).toBe('blocked');
  expect(first.state).toBe('held');
});

test('a page that is loaded anew before its forerunner is gone is not taken for a second tab', async () => {
  let leave: (() => void) | undefined;
  const left = navigator.locks.request('talaan-tab', () => new Promise<void>((resolve) => (leave = resolve)));
  await expect.poll(() => leave).toBeDefined();
  const states: string[] = [];
  const next = openTab();
  next.subscribe(() => states.push(next.state));
  await expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(1);
  leave?.();
  await left;
  await expect.poll(() => next.state).toBe('held');
  expect(states).toEqual(['held']);
});

test('the blocked tab takes over, and the first one is blocked then', async () => {
  const first = openTab();
  await expect.poll(() => first.state).toBe('held');
  const second = openTab();
  await expect.poll(() => second.state).toBe('blocked');
  second.takeOver();
  await expect.poll(() => second.state).toBe('held');
  await expect.poll(() => first.state).toBe('blocked');
});

test('a tab that does not answer loses the lock', async () => {
  // Held by a page that listens to no channel; taking the lock away rejects this request.
  const sleeping = navigator.locks.request('talaan-tab', () => new Promise<void>(() => undefined));
  const lost = sleeping.catch((reason: unknown) => String(reason));
  const second = openTab();
  await expect.poll(() => second.state).toBe('blocked');
  second.takeOver();
  await expect.poll(() => second.state, { timeout: 5000 }).toBe('held');
  expect(await lost).toMatch(/AbortError/);
});

test('when the working tab is closed the waiting one works', async () => {
  const first = openTab();
  await expect.poll(() => first.state).toBe('held');
  const second = openTab();
  await expect.poll(() => second.state).toBe('blocked');
  first.close();
  await expect.poll(() => second.state).toBe('held');
});

test('the second tab says Already open in another tab., covers the page, and can take over', async () => {
  const first = openTab();
  await expect.poll(() => first.state).toBe('held');
  const screen = await renderScreen(
    <>
      <TabLockDialog />
      <button type="button">Save</button>
    </>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Already open in another tab.' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(page.getByRole('button', { name: 'Close' }).elements()).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
  await screen.getByRole('button', { name: 'Use this tab instead' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => first.state).toBe('blocked');
});
