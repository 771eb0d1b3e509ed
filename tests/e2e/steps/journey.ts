import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  request,
  test as base,
  type ViewportSize,
} from '@playwright/test';
import { type BuiltServer, makeBooks, startBuiltServer } from './built-server.ts';
import { type Caller, callerOf } from './caller.ts';
import { demoBooks } from './demo-books.ts';
import { type BrowserState, openSession } from './sign-in.ts';

export interface Journey {
  /** Opens a browser of its own for a demo user, signed in, at an address of the product. */
  openAs: (userId: string, address?: string, password?: string) => Promise<Page>;
  /** Calls the server in the name of a demo user, without a browser. */
  callAs: (userId: string) => Promise<Caller>;
}

/** What `watch` found since the journey began: a worker goes on one journey after another. */
const found: string[] = [];

/**
 * Playwright's `test` for journeys that start a server of their own. What `watch` finds on a page fails the journey.
 */
export const watchedTest = base.extend<{ faults: string[] }>({
  faults: [
    // Playwright demands the destructuring, even of nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      found.length = 0;
      await provide(found);
      expect(found).toEqual([]);
    },
    { auto: true },
  ],
});

/** Playwright's `test` for journeys in the demo company. Every page is watched. */
export const test = watchedTest.extend<Journey, { server: BuiltServer; desks: Page[] }>({
  // Each worker has a server and a demo company of its own: its journeys run one after another.
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await startBuiltServer({ demo: true, books: await makeBooks(await demoBooks()) });
      await provide(server);
      await server.stop();
      await server.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // Browsers that wait for the next journey of the worker, which finds the product loaded and nothing of the last one.
  desks: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const desks: Page[] = [];
      await provide(desks);
      await Promise.all(desks.map((page) => page.context().close()));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server.address);
  },
  context: async ({ context, baseURL, faults }, provide) => {
    watch(context, baseURL, faults);
    await provide(context);
  },
  openAs: async ({ browser, server, desks, faults, viewport }, provide, journey) => {
    const taken: Page[] = [];
    await provide(async (userId, address = '/', password) => {
      const page = desks.pop() ?? (await setUpDesk(browser, server.address, faults));
      taken.push(page);
      await sitDown(page, await openSession(server.address, userId, password));
      await page.goto(address);
      return page;
    });
    for (const page of taken) {
      if (journey.status !== 'passed' || page.isClosed()) await page.context().close();
      else desks.push(await standUp(page, viewport!));
    }
  },
  callAs: async ({ server }, provide) => {
    const callers: APIRequestContext[] = [];
    await provide(async (userId) => {
      const caller = await request.newContext({
        baseURL: server.address,
        storageState: await openSession(server.address, userId),
      });
      callers.push(caller);
      return callerOf(caller);
    });
    await Promise.all(callers.map((caller) => caller.dispose()));
  },
});

/** An address of the server at which nothing runs. */
const IDLE = '/api/health';

async function setUpDesk(browser: Browser, address: string, faults: string[]): Promise<Page> {
  const context = await browser.newContext();
  watch(context, address, faults);
  const page = await context.newPage();
  await page.goto(IDLE);
  return page;
}

/** The browser takes over a session as if its person had signed in there. */
async function sitDown(page: Page, { cookies, origins }: BrowserState): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.evaluate((kept) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, origins[0]!.localStorage);
}

/** Leaves a browser as it was found: one page of its first size and colours, at which nothing runs. */
async function standUp(page: Page, viewport: ViewportSize): Promise<Page> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await page.goto(IDLE);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: null });
  return page;
}

/**
 * Watches every page of a browser: a script error, a breach of the content security policy or a request to another host
 * is added to the faults.
 */
export function watch(context: BrowserContext, baseURL: string | undefined, faults: string[]): void {
  context.on('weberror', (error) => faults.push(`script error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  // Whoever types another address leaves, whatever the browser asks; a journey about staying does not type one.
  context.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()));
  context.on('request', (call) => {
    const { origin, protocol } = new URL(call.url());
    if (protocol.startsWith('http') && origin !== baseURL) faults.push(`request to ${origin}`);
  });
}

export { expect };
