import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answered } from '../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import {
  BATCH_FIGURE_NAMES,
  BATCH_FIGURES,
  CHEQUE_FIGURES,
  type DashboardDays,
  type FigureName,
} from '@talaan/contract/dashboard/dashboard-figures';
import { listCheques } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { MODULES } from '@talaan/contract/access/modules';
import { USER_STATES } from '@talaan/contract/resources/access/user.resource';
import type { Screen } from '../page/screen.ts';
import { SCREEN_TABLE } from '../paths.ts';
import { addressOf } from './figure-addresses.ts';
import { forgetSession, startSession } from '../session/session.ts';

const SCREENS: readonly Screen[] = [{ label: 'Banks', path: '/banks', load: async () => () => null }];

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const JOURNALS: Screen = { label: 'Journal Entries', path: '/trx-gen-journal', load: async () => () => null };
const ENTRY: Screen = { label: 'Banks', path: '/trx-gen-journal/create', load: async () => () => null };

/** The dashboard of somebody whom the recorded answers show, in May 2025. */
async function openAs(who: 'preparer' | 'approver1' | 'admin', screens: readonly Screen[] = [JOURNALS, ENTRY]) {
  const asked = answerCalls(answered(`dashboard/${who}`, `dashboard/${who}-charts`));
  startSession(loginDataOf({ 'Journal Entries': 3, 'Accounting Period': 1, Companies: 1, 'Trial Balance': 1 }));
  return { ...(await renderApp(screens, '/?month=2025-05')), asked };
}

test('a preparer sees what waits for him, each figure with its list, and begins with what was returned by Enter', async () => {
  const { screen, router } = await openAs('preparer');
  const figures = screen.getByRole('region', { name: 'Figures, Preparer' });
  await expect.element(figures.getByRole('link')).toHaveLength(4);
  const returned = figures.getByRole('link', { name: /Returned to me/ });
  await expect.element(returned).toHaveTextContent(/Returned to me1PHP 1,500.00/);
  await expect.element(returned).toHaveAttribute('href', '/entries?of=returned&month=2025-05');
  const work = screen.getByRole('region', { name: 'Waits for me' });
  await expect.element(work.getByRole('row').nth(1)).toHaveTextContent(/Returned.*Dario Lim: Attach the statement\./);
  await expect.element(work).toHaveTextContent(/4 to do.*6,000\.00PHP/);
  await expect.element(screen.getByRole('region', { name: 'Periods 2025' })).toBeVisible();
  const recent = screen.getByRole('region', { name: 'My recent entries' });
  await expect.element(recent.getByRole('listitem').first()).toHaveTextContent(/^\d{7}.*Active/);
  await expect
    .element(recent.getByRole('link', { name: 'All' }))
    .toHaveAttribute('href', '/entries?of=own_month&month=2025-05');
  await expect
    .element(screen.getByRole('link', { name: 'Active 4' }))
    .toHaveAttribute('href', '/entries?of=own_month&month=2025-05&status=1');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.href).toBe('/trx-gen-journal/create?batch=0000009');
});

test('a number that is looked for from the dashboard opens what was found, and not what waits', async () => {
  const { screen, router } = await openAs('preparer');
  await expect.element(screen.getByRole('region', { name: 'Waits for me' })).toBeVisible();
  await screen.getByPlaceholder(/^Search for Batch Number/).fill('12');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unauthorize');
  expect(router.state.location.href).toBe('/search-transaction?number=12');
});

test('the menu is not shown a second time', async () => {
  const { screen } = await openAs('preparer');
  await expect.element(screen.getByRole('region', { name: 'Waits for me' })).toBeVisible();
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Journal Entries' })).not.toBeInTheDocument();
});

test('an approver reviews what waits the longest, and Enter on a link opens the link', async () => {
  const { screen, router } = await openAs('approver1');
  const figures = screen.getByRole('region', { name: 'Figures, Approver' });
  await expect.element(figures).toHaveTextContent(/Waiting for me\d/);
  await expect
    .element(figures.getByRole('link', { name: /Above my limit/ }))
    .toHaveAttribute('href', '/?view=approvals&limit=above');
  const chart = screen.getByRole('region', { name: 'Waiting by day and type' });
  await expect.element(chart.getByRole('button', { name: /Other \d/ }).first()).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  (figures.getByRole('link', { name: /Above my limit/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.href).toBe('/?view=approvals&limit=above');
});

test('an administrator sees periods, series and what needs attention; a bar opens the trial balance of its month', async () => {
  const { screen, router } = await openAs('admin', [
    JOURNALS,
    { label: 'Trial Balance', path: '/trial-balance', load: async () => () => null },
  ]);
  const figures = screen.getByRole('region', { name: 'Figures, Administrator' });
  await expect.element(figures).toHaveTextContent(/Open periods this fiscal year\d+of 15 so far/);
  await expect
    .element(figures.getByRole('link', { name: /Numbers left/ }))
    .toHaveAttribute('href', '/acknowledgement_receipt');
  const attention = screen.getByRole('region', { name: 'Needs an administrator', exact: true });
  await expect.element(attention.getByRole('row').nth(1)).toHaveTextContent(/^Month to closeAccounting Period/);
  await expect.element(attention).toHaveTextContent(/to finish before May 2025 closes/);
  await expect
    .element(screen.getByRole('link', { name: /^All, \d+ in May 2025$/ }))
    .toHaveAttribute('href', '/entries?of=of_month&month=2025-05');
  const cash = screen.getByRole('region', { name: 'Cash in and out' });
  await cash.getByRole('button', { name: 'View as table' }).click();
  await expect.element(cash.getByRole('row', { name: /May/ })).toHaveTextContent(/0\.003,000\.00/);
  await cash.getByRole('button', { name: 'View as chart' }).click();
  expect(await accessibilityFaults()).toEqual([]);
  await cash.getByRole('button', { name: /^May: In 0.00, Out 3,000.00/ }).click();
  await expect.poll(() => router.state.location.href).toBe('/trial-balance?type=ftm&year=2025&month=5');
});

const DAYS = { today: '2025-05-22', month: '2025-05-01' } as unknown as DashboardDays;
const figureOf = (name: FigureName): [string, string, Readonly<Record<string, unknown>>] => {
  const { to, search } = addressOf(name, DAYS);
  const isCheque = name in CHEQUE_FIGURES;
  const { query } = { ...BATCH_FIGURES, ...CHEQUE_FIGURES }[name as keyof typeof BATCH_FIGURES];
  const path = isCheque ? listCheques.path : listBatches.path;
  return [`${to}?${new URLSearchParams(search).toString()}`, path, query(DAYS)];
};
/** What every list asks for, or what says of a list only that it has all types. */
const NO_FILTER = new Set(['page', 'pages', 'actions', 'sum_all', 'sort', 'document_type', 'year']);

test.each<[string, string, Readonly<Record<string, unknown>>]>([
  ...BATCH_FIGURE_NAMES.map(figureOf),
  ...(Object.keys(CHEQUE_FIGURES) as FigureName[]).map(figureOf),
  [`/users?state=${encodeURIComponent(USER_STATES.ends)}&sort=end_date`, '/user', { state: USER_STATES.ends }],
  ['/outgoing-mail?state=failed', '/mail', { state: 'failed' }],
])('%s asks for just what its figure counts', async (address, path, query) => {
  const asked = answerCalls({});
  const everything = Object.keys(MODULES).map((module) => [module, 4]);
  startSession(loginDataOf(Object.fromEntries(everything)));
  await renderApp(SCREEN_TABLE.screens, address, SCREEN_TABLE);
  const filtersOf = (entries: Iterable<[string, unknown]>) =>
    [...entries]
      .filter(([name]) => !NO_FILTER.has(name))
      .flatMap(([name, value]) =>
        (Array.isArray(value) ? value : String(value).split(',')).map((one) => `${name}=${String(one)}`),
      )
      .toSorted();
  const listed = () =>
    asked
      .map(({ address: text }) => new URL(text, 'http://localhost'))
      .filter(({ pathname }) => pathname === `/api${path}`)
      .map(({ searchParams }) => filtersOf(searchParams));
  await expect.poll(listed).toContainEqual(filtersOf(Object.entries(query)));
});

test('whoever may set up the company sees what is still to be done, until all is', async () => {
  let done = false;
  const missing = 'Nobody can approve 1.00 PHP at level L1 (Section Head).';
  const starter = [
    { part: 'account', records: 253 },
    { part: 'bank_header', records: 66 },
  ];
  const asked = answerCalls({
    ...answered('dashboard/admin', 'dashboard/admin-charts'),
    'GET /api/setup': () => ({
      body: {
        data: {
          steps: [
            { step: 'company', done: true, missing: null },
            { step: 'branches', done, missing: null },
            { step: 'approving_officers', done, missing: done ? null : missing },
          ],
          complete: done,
          starter,
        },
      },
    }),
    'POST /api/setup/starter-set': () => {
      starter.splice(0, 1);
      return { body: { data: { loaded: [{ part: 'account', records: 253 }] } } };
    },
  });
  startSession(loginDataOf({ Companies: 3, Branches: 4 }));
  const branches: Screen = { label: 'Branches', path: '/branches', load: async () => () => null };
  const { screen, router } = await renderApp([branches], '/?month=2025-05');
  const card = screen.getByRole('region', { name: 'Set up your company' });
  await expect.element(card).toHaveTextContent(/1 of 3 done\..*DoneCompany.*To doBranches/);
  await expect.element(card).toHaveTextContent(missing);
  expect(await accessibilityFaults()).toEqual([]);
  await card.getByRole('checkbox', { name: 'Banks of the country (66)' }).click();
  await card.getByRole('button', { name: 'Load' }).click();
  await expect.element(screen.getByText('253 records of the starter set are stored.')).toBeVisible();
  expect(asked.find(({ call }) => call === 'POST /api/setup/starter-set')?.body).toEqual({ parts: ['account'] });
  await expect.element(card.getByRole('checkbox')).toHaveLength(1);
  await card.getByRole('link', { name: 'Branches' }).click();
  done = true;
  await router.navigate({ to: '/' });
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test('nobody else is asked to set it up', async () => {
  const asked = answerCalls(answered('dashboard/admin', 'dashboard/admin-charts'));
  startSession(loginDataOf({ Companies: 2, Banks: 1 }));
  const { screen } = await renderApp(SCREENS, '/?month=2025-05');
  await expect.element(screen.getByRole('region', { name: 'Needs an administrator', exact: true })).toBeVisible();
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/setup');
});

test('a dashboard that could not be loaded says so and can be asked again', async () => {
  const answers = { 'GET /api/dashboard': refusal(503, 'The database is away.') };
  answerCalls(answers);
  startSession(loginDataOf({ Banks: 1, 'Journal Entries': 1 }));
  const { screen } = await renderApp(SCREENS, '/?month=2025-05');
  await expect.element(screen.getByText("Couldn't load the dashboard.")).toBeVisible();
  Object.assign(answers, answered('dashboard/preparer', 'dashboard/preparer-charts'));
  await screen.getByRole('button', { name: 'Retry' }).first().click();
  await expect.element(screen.getByRole('region', { name: 'Figures, Preparer' })).toBeVisible();
});

test('a user without any screen is told whom to ask', async () => {
  answerCalls({});
  startSession(loginDataOf({}));
  const { screen } = await renderApp(SCREENS, '/');
  await expect
    .element(screen.getByText('Your roles hold no screen yet. Ask an administrator for access.'))
    .toBeVisible();
});
