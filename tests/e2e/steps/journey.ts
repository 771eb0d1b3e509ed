import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type BuiltServer, makeBooks, startBuiltServer } from './built-server.ts';
import { demoBooks } from './demo-books.ts';
import { openSession } from './sign-in.ts';

export interface Journey {
  /** Opens a browser of its own for a demo user, signed in, at an address of the product. */
  openAs: (userId: string, address?: string, password?: string) => Promise<Page>;
}

/**
 * Playwright's `test` for journeys that start a server of their own. What `watch` finds on a page fails the journey.
 */
export const watchedTest = base.extend<{ faults: string[] }>({
  faults: [
    // Playwright demands the destructuring, even of nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const faults: string[] = [];
      await provide(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Playwright's `test` for journeys in the demo company. Every page is watched. */
export const test = watchedTest.extend<Journey, { server: BuiltServer }>({
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
  baseURL: async ({ server }, provide) => {
    await provide(server.address);
  },
  context: async ({ context, baseURL, faults }, provide) => {
    watch(context, baseURL, faults);
    await provide(context);
  },
  openAs: async ({ browser, baseURL, faults }, provide) => {
    const opened: BrowserContext[] = [];
    await provide(async (userId, address = '/', password) => {
      const context = await browser.newContext({ storageState: await openSession(baseURL!, userId, password) });
      opened.push(context);
      watch(context, baseURL, faults);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

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
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseURL) faults.push(`request to ${origin}`);
  });
}

export { expect };
