import axe from 'axe-core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { FeedbackOutlet } from '../ui/feedback/feedback-outlet.tsx';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';

/** Renders a part of the interface as main.tsx does: theme, cache of answers, and the outlet for messages. */
export async function renderScreen(content: ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <div id="page">{content}</div>
        <FeedbackOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

/** The accessibility faults of the page, one line each: rule, then the elements. Empty when there are none. */
export async function accessibilityFaults(): Promise<string[]> {
  // A part stands without the landmarks and the heading of its page; the tests of the shell look at those.
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
