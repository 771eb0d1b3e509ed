import axe from 'axe-core';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { FeedbackOutlet } from '../ui/feedback/feedback-outlet.tsx';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';

/** Renders a part of the interface in its theme, with the outlet for messages beside it. */
export async function renderScreen(content: ReactNode) {
  return render(
    <ThemeProvider>
      <main>{content}</main>
      <FeedbackOutlet />
    </ThemeProvider>,
  );
}

/** The accessibility faults of the page, one line each: rule, then the elements. Empty when there are none. */
export async function accessibilityFaults(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
