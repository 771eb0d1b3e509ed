import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listReportViews } from '@talaan/contract/reports/views/report-view.contract';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { forgetSession, startSession } from '../../session/session.ts';
import { answered, answeredAround, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, refusal, type Answer, type Answers, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { startShortcuts } from '../../ui/keyboard/shortcuts.ts';

const MAY = '/trial-balance?type=ftm&year=2025&month=5';
const REPORT = 'GET /api/rpt/tbal';
const VIEWS = 'GET /api/report-views';

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

/** The report itself is refused: what it says is no matter here, only what is asked of it. */
async function open(address: string, answers: Answers) {
  const asked = answerCalls(answers);
  const history = createMemoryHistory({ initialEntries: [address] });
  await renderScreen(<RouterProvider router={createAppRouter(SCREEN_TABLE, history)} />);
  await expect.element(picker()).toBeVisible();
  return { asked, history };
}
const recordedViews = (): Answer => ({ body: recorded(listReportViews, 'views/one') });
const picker = () => page.getByRole('button', { name: /^(Views|By branch|Before closing)/ });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const viewItem = (name: string | RegExp) => page.getByRole('menuitemradio', { name });
const press = (keys: string) => userEvent.keyboard(keys);
const filterOf = ({ address }: Asked) => Object.fromEntries(new URL(address, location.origin).searchParams);
const reportsAsked = (asked: readonly Asked[]) => asked.filter(({ call }) => call === REPORT).map(filterOf);
const bodyOf = (asked: readonly Asked[], call: string) => asked.findLast((one) => one.call === call)?.body;

test('Ctrl S keeps the filter under a name, without its days; a changed one says so, and Ctrl S keeps it again', async () => {
  const { asked, history } = await open(
    `${MAY}&by=branch`,
    answeredAround(['views/none'], 'views/saved', ['views/one']),
  );
  await expect.element(picker()).toHaveTextContent('Views');
  await press('{Control>}s{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect.element(dialog.getByRole('checkbox', { name: 'With its days: May 2025' })).not.toBeChecked();
  await press('{Control>}s{/Control}');
  await expect.element(dialog.getByText('Name is required.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await press('By branch');
  await press('{Control>}s{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodyOf(asked, 'POST /api/report-views')).toEqual({
    report: 'trial-balance',
    name: 'By branch',
    filter: { by: 'branch' },
    folded: { levels: [], groups: [] },
    is_shared: false,
    is_default: false,
  });
  await expect.element(picker()).toHaveTextContent(/^By branch$/);
  expect(history.location.search).toContain('saved_view=1');

  vi.restoreAllMocks();
  const later = answerCalls(answeredAround(['views/one'], 'views/replaced', ['views/one-replaced']));
  await press('{Control>}s{/Control}');
  await expect.element(page.getByText('View By branch is as it was saved.')).toBeVisible();
  await page.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'By department' }).click();
  await expect.element(picker()).toHaveTextContent('By branchchanged');
  await press('{Control>}s{/Control}');
  await expect.element(picker()).toHaveTextContent(/^By branch$/);
  expect(bodyOf(later, 'PUT /api/report-views/1')).toEqual({
    row_version: 1,
    filter: { by: 'department' },
    folded: { levels: [], groups: [] },
  });
});

test('a name that is taken is told below it, and nothing typed is lost', async () => {
  await open(`${MAY}&by=branch`, answered('views/one', 'views/name-taken'));
  await press('{Control>}s{/Control}');
  await press('BY BRANCH');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('checkbox', { name: 'With its days: May 2025' }).click();
  await press('{Control>}s{/Control}');
  await expect.element(dialog.getByText(/^You have a view of this name already/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('BY BRANCH');
});

test('a first visit begins with the default view, in the days of today', async () => {
  const { asked } = await open('/trial-balance', answered('views/default-shared'));
  await expect.element(picker()).toHaveTextContent('Before closingshared');
  await expect.poll(() => reportsAsked(asked)).toHaveLength(1);
  expect(reportsAsked(asked)[0]).toMatchObject({ type: 'ftm', closing: '0' });
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
});

test('an address that says a filter is not begun with the default view', async () => {
  const { asked } = await open(MAY, answered('views/default-shared'));
  await expect.element(picker()).toHaveTextContent('Views');
  await expect.poll(() => reportsAsked(asked)).toEqual([{ type: 'ftm', year: '2025', month: '5' }]);
});

test('an address that names a view alone has its filter', async () => {
  const named = await open('/trial-balance?saved_view=1', answered('views/default-shared'));
  await expect.poll(() => reportsAsked(named.asked).map(({ by }) => by)).toEqual(['branch']);
  await expect.element(picker()).toHaveTextContent(/^By branch$/);
});

test('views that do not come stop no report, and are asked for again', async () => {
  let answer = refusal(503, 'The database is not available.');
  const { asked } = await open('/trial-balance', { [VIEWS]: () => answer });
  await expect.poll(() => reportsAsked(asked)).toHaveLength(1);
  answer = recordedViews();
  await press('{Alt>}v{/Alt}');
  await item("Couldn't load the views. Retry").click();
  await press('{Alt>}v{/Alt}');
  await expect.element(viewItem('By branch')).toBeVisible();
});

test('Alt V chooses a view by its first letters and keeps the days; what is done with one stands below it', async () => {
  const { asked, history } = await open(
    MAY,
    answeredAround(['views/with-shared'], 'views/begun-with-shared', ['views/default-shared']),
  );
  await press('{Alt>}v{/Alt}');
  await expect.element(viewItem(/^By branch$/)).toHaveFocus();
  await expect.element(viewItem('Before closing Ivan Uy')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await press('{ArrowDown}{Enter}');
  await expect.element(picker()).toHaveTextContent('Before closingshared');
  await expect.poll(() => reportsAsked(asked).at(-1)).toEqual({ type: 'ftm', year: '2025', month: '5', closing: '0' });

  await press('{Alt>}v{/Alt}');
  await expect.element(viewItem('Before closing Ivan Uy')).toBeChecked();
  // Whoever does not keep it cannot change it.
  await expect.element(item('Rename…')).not.toBeInTheDocument();
  await item('Begin this report with it').click();
  await expect.element(page.getByText('This report begins with the view Before closing.')).toBeVisible();
  await press('{Alt>}v{/Alt}');
  await expect.element(viewItem('Before closing Ivan Uy · default')).toBeVisible();
  await viewItem('No view').click();
  await expect.element(picker()).toHaveTextContent('Views');
  expect(history.location.search).toBe('?type=ftm&year=2025&month=5');
});

test('a view is deleted when it is confirmed, and its filter stays in force', async () => {
  const { asked, history } = await open(
    `${MAY}&by=branch&saved_view=1`,
    answeredAround(['views/with-shared'], 'views/deleted', ['views/own-deleted']),
  );
  await press('{Alt>}v{/Alt}');
  await item('Delete…').click();
  const question = page.getByRole('alertdialog', { name: 'Delete the view By branch?' });
  await expect.element(question).toBeVisible();
  await press('{Escape}');
  expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await press('{Alt>}v{/Alt}');
  await item('Delete…').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(picker()).toHaveTextContent('Views');
  expect(history.location.search).toBe('?type=ftm&year=2025&month=5&by=branch');
});

test('a view that was changed meanwhile is not written over, and the way out is said', async () => {
  await open(`${MAY}&by=section&saved_view=1`, answered('views/one', 'views/changed-meanwhile'));
  await expect.element(picker()).toHaveTextContent('By branchchanged');
  await press('{Control>}s{/Control}');
  await expect.element(page.getByText(/^Update failed! Changed by Joy Ramos at .* Reload to see it\.$/)).toBeVisible();
});

test('on a phone it stands above the other filters, and fits', async () => {
  await page.viewport(390, 844);
  await open(`${MAY}&by=branch&saved_view=1`, answered('views/one'));
  await expect.element(picker()).toHaveTextContent(/^By branch$/);
  const generate = page.getByRole('button', { name: 'Generate' }).element().getBoundingClientRect();
  expect(picker().element().getBoundingClientRect().bottom).toBeLessThan(generate.top);
  expect(document.documentElement.scrollWidth).toBe(390);
});
