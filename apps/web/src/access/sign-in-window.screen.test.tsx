import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SIGN_IN_CHANNEL } from '@talaan/contract/sign-in/sign-in-channel';
import type { SignInMethod } from '@talaan/contract/sign-in/sign-in.contract';
import { createQueryClient } from '../api/query-client.ts';
import { answerCalls, loginDataOf, refusal, type Asked } from '../testing/render-app.tsx';
import { accessibilityFaults } from '../testing/render-screen.tsx';
import { FeedbackOutlet } from '../ui/feedback/feedback-outlet.tsx';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { SignInWindow } from './sign-in-window.tsx';

const REFUSED = refusal(401, 'Invalid username or password');
const QUESTION = { captcha: { id: 'q1', question: 'How much is two plus three? Answer in figures.' } };

/** Answers the calls of the window in the server's place; a sign-in with the password 'right' is accepted. */
function answerSignIns(methods: SignInMethod[]): Asked[] {
  const asked: Asked[] = answerCalls({
    'GET /api/sign-in/methods': {
      body: {
        data: {
          methods,
          company_name: 'SAMPOL PADALA SERVICES, INC.',
          demo: true,
          demo_sign_in: { users: ['admin', 'cashier'], password: 'right' },
        },
      },
    },
    'POST /api/login': () => {
      const { user_id, password } = asked.at(-1)!.body as Record<string, unknown>;
      if (password === 'right') return { body: { data: loginDataOf({}) } };
      return user_id === 'often-wrong' ? { ...REFUSED, body: { ...(REFUSED.body as object), ...QUESTION } } : REFUSED;
    },
  });
  vi.spyOn(window, 'close').mockImplementation(() => undefined);
  return asked;
}

async function open(methods: SignInMethod[]): Promise<Asked[]> {
  const sent = answerSignIns(methods);
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <SignInWindow />
      </QueryClientProvider>
      <FeedbackOutlet />
    </ThemeProvider>,
  );
  await expect.element(page.getByText('Talaan for SAMPOL PADALA SERVICES, INC.')).toBeVisible();
  return sent;
}

/** The next message that the window hands to its opener. */
function nextMessage(): Promise<unknown> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.addEventListener('message', (event) => {
      channel.close();
      resolve(event.data);
    });
  });
}

const alert = () => page.getByRole('alert').first();
const button = (name: string) => page.getByRole('button', { name });

afterEach(() => vi.restoreAllMocks());

describe('the sign-in window', () => {
  test('shows only the ways that are switched on', async () => {
    await open(['okta', 'password']);
    await expect.element(button('Continue with single sign-on')).toBeVisible();
    await expect.element(page.getByLabelText('User ID')).toBeVisible();
    expect(button('Continue with Google').query()).toBeNull();
    expect(button('Continue with the HR system').query()).toBeNull();
    expect(page.getByRole('radiogroup').query()).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('begins in the first field, and a click on a user of the demo company signs him in', async () => {
    const sent = await open(['okta', 'password']);
    await expect.element(page.getByLabelText('User ID')).toHaveFocus();
    await button('cashier').click();
    await expect.poll(() => sent.at(-1)?.body).toEqual({ user_id: 'cashier', password: 'right' });
    await expect.element(page.getByRole('status').first()).toHaveTextContent('You can close this window.');
  });

  test('asks for user id and password before it calls', async () => {
    const sent = await open(['password']);
    await userEvent.type(page.getByLabelText('User ID'), 'ana');
    await button('Sign in').click();
    await expect.element(page.getByText('Email and Password cannot be null.').first()).toBeVisible();
    expect(sent.filter(({ address }) => address === '/api/login')).toEqual([]);
  });

  test('says why a sign-in is refused and keeps the user id', async () => {
    await open(['okta', 'password', 'email']);
    await userEvent.type(page.getByLabelText('User ID', { exact: true }).last(), 'ana');
    await userEvent.type(page.getByLabelText('Password'), 'wrong{Enter}');
    await expect.element(alert()).toHaveTextContent('Invalid username or password');
    await expect.element(page.getByLabelText('User ID', { exact: true }).last()).toHaveValue('ana');
    expect(window.close).not.toHaveBeenCalled();
  });

  test('asks the question that the server sets after failed tries, and sends its answer', async () => {
    const sent = await open(['password']);
    await userEvent.type(page.getByLabelText('User ID'), 'often-wrong');
    await userEvent.type(page.getByLabelText('Password'), 'wrong{Enter}');
    const question = page.getByLabelText('How much is two plus three?');
    await expect.element(question).toBeVisible();
    await button('Sign in').click();
    await expect.element(page.getByText('Please Verify Captcha First.', { exact: true }).first()).toBeVisible();
    await userEvent.type(question, '5{Enter}');
    await expect.poll(() => sent.at(-1)?.body).toMatchObject({ captcha_id: 'q1', captcha_answer: '5' });
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('refuses what is no e-mail address before it calls', async () => {
    const sent = await open(['email']);
    await userEvent.type(page.getByLabelText('Work e-mail'), 'ana@');
    await userEvent.type(page.getByLabelText('Password'), 'x{Enter}');
    await expect.element(page.getByText('Invalid email account.', { exact: true }).first()).toBeVisible();
    expect(sent.filter(({ address }) => address === '/api/login')).toEqual([]);
  });

  test('tells its opener that somebody signed in, never a token, and closes', async () => {
    const sent = await open(['okta', 'password', 'email', 'hr']);
    await page.getByText('Work e-mail').first().click();
    const message = nextMessage();
    await userEvent.type(page.getByLabelText('Work e-mail').last(), ' ana@sampol.example');
    await userEvent.type(page.getByLabelText('Password'), 'right{Enter}');
    expect(await message).toEqual({ kind: 'signed_in' });
    expect(sent.at(-1)).toMatchObject({
      call: 'POST /api/login',
      body: { email: 'ana@sampol.example', password: 'right' },
    });
    expect(window.close).toHaveBeenCalled();
    await expect.element(page.getByRole('status').first()).toHaveTextContent('You can close this window.');
  });
});
