import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findReportReaders } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { forgetSession, startSession } from '../../session/session.ts';
import { answered, answeredAround, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, type Answers } from '../../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { startShortcuts } from '../../ui/keyboard/shortcuts.ts';

let stopShortcuts: () => void;
beforeEach(async () => {
  await page.viewport(1440, 900);
  startSession(loginDataOf({ 'Trial Balance': 1 }));
  stopShortcuts = startShortcuts();
});
afterEach(() => {
  stopShortcuts();
  vi.restoreAllMocks();
  forgetSession();
  localStorage.clear();
});

async function open(address: string, answers: Answers) {
  const asked = answerCalls(answers);
  const history = createMemoryHistory({ initialEntries: [address] });
  await renderScreen(<RouterProvider router={createAppRouter(SCREEN_TABLE, history)} />);
  return { asked, history };
}
const press = (keys: string) => userEvent.keyboard(keys);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a saved view is sent by schedule from its menu, by keyboard: when, for which days, to whom', async () => {
  const { asked, history } = await open(
    '/trial-balance?saved_view=4',
    answered('schedules/views', 'schedules/readers', 'schedules/saved', 'schedules/list'),
  );
  await expect.element(page.getByRole('button', { name: /^By branch/ })).toBeVisible();
  await press('{Alt>}v{/Alt}');
  await page.getByRole('menuitem', { name: 'Send by schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send by schedule' });
  await expect.element(dialog.getByText(/^Next on .*: MAY 01, 2025 TO MAY 31, 2025$/)).toBeVisible();
  await press('{Control>}s{/Control}');
  await expect.element(dialog.getByText('Choose who gets it.')).toBeVisible();
  await dialog.getByText('Each week').click();
  await dialog.getByRole('combobox', { name: 'On' }).fill('Fri');
  await press('{Enter}');
  const readers = dialog.getByRole('combobox', { name: 'Send to' });
  for (const name of ['Maya Tan', 'Noel Tan']) {
    await readers.fill('tan');
    await page.getByRole('option', { name }).click();
  }
  await expect.element(dialog.getByRole('list', { name: 'Who gets it' })).toHaveTextContent('Maya TanNoel Tan');
  expect(await accessibilityFaults()).toEqual([]);
  await press('{Control>}s{/Control}');
  await expect.element(page.getByText('The schedule of By branch is saved.')).toBeVisible();
  expect(asked.findLast(({ call }) => call === 'POST /api/report-schedules')?.body).toEqual({
    view_id: 4,
    rhythm: 'weekly',
    weekday: 5,
    hour: 8,
    days: 'saved',
    format: 'link',
    recipients: recorded(findReportReaders, 'schedules/readers').data.map(({ id }) => id),
  });
  await press('{Alt>}v{/Alt}');
  await page.getByRole('menuitem', { name: 'Schedules' }).click();
  await expect.poll(() => history.location.pathname).toBe('/report-schedules');
});

test('who may not be sent it is told below the readers, and nothing is lost', async () => {
  await open(
    '/trial-balance?saved_view=4',
    answered('schedules/views', 'schedules/readers', 'schedules/reader-refused'),
  );
  await expect.element(page.getByRole('button', { name: /^By branch/ })).toBeVisible();
  await press('{Alt>}v{/Alt}');
  await page.getByRole('menuitem', { name: 'Send by schedule…' }).click();
  await page.getByRole('combobox', { name: 'Send to' }).fill('noel');
  await page.getByRole('option', { name: 'Noel Tan' }).click();
  await press('{Control>}s{/Control}');
  await expect.element(page.getByText('Noel Tan may not sign in.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Send to' })).toHaveFocus();
  await press('{Tab}{Enter}');
  await expect.element(button('Take Noel Tan off')).not.toBeInTheDocument();
  await press('{Tab}');
  await expect.element(page.getByRole('combobox', { name: 'Send to' })).toHaveFocus();
  await expect.element(page.getByText('Noel Tan may not sign in.')).not.toBeInTheDocument();
});

test('its owner sees what was sent to whom, sends it now, pauses and deletes it', async () => {
  const { asked, history } = await open('/report-schedules', {
    ...answered('schedules/sendings', 'schedules/sent', 'schedules/deleted', 'schedules/views'),
    ...answeredAround(['schedules/list'], 'schedules/paused', ['schedules/list-paused']),
  });
  const row = page.getByRole('row', { name: /By branch/ });
  await expect
    .element(row)
    .toHaveTextContent(/Trial Balance.*Each Friday at 08:00.*As the view says.*Maya Tan, Noel Tan.*Running/);
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('link', { name: 'Open the schedule of Trial Balance, By branch' }).click();
  await expect
    .element(page.getByText(/^Sent each Friday at 08:00 to Maya Tan, Noel Tan\. Next 2025-05-23 08:00\.$/))
    .toBeVisible();
  const sent = page.getByRole('row', { name: /MAY 01, 2025/ });
  await expect
    .element(sent)
    .toHaveTextContent(/2025-05-22 17:00.*by hand, Maya Tan.*Waiting Maya Tan.*Waiting Noel Tan/);
  await expect
    .element(sent.getByRole('link', { name: 'Open report' }))
    .toHaveAttribute('href', '/trial-balance?type=ftm&year=2025&month=5&by=branch&saved_view=4');
  expect(await accessibilityFaults()).toEqual([]);
  await button('Send now').click();
  await expect.element(page.getByText('It is sent to 2 users.')).toBeVisible();
  await button('Pause').click();
  await expect.element(page.getByText(/It is paused\.$/)).toBeVisible();
  await expect.element(button('Let it run')).toBeVisible();
  await button('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('The schedule is deleted.')).toBeVisible();
  expect(history.location.search).toBe('');
  const writes = asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
  expect(writes).toEqual([
    ['POST /api/report-schedules/1/send', null],
    ['PUT /api/report-schedules/1/state', { row_version: 1, state: 'paused' }],
    ['DELETE /api/report-schedules/1', null],
  ]);
});

test('it is not sent again within minutes, and says when it can be', async () => {
  await open(
    '/report-schedules?id=1',
    answered('schedules/list', 'schedules/nothing-sent', 'schedules/sent-just-now', 'schedules/views'),
  );
  await expect.element(page.getByText('Nothing was sent yet.')).toBeVisible();
  await button('Send now').click();
  await expect.element(page.getByText(/It can be sent again at 17:05\./)).toBeVisible();
});

test('whom it reaches sees who set it, changes nothing, and leaves it', async () => {
  const { asked } = await open('/report-schedules?id=1', {
    ...answered('schedules/nothing-sent'),
    ...answeredAround(['schedules/of-reader'], 'schedules/left', ['schedules/none']),
  });
  await expect.element(page.getByText(/Set by Maya Tan/)).toBeVisible();
  await expect.element(button('Send now')).not.toBeInTheDocument();
  await button('Leave').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByText('You set no schedule, and none reaches you.')).toBeVisible();
  expect(asked.some(({ call }) => call === 'POST /api/report-schedules/1/leave')).toBe(true);
});

test('fits a phone, each row a card', async () => {
  await page.viewport(390, 844);
  await open('/report-schedules?id=1', answered('schedules/list', 'schedules/sendings', 'schedules/views'));
  await expect.element(page.getByText('by hand, Maya Tan')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await accessibilityFaults()).toEqual([]);
});
