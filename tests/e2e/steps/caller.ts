import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { BuiltServer } from './built-server.ts';
import { giveOwnPassword } from './sign-in.ts';

/** Calls the server in the name of one person: for what a journey needs and is not about. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  body?: object,
) => Promise<{ data: Record<string, unknown>; pending_change?: { id: number } }>;

/** Calls in the name of whoever is signed in there. */
export async function callerOf(browser: APIRequestContext): Promise<Caller> {
  const session = await browser.post('/api/getuser', { data: {} });
  const { token } = (await session.json()).data[0];
  return async (method, address, body) => {
    const options = body === undefined ? {} : { data: body };
    const reply = await browser.fetch(address, { method, headers: { 'x-csrf-token': token }, ...options });
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
}

/** Does in the name of two administrators what waits for a second person when one asks for it. */
export async function agreeOn(first: Page, second: Page, address: string, body: object): Promise<void> {
  const asked = await (await callerOf(first.request))('PUT', address, body);
  await (
    await callerOf(second.request)
  )('POST', `/api/access/changes/${asked.pending_change!.id}/confirm`);
}

/** A user whom an administrator adds and who has chosen a password of his own, `OWN_PASSWORD`. */
export async function addUser(admin: Page, server: BuiltServer, facts: { user_id: string }) {
  const add = await callerOf(admin.request);
  await add('POST', '/api/user', { user_first_name: 'Vic', user_last_name: 'Torres', ...facts });
  await giveOwnPassword(server, facts.user_id);
}
