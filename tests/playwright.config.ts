import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.');

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: './test-results',
  globalSetup: './e2e/demo-books.ts',
  // A journey waits for its messages and its server almost half of the time, so two cores carry two workers.
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
