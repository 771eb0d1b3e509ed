import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlannedCertificate } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { startSession } from '../../session/session.ts';
import { checkExchange } from '../../testing/contract-check.ts';
import { loginDataOf } from '../../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { CertificateDialog } from './certificate-dialog.tsx';

const planned = (payee_id: number, payee_desc: string, rest: Partial<PlannedCertificate> = {}): PlannedCertificate => ({
  payee_id,
  payee_code: `S${payee_id}`,
  payee_desc,
  email_add: `s${payee_id}@payee.example`,
  address_hold: null,
  fiscal_year: 2023,
  quarter: 1,
  act: 'issue',
  is_changed: false,
  replaces: 0,
  total_base: '151250.00',
  total_tax: '3025.00',
  missing: [],
  ...rest,
});
const PLANS = [
  planned(1, 'BANTAY KUNWARI SECURITY AGENCY, INC.'),
  planned(2, 'JUANA HALIMBAWA', { missing: ['no last and first name'], address_hold: 'address_is_new' }),
  planned(3, 'HULMA REALTY LEASING CORP.', {
    act: 'copy',
    is_changed: true,
    total_base: '0.00',
    total_tax: '0.00',
    email_add: '',
  }),
];

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly key: string | undefined;
}

/** Answers the calls of the dialog in the server's place, and keeps what they sent. */
function answerCalls(refusal: object | null = null): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    const given = JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>;
    const key = (headers as Record<string, string>)['idempotency-key'];
    sent.push({ path: url.pathname, body: given, key });
    const checked = (status: number, answer: object) => {
      checkExchange({ method, url, sent: given, status, answer });
      return Response.json(answer, { status });
    };
    if (url.pathname === '/api/rpt/bir2307/check') {
      const data =
        given['replace'] === 1 ? PLANS.map((plan) => ({ ...plan, act: 'issue' as const, replaces: 1 })) : PLANS;
      return checked(200, { data, company_lacks: ['no signatory of tax forms'] });
    }
    if (url.pathname === '/api/rpt/bir2307/mail') {
      const data = [
        { payee_id: 1, payee_desc: PLANS[0]!.payee_desc, outcome: 'queued', to_address: 's1@payee.example' },
        { payee_id: 2, payee_desc: PLANS[1]!.payee_desc, outcome: 'address_is_new', to_address: 's2@payee.example' },
      ];
      return checked(200, { data, queued: 1, has_server: true });
    }
    if (refusal !== null) return Response.json(refusal, { status: 409 });
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
  });
  return sent;
}

async function openDialog(): Promise<void> {
  startSession(loginDataOf({ 'BIR Form 2307': 2 }, { id: 9 }));
  const of = { fiscal_year: 2023, quarter: 1, payee_ids: [1, 2, 3] };
  await renderScreen(<CertificateDialog of={of} onClose={() => undefined} />);
  await expect.element(page.getByText('JUANA HALIMBAWA')).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const called = (sent: readonly Sent[], path: string) => sent.filter((call) => call.path.endsWith(path));

afterEach(() => vi.unstubAllGlobals());

test('says who gets what and what would be blank, and prints those that are chosen as one file in a tab of its own', async () => {
  const sent = answerCalls();
  const tab = { location: { href: '' }, close: vi.fn<() => void>() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  await openDialog();
  await expect.element(page.getByText('no last and first name')).toBeVisible();
  await expect.element(page.getByText('Given, changed since')).toBeVisible();
  await expect.element(page.getByText(/^1 payee has a certificate of what was taken back since/)).toBeVisible();
  await expect.element(page.getByText(/profile of the company has no signatory of tax forms/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  // Those who get a new one are chosen.
  await expect.element(button('Print 2')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select JUANA HALIMBAWA' }).click();
  await button('Print 1').click();
  await vi.waitFor(() => expect(tab.location.href).toMatch(/^blob:/));
  expect(opened).toHaveBeenCalledTimes(1);
  const [printed] = called(sent, '/print');
  expect(printed!.body).toEqual({ fiscal_year: 2023, quarter: 1, payee_ids: [1], replace: 0, sheet: 'A4' });
  expect(printed!.key).toMatch(/^[0-9a-f]{32}$/);
  opened.mockRestore();
});

test('asks before it replaces, and a refusal closes the tab and says why', async () => {
  const sent = answerCalls({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    message: 'What was withheld has changed meanwhile.',
    code: 'certificate_changed',
    request_id: '1',
  });
  const tab = { location: { href: '' }, close: vi.fn<() => void>() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  await openDialog();
  await page.getByRole('checkbox', { name: 'Replace those that were given before' }).click();
  await expect.element(page.getByText('Replaces 1').first()).toBeVisible();
  await button('Print 3').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await expect.element(page.getByText('What was withheld has changed meanwhile.')).toBeVisible();
  expect([tab.close.mock.calls.length, tab.location.href]).toEqual([1, '']);
  expect(called(sent, '/print')[0]!.body).toMatchObject({ payee_ids: [1, 2, 3], replace: 1 });
  opened.mockRestore();
});

test('sends one mail to each, tells the count, and names whom it left out', async () => {
  const sent = answerCalls();
  await openDialog();
  await button('Send 2 by mail').click();
  await expect.element(page.getByText('1 mail on the way.')).toBeVisible();
  await expect
    .element(page.getByText('Not sent, the e-mail address changed within the last day: JUANA HALIMBAWA'))
    .toBeVisible();
  expect(called(sent, '/mail')[0]!.body).toMatchObject({ payee_ids: [1, 2], replace: 0 });
});

test('is worked by keyboard alone: who gets one is chosen, replaced and printed', async () => {
  const sent = answerCalls();
  const tab = { location: { href: '' }, close: vi.fn<() => void>() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  await openDialog();
  const tabUntil = async (isThere: (focused: Element | null) => boolean) => {
    for (let presses = 0; presses < 30 && !isThere(document.activeElement); presses += 1)
      await userEvent.keyboard('{Tab}');
    expect(isThere(document.activeElement)).toBe(true);
  };
  const tabTo = (name: string) => tabUntil((focused) => isNamed(focused, name));
  await tabTo('Replace those that were given before');
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Replaces 1').first()).toBeVisible();
  // One row has the focus; arrows go on to the others.
  await tabUntil((focused) => focused?.tagName === 'TR');
  await userEvent.keyboard('{ArrowDown} ');
  await tabTo('Print 2');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await tabTo('Replace');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(tab.location.href).toMatch(/^blob:/));
  expect(called(sent, '/print')[0]!.body).toMatchObject({ payee_ids: [1, 3], replace: 1 });
});

function isNamed(element: Element | null, name: string): boolean {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
  return [element?.getAttribute('aria-label'), label].some((text) => text?.trim() === name);
}
