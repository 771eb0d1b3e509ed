import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.');

const FROM_NOTHING = '**/set-up-from-nothing.e2e.ts';

export default defineConfig({
  testDir: './e2e',
  // What needs no demo company comes first: the demo company is being loaded meanwhile.
  projects: [
    { name: 'a new company', testMatch: FROM_NOTHING },
    { name: 'the demo company', testMatch: '**/*.e2e.ts', testIgnore: FROM_NOTHING },
  ],
  outputDir: './test-results',
  globalSetup: './e2e/steps/demo-books.ts',
  // A journey waits for its messages and its server almost half of the time, so two cores carry three workers.
  workers: 3,
  forbidOnly: true,
  // What waits in vain is named by its own limit; these leave room for a machine that does other work besides.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
  },
});
