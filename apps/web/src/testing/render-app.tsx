import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { vi } from 'vitest';
import type { LoginData, RoleAccessEntry } from '@talaan/contract/sign-in/login-data';
import type { ModuleName } from '@talaan/contract/access/modules';
import { MODULES } from '@talaan/contract/access/modules';
import { checkExchange } from './contract-check.ts';
import { createAppRouter } from '../routes.tsx';
import type { Screen, ScreenTable } from '../page/screen.ts';
import { renderScreen } from './render-screen.tsx';

/** One answer of the server: status and body. */
export interface Answer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** By call: `GET /api/trx/header`. */
export type Answers = Record<string, Answer | (() => Answer | Promise<Answer>)>;

/** What the server was asked: `POST /api/login` with its address, body and headers. */
export interface Asked {
  call: string;
  /** With what stands after the question mark. */
  address: string;
  body: unknown;
  headers: Record<string, string>;
}

/** Stands in for the server's side of `fetch`: answers by method and path, 404 for the rest, and remembers what it was asked. */
export function answerCalls(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const text = typeof address === 'string' ? address : '';
    const path = text.split('?')[0] ?? '';
    const call = `${init?.method ?? 'GET'} ${path}`;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ call, address: text, body, headers: { ...(init?.headers as Record<string, string>) } });
    const found = answers[call] ?? refusal(404, 'There is no such address.');
    const answer = typeof found === 'function' ? await found() : found;
    checkExchange({
      method: init?.method ?? 'GET',
      url: new URL(text, 'http://localhost'),
      sent: init?.body instanceof FormData ? undefined : body,
      status: answer.status ?? 200,
      answer: answer.body,
    });
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      ...(answer.headers === undefined ? {} : { headers: answer.headers }),
    });
  });
  return asked;
}

/** The server does what it is asked next, and its answer is lost on the way. */
export function loseNextAnswer(): void {
  const answering = vi.mocked(window.fetch).getMockImplementation()!;
  vi.mocked(window.fetch).mockImplementationOnce(async (...call) => {
    await answering(...call);
    throw new TypeError('Failed to fetch');
  });
}

/** A problem reply of the server. */
export function refusal(status: number, message: string): Answer {
  return { status, body: { status, title: '', message, code: 'refused', request_id: '1' } };
}

/** Login data of Ana Reyes, whose session ends in so many seconds, with the given levels by module. */
export function loginDataOf(
  levels: Partial<Record<ModuleName, number>>,
  { seconds = 3600, id = 7 }: { seconds?: number; id?: number } = {},
): LoginData {
  const roleaccess = (Object.entries(levels) as [ModuleName, number][]).map(
    ([module_name, access_level]): RoleAccessEntry => ({
      module_name,
      module_type: MODULES[module_name],
      access_level,
    }),
  );
  return {
    token: 'csrf-token-of-the-session',
    token_expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
    server_time: new Date(Date.now()).toISOString(),
    roleaccess,
    user: {
      id,
      user_id: 'preparer',
      user_first_name: 'Ana',
      user_middle_name: null,
      user_last_name: 'Reyes',
      email: 'ana.reyes@example.ph',
      sper_user: 0,
      approver: 0,
      jobt_code: null,
      dept_code: null,
      dept_id: null,
      brnc_code: null,
      start_date: null,
      end_date: null,
      user_max_amount: null,
      level: null,
      min_amount: null,
      max_amount: null,
      officer_limits: [],
    },
  };
}

/** The same data as `POST /getuser` answers it. */
export function sessionUserOf({ user, ...facts }: LoginData): Answer {
  return { body: { data: [{ ...user, ...facts }] } };
}

/** Renders the whole application at an address, over the given screens. */
export async function renderApp(screens: readonly Screen[], path: string, others: Partial<ScreenTable> = {}) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter({ screens, plain: [], prints: [], ...others }, history);
  const screen = await renderScreen(<RouterProvider router={router} />);
  return { screen, history, router };
}
