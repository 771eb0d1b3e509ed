import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { SCREEN_TABLE } from './paths.ts';
import { createAppRouter } from './routes.tsx';
import { restoreSession } from './session/session.ts';
import { FeedbackOutlet } from './ui/feedback/feedback-outlet.tsx';
import { startShortcuts } from './ui/keyboard/shortcuts.ts';
import { ThemeProvider } from './ui/theme/theme-provider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');

const router = createAppRouter(SCREEN_TABLE);
const queryClient = createQueryClient();
startShortcuts();
void restoreSession();

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <FeedbackOutlet />
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
