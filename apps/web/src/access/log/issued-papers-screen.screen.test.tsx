import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetSession, startSession } from '../../session/session.ts';
import { answered } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { IssuedPapersScreen } from './issued-papers-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

async function openPapers(): Promise<void> {
  startSession(loginDataOf({ 'Audit Trail': 1 }));
  await renderApp([], '/access-log/papers', {
    plain: [
      {
        path: '/access-log/papers',
        title: 'Issued papers',
        modules: ['Audit Trail'],
        load: async () => IssuedPapersScreen,
      },
    ],
  });
}

test('the list of papers says of a leaf of stock by which run and which version of the layout it was printed', async () => {
  answerCalls(answered('archive/issued-papers', 'billing/printers'));
  await openPapers();
  await expect
    .element(page.getByRole('row', { name: /Cheque/ }).first())
    .toHaveTextContent(/Cheque.*Run \d+, layout Voucher cheque 8 × 3 in, version 1.*0000451.*Printed.*Stands/);
});

test('the list of papers says which copy went out, how, and by which code it is verified, narrowed by way and day', async () => {
  const asked: Asked[] = answerCalls(answered('billing/issued-papers', 'billing/printers'));
  await openPapers();
  const row = page.getByRole('row', { name: /Billing Invoice/ }).first();
  await expect.element(row).toHaveTextContent(/Carla Santos.*BI-HOB0000002.*2.*Printed.*0123456789ABCDEF.*Stands/);
  await expect
    .element(row.getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('/verify/0123456789ABCDEF'));
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Way', exact: true }).click();
  await page.getByRole('checkbox', { name: 'E-mail' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('2025-05-01');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => asked.at(-1)!.address).toMatch(/way=mail.*date_from=2025-05-01/);
  // By keyboard: the kind of paper and the person.
  await page.getByRole('button', { name: 'Paper', exact: true }).click();
  await page.getByRole('checkbox', { name: 'BIR Form 2307' }).click();
  await page.getByRole('button', { name: 'Who', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Carla Santos' }).click();
  await expect.poll(() => asked.at(-1)!.address).toMatch(/kind=tax_certificate&user_id=\d+/);
  // The file is of what is filtered.
  const saved = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('x'));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect
    .poll(() => saved.mock.calls.map(([address]) => address as string).find((address) => address.includes('/export')))
    .toMatch(/papers\/export\?way=mail&kind=tax_certificate&user_id=\d+&date_from=2025-05-01&format=csv/);
});
