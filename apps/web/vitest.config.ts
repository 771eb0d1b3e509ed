import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  plugins: [react()],
  define: { __TALAAN_VERSION__: '"0.0.0"', __TALAAN_BUILD_DATE__: '"2025-05-22"' },
  // Each page loads the application: its modules stay the same for a run and are not asked for again.
  server: { headers: { 'Cache-Control': 'max-age=3600' } },
  test: {
    name: 'screen',
    include: ['src/**/*.screen.test.tsx'],
    // Files share a page and what it has loaded; the setup takes away what one of them leaves behind.
    isolate: false,
    setupFiles: ['src/testing/browser-setup.ts'],
    testTimeout: 20_000,
    // A second, which is what it would be, is too short for a machine that does other work besides.
    expect: { poll: { timeout: 8000 } },
    // A page waits for its renderer, so two cores carry three of them.
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: CHROMIUM_FLAGS },
        contextOptions: { locale: 'en-PH', timezoneId: 'Asia/Manila', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
  optimizeDeps: {
    // Named, so that the first test does not reload the page when one of them is discovered.
    include: [
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      '@mantine/core',
      '@mantine/hooks',
      '@tanstack/react-router',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'zod',
      'vitest-browser-react',
      'axe-core',
      'react-hook-form',
      '@hookform/resolvers/zod',
    ],
  },
});
