import { afterEach, expect, test, vi } from 'vitest';
import { answered } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import type { Screen } from '../../page/screen.ts';
import { forgetSession, startSession } from '../../session/session.ts';

const SCREENS: readonly Screen[] = [{ label: 'Banks', path: '/banks', load: async () => () => null }];

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('shows which modules of the current period are open, and leads to the screens of the user', async () => {
  answerCalls(answered('dashboard/period'));
  startSession(loginDataOf({ Banks: 1, 'Journal Entries': 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  const strip = screen.getByRole('region', { name: 'Accounting period' });
  await expect.element(strip).toHaveTextContent(/DisbursementOpenCash ReceiptClosedGeneral JournalOpen$/);
  await expect
    .element(screen.getByRole('region', { name: 'File Maintenance' }).getByRole('link', { name: 'Banks' }))
    .toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('whoever may set up the company sees what is still to be done, until all is', async () => {
  let done = false;
  const missing = 'Nobody can approve 1.00 PHP at level L1 (Section Head).';
  const starter = [
    { part: 'account', records: 253 },
    { part: 'bank_header', records: 66 },
  ];
  const asked = answerCalls({
    ...answered('dashboard/period-none'),
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
  const { screen, router } = await renderApp([branches], '/');
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
  const asked = answerCalls(answered('dashboard/period-none'));
  startSession(loginDataOf({ Companies: 2, 'Accounting Period': 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  await expect.element(screen.getByText('not created')).toBeVisible();
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/setup');
});

test('a period that was never created counts as closed', async () => {
  answerCalls(answered('dashboard/period-none'));
  startSession(loginDataOf({ Banks: 1, 'Journal Entries': 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  await expect
    .element(screen.getByRole('region', { name: 'Accounting period' }))
    .toHaveTextContent('not createdDisbursementClosed');
});

test('a period that could not be loaded says so and can be asked again', async () => {
  const answers = { 'GET /api/acctperiodmain/dropdown-list': refusal(503, 'The database is away.') };
  answerCalls(answers);
  startSession(loginDataOf({ Banks: 1, 'Journal Entries': 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  await expect.element(screen.getByText("Couldn't load the period.")).toBeVisible();
  Object.assign(answers, answered('dashboard/period-none'));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('not created')).toBeVisible();
});

test('the period is not asked for by whoever neither enters transactions nor keeps the periods', async () => {
  const asked = answerCalls({});
  startSession(loginDataOf({ Banks: 1 }));
  const { screen } = await renderApp(SCREENS, '/');
  await expect.element(screen.getByRole('region', { name: 'File Maintenance' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Accounting period' })).not.toBeInTheDocument();
  const ofShell = ['GET /api/notices', 'GET /api/sign-in/methods', 'GET /api/access/changes'];
  expect(asked.map(({ call }) => call).filter((call) => !ofShell.includes(call))).toEqual([]);
});

test('a user without any screen is told whom to ask', async () => {
  answerCalls({});
  startSession(loginDataOf({}));
  const { screen } = await renderApp(SCREENS, '/');
  await expect
    .element(screen.getByText('Your roles hold no screen yet. Ask an administrator for access.'))
    .toBeVisible();
});
