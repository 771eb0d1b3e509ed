import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from './paths.ts';
import { ABOUT_KEYS } from './shell/about-page.tsx';
import type { Screen } from './page/screen.ts';
import { startSession } from './session/session.ts';
import { answerCalls, loginDataOf, renderApp } from './testing/render-app.tsx';
import { useShortcut } from './ui/keyboard/shortcuts.ts';

const LETTERS = 'abcdefhijklmnopqrstuvwxyz'.split('');
const single = vi.fn<(letter: string) => void>();

/** A screen on which every letter but G has a meaning of its own, twice: to the screen, and to what has the focus. */
function Crowded() {
  return (
    <>
      {LETTERS.map((letter) => (
        <Letter key={letter} letter={letter} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions */}
      <div tabIndex={0} data-testid="table" onKeyDown={({ key }) => (key === 'g' ? undefined : single(key))} />
      <input aria-label="Text" />
    </>
  );
}

function Letter({ letter }: { letter: string }) {
  useShortcut(letter, letter, () => single(letter));
  return null;
}

const withKeys = SCREEN_TABLE.screens.filter(({ keys }) => keys !== undefined);
const CROWDED: readonly Screen[] = [
  ...withKeys.map((screen): Screen => ({ ...screen, children: [], load: async () => Crowded })),
  { label: 'Banks', path: '/banks', load: async () => Crowded },
];
const SEQUENCES: readonly [keys: string, address: string][] = [
  ...withKeys.map(({ keys, path }): [string, string] => [keys!, path]),
  ['g a', '/?view=approvals'],
];

beforeEach(() => {
  single.mockClear();
  answerCalls({});
  startSession(loginDataOf(Object.fromEntries(CROWDED.map(({ label }) => [label, 3]))));
});

async function open() {
  const app = await renderApp(CROWDED, '/banks', { home: async () => Crowded });
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toBeVisible();
  return app;
}

test.each(SEQUENCES)('%s goes to %s, whatever its keys mean alone', async (keys, address) => {
  const { history } = await open();
  document.querySelector<HTMLElement>('[data-testid=table]')!.focus();
  await userEvent.keyboard(keys.replace(' ', ''));
  await expect.poll(() => history.location.href).toBe(address);
  expect(single).not.toHaveBeenCalled();
});

test('while a sequence waits no single key acts; then each does again, and in a text each is a letter', async () => {
  const { history } = await open();
  await userEvent.keyboard('gx');
  expect(single).not.toHaveBeenCalled();
  await userEvent.keyboard('x');
  expect(single.mock.calls).toEqual([['x']]);
  await page.getByRole('textbox', { name: 'Text' }).click();
  await userEvent.keyboard('gdHhaj');
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('gdHhaj');
  expect(single).toHaveBeenCalledOnce();
  expect(history.location.pathname).toBe('/banks');
});

test('the page about the product lists the sequences that there are', () => {
  const listed = ABOUT_KEYS.map(({ keys }) => keys).filter((keys) => keys.startsWith('g '));
  expect(listed.toSorted()).toEqual(SEQUENCES.map(([keys]) => keys).toSorted());
});
