import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makePage } from '@talaan/contract/http/envelope';
import type { Mail } from '@talaan/contract/notices/mail.contract';
import { forgetSession, startSession } from '../session/session.ts';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { answerCalls, loginDataOf, refusal, renderApp, type Asked } from '../testing/render-app.tsx';
import { MailScreen } from './mail-screen.tsx';

const FAILED: Mail = {
  id: '31',
  template: 'digest',
  to_address: 'gina.flores@sampol.example',
  to_name: 'Gina Flores',
  subject: '4 transactions wait for you',
  state: 'failed',
  attempts: 5,
  reply: '550 no such user here',
  created_at: '2025-05-22T00:00:00Z',
  last_attempt_at: '2025-05-22T04:00:00Z',
  next_try_at: null,
};
const WAITING: Mail = { ...FAILED, id: '32', to_address: 'ben.cruz@sampol.example', state: 'waiting', attempts: 0 };

beforeEach(() => startSession(loginDataOf({ Companies: 3 })));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

async function open(mails: readonly Mail[], has_server = true): Promise<Asked[]> {
  let listed = [...mails];
  const asked = answerCalls({
    'GET /api/mail': () => ({
      body: {
        ...makePage(listed, listed.length, { page: 1, pages: 25 }, { path: '/api/mail', query: {} }),
        has_server,
        runs: [{ template: 'digest', at: '2025-05-22T00:00:00Z', mailed: 3, without_address: 1 }],
      },
    }),
    'POST /api/mail/31/send': () => {
      listed = listed.map((mail) => (mail.id === '31' ? { ...mail, state: 'waiting', reply: null } : mail));
      return { body: { data: { id: '31', state: 'waiting' } } };
    },
    'POST /api/mail/33/send': () => {
      listed = [];
      return { body: { data: { id: '33', state: 'waiting' } } };
    },
    'POST /api/mail/32/send': refusal(409, 'This mail was sent meanwhile.'),
  });
  await renderApp([], '/outgoing-mail', {
    plain: [{ path: '/outgoing-mail', title: 'Outgoing mail', modules: ['Companies'], load: async () => MailScreen }],
  });
  return asked;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a failed mail shows the answer of the mail server, and is sent again', async () => {
  const asked = await open([FAILED]);
  const row = page.getByRole('row', { name: /Gina Flores/ });
  await expect.element(row).toHaveTextContent('550 no such user here');
  await expect.element(row).toHaveTextContent('5 tries');
  await expect.element(page.getByText('Last digest 2025-05-22 08:00: 3 mails, 1 person without')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await button('Send again to gina.flores@sampol.example').click();
  await expect.element(page.getByText('The mail to gina.flores@sampol.example is sent again')).toBeVisible();
  await expect.element(row).toHaveTextContent('Waiting');
  expect(asked.map(({ call }) => call)).toContain('POST /api/mail/31/send');
});

test('on a phone a mail is a card that keeps within the width, each fact under its heading', async () => {
  await page.viewport(390, 844);
  try {
    await open([{ ...FAILED, reply: '550 no such user here, and a sentence that is wider than a telephone is' }]);
    await expect.element(button('Send again to gina.flores@sampol.example')).toBeInViewport({ ratio: 1 });
    const log = page.getByRole('region', { name: 'Mails, newest first' }).element();
    expect(log.scrollWidth).toBe(log.clientWidth);
    const answer = page.getByRole('cell', { name: /550 no such user here/ }).element();
    expect(getComputedStyle(answer, '::before').content).toBe('"Last answer of the mail server"');
    expect(await accessibilityFaults()).toEqual([]);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('a refused try says why, and the mail stays', async () => {
  await open([WAITING]);
  await button('Send now to ben.cruz@sampol.example').click();
  await expect.element(page.getByText('This mail was sent meanwhile.')).toBeVisible();
  await expect.element(button('Send now to ben.cruz@sampol.example')).toBeVisible();
});

test('the button that leaves with its mail leaves the focus to the list', async () => {
  await open([{ ...FAILED, id: '33' }]);
  await expect.element(button('Send again to gina.flores@sampol.example')).toBeVisible();
  await userEvent.tab();
  while (!document.activeElement!.ariaLabel?.startsWith('Send again')) await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No mail was written yet.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Mails, newest first' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
});

test('without a mail server nothing can be sent, and the screen says what to set', async () => {
  await open([{ ...FAILED, state: 'no_server', reply: null, attempts: 0 }], false);
  await expect.element(page.getByText(/set SMTP_URL and MAIL_FROM on the server/)).toBeVisible();
  await expect.element(button('Send again to gina.flores@sampol.example')).toHaveAttribute('aria-disabled', 'true');
});

test('a state is asked of the server', async () => {
  const asked = await open([]);
  await expect.element(page.getByText('No mail was written yet.')).toBeVisible();
  await page.getByText('Failed', { exact: true }).click();
  await expect.element(page.getByText('No mail is in this state.')).toBeVisible();
  expect(asked.findLast(({ call }) => call === 'GET /api/mail')?.address).toContain('state=failed');
});

test('whoever does not look after the company does not see its mail', async () => {
  startSession(loginDataOf({ Companies: 1 }));
  const asked = await open([FAILED]);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Unauthorize');
  await expect.element(page.getByText('You need Update on Companies; you have Select.')).toBeVisible();
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/mail');
});
