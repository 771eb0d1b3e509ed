import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { TooltipOutlet } from '../buttons/tooltip.tsx';
import { resolveCssVariables, theme } from './theme.ts';
import './styles.ts';

/** Storage key of the colour scheme; public/color-scheme.js reads the same key before the first paint. */
const COLOR_SCHEME_KEY = 'talaan-color-scheme';

const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Wraps the application in the theme. Style elements carry the nonce that the server writes into the page. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
      withGlobalClasses={false}
    >
      {children}
      <TooltipOutlet />
    </MantineProvider>
  );
}

function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
