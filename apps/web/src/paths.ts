import type { ModuleName } from '@talaan/contract/access/modules';
import type { ResourceName } from '@talaan/contract/resource/resource-names';
import { GUARDED_MODULES } from '@talaan/contract/resources/pending-change.contract';
import type { Screen, ScreenTable } from './page/screen.ts';

/**
 * Every built screen, one line each. The menu, the palette, the routes and the `G` keys come from this table; an entry shows only to
 * users whose role access holds its module. `load` names the file, so that each screen is a chunk of its own.
 */
export const SCREEN_TABLE: ScreenTable = {
  home: () => import('./desks/approvals/home-screen.tsx').then((file) => file.HomeScreen),
  // { label: module name = menu label, path, title?: where it differs, load, children?, create?, keys? }
  screens: [
    tabbed('Accounting Period', '/acctperiodmain', 'new accounting period', [
      { id: 'periods', label: 'Periods', name: 'accounting_period' },
      { id: 'holidays', label: 'Holidays', name: 'holiday' },
    ]),
    masterdata(
      'Acknowledgement Receipt',
      '/acknowledgement_receipt',
      'acknowledgement_receipt_series',
      'new AR series',
    ),
    masterdata('Approving Levels', '/approvinglevels', 'approving_level', 'new approving level'),
    masterdata('Approving Officers', '/approvingofficers', 'approving_officer', 'new approving officer'),
    masterdata('ATC Codes', '/alphataxcode', 'alpha_tax_code', 'new ATC code'),
    masterdata('Bank Headers', '/bankheader', 'bank_header', 'new bank header'),
    masterdata('Banks', '/banks', 'bank', 'new bank'),
    masterdata('BP Banks', '/bpbanks', 'bp_bank', 'new BP bank'),
    masterdata('BP Locations', '/bplocations', 'bp_location', 'new BP location'),
    masterdata(
      'Billing Invoice',
      '/billing-invoice',
      'billing_invoice_series',
      'new billing invoice series',
      'Billing Invoice Series',
    ),
    masterdata('Billing Officers', '/billing-officers', 'billing_officer', 'new billing officer'),
    tabbed('Billing Services', '/services', 'new billing service', [
      { id: 'services', label: 'Services', name: 'billing_service' },
      { id: 'assignments', label: 'Assignments', name: 'billing_service_assignment' },
    ]),
    masterdata('Branches', '/branches', 'branch', 'new branch'),
    masterdata('Business Partners', '/businesspartners', 'business_partner', 'new business partner'),
    masterdata('Chart of Accounts', '/coa', 'account', 'new account'),
    masterdata('Companies', '/companies', 'company', 'new company'),
    masterdata('Currencies', '/currency', 'currency', 'new currency'),
    masterdata('Departments', '/depts', 'department', 'new department'),
    masterdata('Modules', '/module', 'module', 'new module'),
    masterdata('Official Receipt', '/official_reciept', 'official_receipt_series', 'new OR series'),
    tabbed('Payee Details', '/payefile', 'new payee', [
      { id: 'payees', label: 'Payees', name: 'payee' },
      { id: 'accounts', label: 'Bank accounts', name: 'payee_bank' },
    ]),
    masterdata('Rates', '/dollarrate', 'currency_rate', 'new rate', 'Currency Rates'),
    masterdata('Regional Heads', '/regionalhead', 'regional_head', 'new regional head'),
    masterdata('Regular Transactions', '/regulartxns', 'regular_transaction', 'new regular transaction'),
    masterdata('Role Access', '/roleaccess', 'role_access', 'new role access entry'),
    masterdata('Roles', '/roles', 'role', 'new role'),
    masterdata('Sections', '/sections', 'section', 'new section'),
    masterdata('Transaction Type', '/transaction', 'transaction_type', 'new transaction type'),
    masterdata('User Roles', '/useraccessprivilege', 'user_access_privilege', 'new user role'),
    masterdata('Users', '/users', 'user', 'new user'),
    masterdata('Voucher Series', '/voucher', 'voucher_series', 'new voucher series'),
    {
      label: 'Disbursements',
      path: '/trxdisb',
      keys: 'g d',
      load: () =>
        import('./documents/disbursement/disbursement-list-screen.tsx').then((file) => file.DisbursementListScreen),
      create: { path: '/trxdisb/create', detail: 'new disbursement' },
      children: [
        {
          path: '/trxdisb/create',
          title: 'Create',
          load: () =>
            import('./documents/disbursement/disbursement-entry-screen.tsx').then(
              (file) => file.DisbursementEntryScreen,
            ),
        },
      ],
    },
    {
      label: 'Cash Receipt',
      path: '/trxcr',
      keys: 'g c',
      load: () =>
        import('./documents/cash-receipt/cash-receipt-list-screen.tsx').then((file) => file.CashReceiptListScreen),
      create: { path: '/trxcr/create', detail: 'new cash receipt' },
      children: [
        {
          path: '/trxcr/create',
          title: 'Create',
          load: () =>
            import('./documents/cash-receipt/cash-receipt-entry-screen.tsx').then(
              (file) => file.CashReceiptEntryScreen,
            ),
        },
      ],
    },
    {
      label: 'Payment',
      path: '/trx-payment',
      keys: 'g p',
      load: () => import('./desks/payment/payment-list-screen.tsx').then((file) => file.PaymentListScreen),
    },
    {
      label: 'Check Transactions',
      path: '/trxcheck',
      load: () =>
        import('./documents/cheque-register/cheque-register-screen.tsx').then((file) => file.ChequeRegisterScreen),
    },
    {
      label: 'Archived Transactions',
      path: '/trx-archive',
      title: 'Archived',
      load: () => import('./desks/archive/archive-list-screen.tsx').then((file) => file.ArchiveListScreen),
    },
    {
      label: 'Active Transactions',
      path: '/trx-active',
      title: 'Active',
      load: () => import('./desks/active/active-list-screen.tsx').then((file) => file.ActiveListScreen),
    },
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
      path: '/changes-to-confirm',
      title: 'Changes to confirm',
      modules: GUARDED_MODULES,
      load: () => import('./masterdata/pending-changes/changes-screen.tsx').then((file) => file.ChangesScreen),
    },
    {
      path: '/outgoing-mail',
      title: 'Outgoing mail',
      modules: ['Companies'],
      load: () => import('./notices/mail-screen.tsx').then((file) => file.MailScreen),
    },
    {
      path: '/access-log',
      title: 'Access log',
      modules: ['Audit Trail'],
      load: () => import('./access/access-log-screen.tsx').then((file) => file.AccessLogScreen),
    },
    {
      path: '/search-transaction',
      title: 'Search Transaction',
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
      load: () => import('./desks/search/search-transaction-screen.tsx').then((file) => file.SearchTransactionScreen),
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

/** The lists of several resources of a module, each in a tab; the first one is what 'new' means. */
function tabbed(
  label: ModuleName,
  path: string,
  detail: string,
  tabs: readonly { id: string; label: string; name: ResourceName }[],
): Screen {
  return {
    label,
    path,
    create: { path, search: { id: 'new' }, detail },
    load: async () => {
      const [kit, loaders] = await Promise.all([
        import('./masterdata/resource-screen.tsx'),
        import('./masterdata/overrides/resource-loaders.ts'),
      ]);
      const parts = await Promise.all(tabs.map(({ name }) => loaders.loadResource(name)));
      return kit.tabbedResourceScreen(
        label,
        tabs.map((tab, at) => ({ ...tab, parts: parts[at]! })),
      );
    },
  };
}

/** The screen of a master-data resource: the kit, and beside it the chunk of its definition. */
function masterdata(label: ModuleName, path: string, name: ResourceName, detail: string, title?: string): Screen {
  return {
    label,
    path,
    ...(title === undefined ? {} : { title }),
    create: { path, search: { id: 'new' }, detail },
    load: async () => {
      const [kit, parts] = await Promise.all([
        import('./masterdata/resource-screen.tsx'),
        import('./masterdata/overrides/resource-loaders.ts').then((loaders) => loaders.loadResource(name)),
      ]);
      return kit.resourceScreen(parts);
    },
  };
}
