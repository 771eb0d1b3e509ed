import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../paths.ts';
import { createAppRouter } from '../routes.tsx';
import { forgetSession, startSession } from '../session/session.ts';
import { answerCalls, loginDataOf } from '../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import ANSWERS from '../testing/worked-reports.json' with { type: 'json' };

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  forgetSession();
});

test('the proofs of a month stand side by side, and a difference leads to its document, to its proof in its report and back', async () => {
  const right = ANSWERS['month proofs'];
  const [first, ...others] = right.data;
  const voucher = { document_type: 'CV', document_number: 'CV0000001', batch_number: '0000001', amount: '7.00' };
  const off = { ...first!.proof[0]!, difference: '7.00', documents: [voucher] };
  const red = { ...right, data: [{ ...first!, proof: [off, ...first!.proof.slice(1)] }, ...others] };
  let answer: object = right;
  const asked = answerCalls({
    'GET /api/rpt/proofs': () => ({ body: answer }),
    'GET /api/rpt/tbal': { body: ANSWERS['E04 /rpt/tbal'] },
    'GET /api/rpt/tbal/proofs': { body: { data: [] } },
  });
  startSession(loginDataOf({ 'Trial Balance': 1, Disbursements: 1, 'Month-end Proofs': 1 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: ['/month-end-proofs?month=2023-01'] }) });
  await renderScreen(<RouterProvider router={router} />);
  const count = right.data.flatMap(({ proof }) => proof).length;
  await expect.element(page.getByText(`${count} of ${count} agree`)).toBeVisible();
  // The other months of the year are proven one after the other, and say so.
  await expect.element(page.getByRole('button', { name: 'Dec 2023, all agree' })).toBeVisible();
  expect(asked.filter(({ call }) => call.startsWith('GET /api/rpt/proofs'))).toHaveLength(12);
  // As every report it leaves by one menu, of the month in sight.
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^PDF/ })).toBeVisible();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect.poll(() => asked.at(-1)!.address).toBe('/api/rpt/proofs/export?year=2023&month=1&format=csv');
  const sheet = page.getByRole('link', { name: 'Open full page' }).element().getAttribute('href')!;
  answer = red;
  await userEvent.keyboard('r');
  await expect.element(page.getByText(`${count - 1} of ${count} agree`)).toBeVisible();
  await expect.element(page.getByText('1 differs by 7.00')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  // Where it is narrow it is read from above to below.
  await page.viewport(700, 844);
  const proofs = page.getByRole('region', { name: 'Proofs of January 2023' }).element();
  expect(proofs.scrollWidth).toBe(proofs.clientWidth);
  expect(await accessibilityFaults()).toEqual([]);
  await page.viewport(1440, 900);
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('link', { name: off.name }).first()).toHaveFocus();
  const link = page.getByRole('link', { name: 'CV0000001' });
  expect(link.element().getAttribute('href')).toContain('batch=0000001');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/trial-balance');
  expect(router.state.location.search).toMatchObject({ type: 'ftm', year: '2023', month: '1' });
  const proof = page.getByText(off.name, { exact: true });
  await expect.element(proof).toHaveFocus();
  router.history.back();
  await expect.element(page.getByRole('link', { name: off.name }).first()).toHaveFocus();
  // The page without the shell has the same proofs on sheets, of whom and by what they are made, and the month alone in its address.
  await router.navigate({ to: sheet });
  await expect.element(page.getByText('VAT REG TIN', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText(off.name, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('CV0000001 7.00')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await router.navigate({ to: sheet.replace(/.$/, '!') });
  await expect.element(page.getByText('This print link is damaged.', { exact: false })).toBeVisible();
});
