import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeProvider } from './ui/theme/theme-provider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <main />
    </ThemeProvider>
  </StrictMode>,
);
