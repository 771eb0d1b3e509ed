import './without-tools.ts';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { forgetSession } from '../session/session.ts';
import { clearMessages } from '../ui/feedback/feedback.ts';
import { startShortcuts } from '../ui/keyboard/shortcuts.ts';
import '../ui/theme/styles.ts';

// Every test sees the page as main.tsx starts it: light colours, compact rows, keys that act.
document.documentElement.lang = 'en';
document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
document.documentElement.dataset['density'] = 'compact';
document.title = 'Talaan';
startShortcuts();

beforeEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  clearMessages();
});
// The next file has this page and its modules.
afterAll(async () => {
  await cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetSession();
  await page.viewport(1280, 800);
});
