import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useQuery } from '@tanstack/react-query';
import { extendSession } from '@talaan/contract/sign-in/sign-in.contract';
import { MAINTENANCE_HEADER } from '@talaan/contract/http/maintenance.contract';
import { callServer } from '../api/client.ts';
import { noteMaintenanceOver } from '../api/maintenance.ts';
import { reportFailure } from '../api/report-failure.ts';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { answerCalls, loginDataOf, renderApp, type Answer } from '../testing/render-app.tsx';
import { forgetSession, startSession } from './session.ts';

const MESSAGE = 'The year is being closed. Back at 14:00.';
const REFUSED: Answer = {
  status: 503,
  body: {
    status: 503,
    title: '',
    code: 'maintenance',
    message: `Talaan is being maintained. ${MESSAGE}`,
    request_id: '1',
    maintenance: { message: MESSAGE, since: '2026-11-20T02:00:00Z' },
  },
};
const SERVED: Answer = {
  body: {
    data: { token_expires_at: new Date(Date.now() + 3_600_000).toISOString(), server_time: new Date().toISOString() },
  },
};
const dialog = () => page.getByRole('alertdialog', { name: 'Talaan is being maintained' });

beforeEach(() => startSession(loginDataOf({ 'Journal Entries': 3 })));
afterEach(() => {
  vi.restoreAllMocks();
  noteMaintenanceOver();
  forgetSession();
});

/** A page that loads something and has a box to type in. */
function Page() {
  const load = useQuery({
    queryKey: ['journals'],
    queryFn: () => callServer(extendSession, {}),
    retry: false,
  });
  return (
    <>
      <p>{load.isSuccess ? 'Loaded' : 'Not loaded'}</p>
      <input aria-label="Remarks" />
      <button
        type="button"
        onClick={() => void callServer(extendSession, {}).catch((failure) => reportFailure(failure))}
      >
        Save
      </button>
    </>
  );
}
const SCREENS = [{ label: 'Journal Entries', path: '/trx-gen-journal', load: async () => Page }] as const;

test('a refused call covers the page, which goes on by itself with what was typed', async () => {
  let isOver = true;
  answerCalls({
    'POST /api/session/extend': () => (isOver ? SERVED : REFUSED),
    'GET /api/maintenance': () => ({
      body: { data: isOver ? null : { message: MESSAGE, since: '2026-11-20T02:00:00Z' } },
    }),
  });
  await renderApp(SCREENS, '/trx-gen-journal');
  await expect.element(page.getByText('Loaded', { exact: true })).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Remarks' }), 'half a sentence');
  isOver = false;
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog()).toHaveTextContent(MESSAGE);
  // One message: the page says it all.
  expect(page.getByRole('alertdialog').elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByRole('button', { name: 'Check now' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);

  isOver = true;
  await expect.element(dialog(), { timeout: 8000 }).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('half a sentence');
});

test('loads that were refused are asked again when it is over', async () => {
  let isOver = false;
  answerCalls({
    'POST /api/session/extend': () => (isOver ? SERVED : REFUSED),
    'GET /api/maintenance': () => ({
      body: { data: isOver ? null : { message: null, since: '2026-11-20T02:00:00Z' } },
    }),
  });
  await renderApp(SCREENS, '/trx-gen-journal');
  await expect.element(dialog()).toBeVisible();
  isOver = true;
  await dialog().getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText('Loaded', { exact: true })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a super user goes on under a banner', async () => {
  answerCalls({
    'POST /api/session/extend': { ...SERVED, headers: { [MAINTENANCE_HEADER]: 'on' } },
    'GET /api/maintenance': { body: { data: { message: MESSAGE, since: '2026-11-20T02:00:00Z' } } },
  });
  await renderApp(SCREENS, '/trx-gen-journal');
  await expect.element(page.getByText('Maintenance is on: only super users are served.')).toBeVisible();
  await expect.element(page.getByText('Loaded', { exact: true })).toBeVisible();
  expect(dialog().elements()).toEqual([]);
});
