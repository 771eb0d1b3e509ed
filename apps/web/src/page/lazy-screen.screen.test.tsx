import { afterEach, expect, test, vi } from 'vitest';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { lazyScreen, loadWithin, NewVersionDialog } from './lazy-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a screen whose code cannot be fetched offers to reload', async () => {
  const Screen = lazyScreen(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const screen = await renderScreen(<Screen />);
  const dialog = screen.getByRole('alertdialog', { name: 'A new version is available.' });
  await expect.element(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('a fault in the code of a screen is not taken for a new version', async () => {
  const fault = new ReferenceError('shape is not defined');
  await expect(loadWithin(() => Promise.reject(fault), 1000)).rejects.toBe(fault);
});

test('a screen that has not come after the time limit offers to reload', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const loading = loadWithin<object>(() => new Promise(() => undefined), 120_000);
  vi.advanceTimersByTime(120_000);
  await expect(loading).resolves.toBe(NewVersionDialog);
});

test('the time limit of a screen is 120 seconds', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const Screen = lazyScreen(() => new Promise(() => undefined));
  await renderScreen(<Screen />);
  await vi.waitFor(() => expect(waits.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(120_000));
});
