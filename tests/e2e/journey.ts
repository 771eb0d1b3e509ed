import { expect, test as base } from '@playwright/test';

/**
 * Playwright's `test` for journeys against the server under test. Every page is watched: a script error, a breach of
 * the content security policy or a request to another host fails the journey.
 */
export const test = base.extend<{ watchedPage: void }>({
  // Playwright demands the destructuring, even of nothing.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => {
    await provide(process.env['TALAAN_URL']);
  },
  watchedPage: [
    async ({ context, baseURL }, provide) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(`script error: ${error.error().message}`));
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== baseURL) faults.push(`request to ${origin}`);
      });
      await provide();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
