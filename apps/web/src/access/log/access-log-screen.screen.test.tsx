import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makePage } from '@talaan/contract/http/envelope';
import type { AccessLogRow } from '@talaan/contract/sign-in/access-log.contract';
import { forgetSession, startSession } from '../../session/session.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../../testing/render-app.tsx';
import { AccessLogScreen } from './access-log-screen.tsx';

const REFUSED: AccessLogRow = {
  id: 'r4',
  kind: 'refusal',
  at: '2025-05-22T04:00:00Z',
  user_name: 'Ben Cruz',
  what: 'Change settings of the company',
  details: 'You need Update on Companies; you have Select.',
  times: 3,
  request_id: '7c2f',
};
const EXPORT: AccessLogRow = {
  ...REFUSED,
  id: 'e9',
  kind: 'export',
  what: 'Payee Details',
  details: 'rows 1980, format csv',
  times: 1,
};

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

test('the access log tells who took out what and who was refused what, by page, kind and words', async () => {
  const asked: Asked[] = answerCalls({
    'GET /api/access-log': () => {
      const query = new URLSearchParams(asked.at(-1)!.address.split('?')[1]);
      const rows = [REFUSED, EXPORT].filter(
        ({ kind, what }) => kind === (query.get('kind') ?? kind) && what.includes(query.get('search') ?? ''),
      );
      const asks = { page: Number(query.get('page')), pages: 25 };
      return { body: makePage(rows, rows.length + 25, asks, { path: '/api/access-log', query: {} }) };
    },
  });
  startSession(loginDataOf({ 'Audit Trail': 1 }));
  await renderApp([], '/', {
    plain: [{ path: '/access-log', title: 'Access log', modules: ['Audit Trail'], load: async () => AccessLogScreen }],
  });
  await page.getByRole('button', { name: 'Ana R., user menu' }).click();
  await page.getByRole('menuitem', { name: 'Access log' }).click();
  const refused = page.getByRole('row', { name: /Change settings of the company/ });
  await expect.element(refused).toHaveTextContent(/Ben Cruz.*Refused.*you have Select\.3 times within a minute/);
  await expect.element(page.getByRole('row', { name: /Payee Details/ })).toHaveTextContent('rows 1980, format csv');
  const details = page.getByRole('cell', { name: 'rows 1980, format csv' }).element() as HTMLElement;
  expect(details.offsetWidth).toBeGreaterThan(220);
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => asked.at(-1)!.address).toContain('page=2');
  await page.getByText('Exports', { exact: true }).click();
  await expect.element(refused).not.toBeInTheDocument();
  expect(asked.at(-1)!.address).toContain('page=1&');
  await page.getByRole('searchbox', { name: 'Search the access log' }).fill('Settings');
  await expect.element(page.getByText('Nothing of that kind is in the log.')).toBeVisible();
});
