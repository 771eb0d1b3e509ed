import { afterEach, beforeEach } from 'vitest';
import { clearMessages } from '../ui/feedback/feedback.ts';
import { startShortcuts } from '../ui/keyboard/shortcuts.ts';
import '../ui/theme/styles.ts';

// Every test sees the page as main.tsx starts it: light colours, compact rows, keys that act.
document.documentElement.lang = 'en';
document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
document.documentElement.dataset['density'] = 'compact';
document.title = 'Talaan';
startShortcuts();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  clearMessages();
});
