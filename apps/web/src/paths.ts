import type { ResourceName } from '@talaan/contract/resource/resource-names';
import type { LoadScreen, ScreenTable } from './shell/screen.ts';

/**
 * Every built screen, one line each. The menu, the palette, the routes and the `G` keys come from this table; an entry shows only to
 * users whose role access holds its module. `load` names the file, so that each screen is a chunk of its own.
 */
export const SCREEN_TABLE: ScreenTable = {
  home: () => import('./documents/approvals/home-screen.tsx').then((file) => file.HomeScreen),
  // { label: module name = menu label, path, title?: where it differs, load, children?, create?, keys? }
  screens: [
    { label: 'Accounting Period', path: '/acctperiodmain', load: masterdata('accounting_period') },
    { label: 'Approving Levels', path: '/approvinglevels', load: masterdata('approving_level') },
    { label: 'Approving Officers', path: '/approvingofficers', load: masterdata('approving_officer') },
    { label: 'ATC Codes', path: '/alphataxcode', load: masterdata('alpha_tax_code') },
    { label: 'Branches', path: '/branches', load: masterdata('branch') },
    { label: 'Chart of Accounts', path: '/coa', load: masterdata('account') },
    { label: 'Companies', path: '/companies', load: masterdata('company') },
    { label: 'Currencies', path: '/currency', load: masterdata('currency') },
    { label: 'Departments', path: '/depts', load: masterdata('department') },
    { label: 'Modules', path: '/module', load: masterdata('module') },
    { label: 'Payee Details', path: '/payefile', load: masterdata('payee') },
    { label: 'Rates', path: '/dollarrate', title: 'Currency Rates', load: masterdata('currency_rate') },
    { label: 'Role Access', path: '/roleaccess', load: masterdata('role_access') },
    { label: 'Roles', path: '/roles', load: masterdata('role') },
    { label: 'User Roles', path: '/useraccessprivilege', load: masterdata('user_access_privilege') },
    { label: 'Users', path: '/users', load: masterdata('user') },
    {
      label: 'Journal Entries',
      path: '/trx-gen-journal',
      keys: 'g j',
      load: () => import('./documents/journal-entry/journal-list-screen.tsx').then((file) => file.JournalListScreen),
      create: { path: '/trx-gen-journal/create', detail: 'new journal entry' },
      children: [
        {
          path: '/trx-gen-journal/create',
          title: 'Add Entries',
          load: () =>
            import('./documents/journal-entry/journal-entry-screen.tsx').then((file) => file.JournalEntryScreen),
        },
      ],
    },
    {
      label: 'Trial Balance',
      path: '/trial-balance',
      keys: 'g r',
      load: () => import('./reports/trial-balance/trial-balance-screen.tsx').then((file) => file.TrialBalanceScreen),
    },
  ],
  // Screens without a menu entry.
  plain: [
    {
      path: '/search-transaction',
      title: 'Search',
      modules: [
        'Journal Entries',
        'Disbursements',
        'Cash Receipt',
        'Active Transactions',
        'Archived Transactions',
        'Billing',
        'Collection',
        'Purchase Order',
        'Payment',
      ],
      load: () =>
        import('./documents/search-transaction/search-transaction-screen.tsx').then(
          (file) => file.SearchTransactionScreen,
        ),
    },
  ],
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

/** The screen of a master-data resource: the kit, and beside it the chunk of its definition. */
function masterdata(name: ResourceName): LoadScreen {
  return async () => {
    const [kit, parts] = await Promise.all([
      import('./masterdata/resource-screen.tsx'),
      import('./masterdata/resource-loaders.ts').then((loaders) => loaders.loadResource(name)),
    ]);
    return kit.resourceScreen(parts);
  };
}
