import type { ScreenTable } from './shell/screen.ts';

/**
 * Every built screen, one line each. The menu, the palette, the routes and the `G` keys come from this table; an entry shows only to
 * users whose role access holds its module. `load` names the file, so that each screen is a chunk of its own.
 */
export const SCREEN_TABLE: ScreenTable = {
  // { label: module name = menu label, path, title?: where it differs, load, children?, create?, keys? }
  screens: [
    {
      label: 'Trial Balance',
      path: '/trial-balance',
      keys: 'g r',
      load: () => import('./reports/trial-balance/trial-balance-screen.tsx').then((file) => file.TrialBalanceScreen),
    },
  ],
  // Screens without a menu entry.
  plain: [],
  // Papers and reports: outside the shell, in tabs of their own.
  prints: [
    {
      path: '/report-trialbalance/$data',
      title: 'Trial Balance',
      modules: ['Trial Balance'],
      load: () => import('./prints/trial-balance/trial-balance-print.tsx').then((file) => file.TrialBalancePrint),
    },
    {
      path: '/preview-trx/$data',
      title: 'Journal Voucher',
      modules: ['Journal Entries'],
      load: () => import('./prints/journal-details/journal-details-print.tsx').then((file) => file.JournalDetailsPrint),
    },
  ],
};
