import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.');

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: './test-results',
  // Browser, server and database of one journey fill two cores: a second one at its side makes both slow.
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
  },
});
