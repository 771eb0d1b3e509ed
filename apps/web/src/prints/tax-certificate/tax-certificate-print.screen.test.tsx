import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { SCREEN_TABLE } from '../../paths.ts';
import { createAppRouter } from '../../routes.tsx';
import { startSession } from '../../session/session.ts';
import { checkExchange } from '../../testing/contract-check.ts';
import { loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';

const PLAN = {
  payee_id: 1,
  payee_code: 'S1',
  payee_desc: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
  email_add: '',
  address_hold: null,
  fiscal_year: 2023,
  quarter: 1,
  act: 'issue',
  is_changed: false,
  replaces: 0,
  total_base: '50000.00',
  total_tax: '1000.00',
  missing: ['no ZIP code of four digits'],
};

async function open(data: string, reply: object, status = 200) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    if (!url.pathname.startsWith('/api/trx/')) return Response.json({}, { status: 404 });
    asked.push(`${method} ${url.pathname}`);
    if (method === 'POST') bodies.push(body);
    if (method === 'POST') return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
    checkExchange({ method, url, sent: null, status, answer: reply });
    return Response.json(reply, { status });
  });
  startSession(loginDataOf({ Disbursements: 1 }, { id: 9 }));
  const router = createAppRouter(SCREEN_TABLE);
  router.update({ history: createMemoryHistory({ initialEntries: [`/preview-2307/${data}`] }) });
  await renderScreen(<RouterProvider router={router} />);
  return { asked, bodies };
}

afterEach(() => vi.unstubAllGlobals());

test('/preview-2307 says what will be certified and what stays blank, and prints it; what is not posted and a damaged link say so', async () => {
  const tab = { location: { href: '' }, close: vi.fn<() => void>() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const data = encodePrintLink({ batch_number: '0000017' });
  const other = { ...PLAN, payee_id: 2, payee_desc: 'JUANA HALIMBAWA', act: 'copy', missing: [] };
  const { asked, bodies } = await open(data, { data: [PLAN, other], company_lacks: ['no TIN'] });
  await expect.element(page.getByRole('alert')).toBeVisible();
  // Each payee in turn, and what every one of them lacks.
  expect([...document.querySelectorAll('[role=alert] p')].map(({ textContent }) => textContent)).toEqual([
    `${PLAN.payee_desc}, Q1 2023: 1,000.00 withheld of 50,000.00 is certified. Missing: no ZIP code of four digits.`,
    'JUANA HALIMBAWA, Q1 2023: has the certificate; a copy is printed.',
    'The profile of the company has no TIN.',
  ]);
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByText('8.5 × 13 in').click();
  await page.getByRole('button', { name: 'Print' }).click();
  await vi.waitFor(() => expect(tab.location.href).toMatch(/^blob:/));
  expect(asked.slice(0, 2)).toEqual(['GET /api/trx/print-2307/0000017', 'POST /api/trx/print-2307/0000017']);
  expect(bodies).toEqual(['{"sheet":"Folio"}']);
  opened.mockRestore();
});

test.each([
  [encodePrintLink({ batch_number: '0000017' }), 'It is certified when it is posted.'],
  ['x'.repeat(9), 'This print link is damaged. Open the document again.'],
])('%s: %s', async (data, words) => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'not_posted', request_id: '1' };
  await open(data, { ...problem, message: 'It is certified when it is posted.' }, 409);
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
});
