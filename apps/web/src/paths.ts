import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import { INDEXED_REPORTS, REPORT_MODULES, type ReportName } from '@talaan/contract/reports/kit/report-index';
import { factsOf, RESOURCE_NAMES, type ResourceName } from '@talaan/contract/resource/resource-index';
import { GUARDED_MODULES } from '@talaan/contract/resources/pending-change.contract';
import { ALL_DOCUMENT_TYPES, moduleOf } from '@talaan/core/documents/document-type';
import type { ScreenOverride } from './masterdata/record/resource-parts.ts';
import type { PrintScreen, Screen, ScreenTable } from './page/screen.ts';

/** The modules of all documents, and the desk on which they are paid. */
const MODULES_OF_DOCUMENTS: readonly ModuleName[] = [...new Set(Object.values(DOCUMENT_MODULES)), 'Payment'];

/** Those of documents with entries in the ledger. */
const MODULES_OF_ENTRIES: readonly ModuleName[] = [
  ...new Set(ALL_DOCUMENT_TYPES.filter((type) => moduleOf(type) !== null).map((type) => DOCUMENT_MODULES[type])),
  'Payment',
];

/** Screens of reports that do something beside the others, by their names. */
const REPORT_SCREENS: Readonly<Partial<Record<ReportName, Screen['load']>>> = {
  'balance-sheet': () => import('./reports/statement-screens.tsx').then((file) => file.BalanceSheetScreen),
  'income-statement': () => import('./reports/statement-screens.tsx').then((file) => file.IncomeStatementScreen),
  'cash-by-day': () => import('./reports/statement-screens.tsx').then((file) => file.CashByDayScreen),
  profitability: () => import('./reports/profitability-screen.tsx').then((file) => file.ProfitabilityScreen),
  'bir-form': () => import('./reports/bir-form-screen.tsx').then((file) => file.BirFormScreen),
};

/** Screens below those of reports, by their names. */
const BELOW_REPORTS: Readonly<Partial<Record<ReportName, Screen['children']>>> = {
  'income-statement': [
    {
      path: '/income-statement/budgets',
      title: 'Budgets',
      load: () => import('./reports/budgets/budgets-screen.tsx').then((file) => file.BudgetsScreen),
    },
  ],
  profitability: [
    {
      path: '/profitability/map',
      title: 'Map and counts',
      load: () => import('./reports/profitability/map-and-counts-screen.tsx').then((file) => file.MapAndCountsScreen),
    },
  ],
};

/** Pages below lists of master data, by the names of their resources. */
const BELOW_MASTERDATA: Readonly<Partial<Record<ResourceName, Screen['children']>>> = {
  // The page of a customer, who is a payee of the list.
  payee: [
    {
      path: '/customer/$id',
      title: 'Customer',
      load: () => import('./receivables/customer/customer-screen.tsx').then((file) => file.CustomerScreen),
    },
  ],
  regular_transaction: [
    {
      path: '/regulartxns/month-run',
      title: 'Month run',
      load: () => import('./documents/regular/month-run-screen.tsx').then((file) => file.MonthRunScreen),
    },
  ],
};

/** The `G` keys of reports, by their names. */
const REPORT_KEYS: Readonly<Partial<Record<ReportName, string>>> = { 'trial-balance': 'g r' };

/**
 * Every built screen, one line each; those of master data come from the index of resources, those of reports from
 * their list. The menu, the palette, the routes and the `G` keys come from this table; an entry shows only to
 * users whose role access holds its module. `load` names the file, so that each screen is a chunk of its own.
 */
export const SCREEN_TABLE: ScreenTable = {
  home: () => import('./dashboard/home-screen.tsx').then((file) => file.HomeScreen),
  // { label: module name = menu label, path, title?: where it differs, load, children?, create?, keys? }
  screens: withReports([
    ...masterdataScreens(),
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
      label: 'Integrated Transactions',
      path: '/trx-integrated',
      title: 'Integrated',
      load: () => import('./integration/integrated-list-screen.tsx').then((file) => file.IntegratedListScreen),
      children: [
        {
          path: '/trx-integrated/refused',
          title: 'Refused batches',
          load: () => import('./integration/refused-screen.tsx').then((file) => file.RefusedScreen),
        },
      ],
    },
    {
      label: 'Upload from IS',
      path: '/trx-upload-is',
      load: () => import('./integration/uploads/upload-screen.tsx').then((file) => file.UploadScreen),
      children: [
        {
          path: '/moving-in',
          title: 'Moving in',
          load: () => import('./integration/moving-in/moving-in-screen.tsx').then((file) => file.MovingInScreen),
        },
      ],
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
      label: 'Billing',
      path: '/trx-billing',
      keys: 'g b',
      load: () => import('./documents/billing/billing-list-screen.tsx').then((file) => file.BillingListScreen),
      create: { path: '/trx-billing/create', detail: 'new billing' },
      children: [
        {
          path: '/trx-billing/create',
          title: 'Create',
          load: () => import('./documents/billing/billing-entry-screen.tsx').then((file) => file.BillingEntryScreen),
        },
        {
          path: '/trx-billing/edit/$data',
          title: 'Edit',
          load: () => import('./documents/billing/billing-entry-screen.tsx').then((file) => file.BillingEditScreen),
        },
        {
          path: '/trx-billing/regular',
          title: 'Regular billing',
          load: () =>
            import('./documents/billing/regular/regular-billing-screen.tsx').then((file) => file.RegularBillingScreen),
        },
        {
          path: '/trx-billing/reminders',
          title: 'Reminders',
          load: () => import('./receivables/customer/reminders-screen.tsx').then((file) => file.RemindersScreen),
        },
      ],
    },
    {
      label: 'Collection',
      path: '/trx-collection',
      keys: 'g l',
      load: () => import('./documents/collection/collection-list-screen.tsx').then((file) => file.CollectionListScreen),
      create: { path: '/trx-collection/create', detail: 'new collection' },
      children: [
        {
          path: '/trx-collection/create',
          title: 'Create',
          load: () =>
            import('./documents/collection/collection-entry-screen.tsx').then((file) => file.CollectionEntryScreen),
        },
      ],
    },
    {
      label: 'Purchase Order',
      path: '/trx-purchase-order',
      load: () =>
        import('./documents/purchase-order/purchase-order-list-screen.tsx').then(
          (file) => file.PurchaseOrderListScreen,
        ),
      create: { path: '/trx-purchase-order/create', detail: 'new purchase order' },
      children: [
        {
          path: '/trx-purchase-order/create',
          title: 'Create',
          load: () =>
            import('./documents/purchase-order/purchase-order-entry-screen.tsx').then(
              (file) => file.PurchaseOrderEntryScreen,
            ),
        },
        {
          path: '/trx-purchase-order/edit/$data',
          title: 'Edit',
          load: () =>
            import('./documents/purchase-order/purchase-order-entry-screen.tsx').then(
              (file) => file.PurchaseOrderEditScreen,
            ),
        },
      ],
    },
    ...reportScreens(),
    {
      label: 'Month-end Proofs',
      path: '/month-end-proofs',
      load: () => import('./reports/month-proofs-screen.tsx').then((file) => file.MonthProofsScreen),
    },
  ]),
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
      path: '/clients',
      title: 'API clients',
      modules: ['Users'],
      load: () => import('./access/api-clients-screen.tsx').then((file) => file.ApiClientsScreen),
    },
    {
      path: '/webhooks',
      title: 'Webhooks',
      modules: ['Users'],
      load: () => import('./integration/webhooks/webhooks-screen.tsx').then((file) => file.WebhooksScreen),
    },
    {
      path: '/report-schedules',
      title: 'Schedules',
      modules: REPORT_MODULES,
      load: () => import('./reports/views/schedules-screen.tsx').then((file) => file.SchedulesScreen),
    },
    {
      path: '/access-log',
      title: 'Access log',
      modules: ['Audit Trail'],
      load: () => import('./access/log/access-log-screen.tsx').then((file) => file.AccessLogScreen),
    },
    {
      path: '/access-log/papers',
      title: 'Issued papers',
      modules: ['Audit Trail'],
      load: () => import('./access/log/issued-papers-screen.tsx').then((file) => file.IssuedPapersScreen),
    },
    {
      path: '/entries',
      title: 'Entries',
      modules: MODULES_OF_DOCUMENTS,
      load: () => import('./dashboard/entries-screen.tsx').then((file) => file.EntriesScreen),
    },
    {
      path: '/search-transaction',
      title: 'Search Transaction',
      modules: [...MODULES_OF_DOCUMENTS, 'Active Transactions', 'Archived Transactions'],
      load: () => import('./desks/search/search-transaction-screen.tsx').then((file) => file.SearchTransactionScreen),
    },
  ],
  // Papers and reports: outside the shell, in tabs of their own.
  prints: [
    ...reportPrints(),
    {
      path: '/report-month-end-proofs/$data',
      title: 'Month-end Proofs',
      modules: ['Month-end Proofs'],
      load: () => import('./prints/month-proofs-print.tsx').then((file) => file.MonthProofsPrint),
    },
    {
      path: '/preview-trx/$data',
      title: 'Transaction Details',
      modules: MODULES_OF_ENTRIES,
      load: () => import('./prints/transaction/transaction-print.tsx').then((file) => file.TransactionPrint),
    },
    // The names that the specification has of this route and of the e-receipt of a billing serve as their addresses do.
    {
      path: '/preview-trxdisb/$data',
      title: 'Transaction Details',
      modules: ['Disbursements', 'Payment'],
      load: () => import('./prints/transaction/transaction-print.tsx').then((file) => file.TransactionPrint),
    },
    {
      path: '/preview-ereceipt-billing/$data',
      title: 'E-receipt of a billing',
      modules: ['Billing'],
      load: () => import('./prints/billing/billing-print.tsx').then((file) => file.BillingPrint),
    },
    {
      path: '/preview-cheque/$data',
      title: 'Cheque',
      modules: ['Disbursements', 'Payment', 'Check Transactions'],
      load: () => import('./prints/cheque/cheque-print.tsx').then((file) => file.ChequePrint),
    },
    {
      path: '/preview-cheque-test/$data',
      title: 'Test sheet',
      modules: ['Banks', 'Check Transactions'],
      load: () => import('./prints/cheque/cheque-test-print.tsx').then((file) => file.ChequeTestPrint),
    },
    {
      path: '/preview-voucher/$data',
      title: 'Cheque Voucher',
      modules: ['Disbursements', 'Payment'],
      load: () => import('./prints/voucher/voucher-print.tsx').then((file) => file.VoucherPrint),
    },
    {
      path: '/preview-2307/$data',
      title: 'BIR Form 2307',
      modules: ['Disbursements', 'Payment', 'Journal Entries'],
      load: () => import('./prints/tax-certificate/tax-certificate-print.tsx').then((file) => file.TaxCertificatePrint),
    },
    {
      path: '/preview-receipt',
      title: 'Blank acknowledgement/official receipt',
      modules: ['Cash Receipt'],
      load: () => import('./prints/receipt/receipt-form-print.tsx').then((file) => file.ReceiptFormPrint),
    },
    {
      path: '/preview-OR/$data',
      title: 'Official receipt',
      modules: ['Cash Receipt'],
      load: () => import('./prints/receipt/receipt-print.tsx').then((file) => file.OfficialReceiptPrint),
    },
    {
      path: '/preview-AR/$data',
      title: 'Acknowledgement receipt',
      modules: ['Cash Receipt'],
      load: () => import('./prints/receipt/receipt-print.tsx').then((file) => file.AcknowledgementReceiptPrint),
    },
    {
      path: '/preview-ereceipt/$data',
      title: 'E-receipt of a cash receipt or collection',
      modules: ['Cash Receipt', 'Collection'],
      load: () => import('./prints/receipt/receipt-print.tsx').then((file) => file.ElectronicReceiptPrint),
    },
    {
      path: '/preview-collection-or/$data',
      title: 'Official receipt of a collection',
      modules: ['Collection'],
      load: () => import('./prints/receipt/receipt-print.tsx').then((file) => file.CollectionOfficialReceiptPrint),
    },
    {
      path: '/preview-collection-ar/$data',
      title: 'Acknowledgement receipt of a collection',
      modules: ['Collection'],
      load: () => import('./prints/receipt/receipt-print.tsx').then((file) => file.CollectionAcknowledgementPrint),
    },
    {
      path: '/preview-billing/$data',
      title: 'Billing Invoice',
      modules: ['Billing'],
      load: () => import('./prints/billing/billing-print.tsx').then((file) => file.BillingPrint),
    },
    {
      path: '/preview-bill-ereceipt/$data',
      title: 'E-receipt of a billing',
      modules: ['Billing'],
      load: () => import('./prints/billing/billing-print.tsx').then((file) => file.BillingPrint),
    },
    {
      path: '/purchase-order-print/$data',
      title: 'Purchase order',
      modules: ['Purchase Order'],
      load: () => import('./prints/purchase-order/purchase-order-print.tsx').then((file) => file.PurchaseOrderPrint),
    },
  ],
};

/** The screens of master data, from the index: the kit, and beside it the chunk of each definition. */
function masterdataScreens(): Screen[] {
  return RESOURCE_NAMES.flatMap((name) => {
    const { module, screen: path, title, one, short = one, tab } = factsOf(name);
    if (path === undefined) return [];
    return {
      label: module,
      path,
      ...(title === undefined ? {} : { title }),
      create: { path, search: { id: 'new' }, detail: `new ${short}` },
      ...(BELOW_MASTERDATA[name] === undefined ? {} : { children: BELOW_MASTERDATA[name] }),
      load: () => (tab === undefined ? loadResourceScreen(name) : loadTabs(module)),
    };
  });
}

/** The screens of reports, from the index: the kit, and with it their descriptions. */
function reportScreens(): Screen[] {
  return INDEXED_REPORTS.filter(({ under }) => under === undefined).map(
    ({ name, module, screen: path, title, tab }) => ({
      label: module,
      path,
      ...(tab !== undefined || title === module ? {} : { title }),
      ...(BELOW_REPORTS[name] === undefined ? {} : { children: BELOW_REPORTS[name] }),
      ...(REPORT_KEYS[name] === undefined ? {} : { keys: REPORT_KEYS[name] }),
      load: loadReportOf(name),
    }),
  );
}

/** Reports that stand below another screen, beside what it has already. */
function withReports(screens: readonly Screen[]): Screen[] {
  return screens.map((screen) => {
    const below = INDEXED_REPORTS.filter(({ under }) => under === screen.path).map(({ name, screen: path, title }) => ({
      path,
      title,
      load: loadReportOf(name),
    }));
    return below.length === 0 ? screen : { ...screen, children: [...(screen.children ?? []), ...below] };
  });
}

function loadReportOf(name: ReportName): Screen['load'] {
  return REPORT_SCREENS[name] ?? (() => import('./reports/report-page.tsx').then((kit) => kit.reportScreen(name)));
}

/** The pages on which reports are printed. */
function reportPrints(): PrintScreen[] {
  return INDEXED_REPORTS.map(({ name, module, fullPage, title }) => ({
    path: `${fullPage}/$data`,
    title,
    modules: [module],
    load: () => import('./prints/report-print.tsx').then((kit) => kit.reportPrint(name)),
  }));
}

/** What the screens of resources show beyond their definition, where it belongs to a room above master data. */
const ROOMS: Readonly<Partial<Record<ResourceName, () => Promise<ScreenOverride>>>> = {
  received_cheque: () =>
    import('./receivables/received-cheques/received-cheque.tsx').then((file) => file.receivedChequeOverride),
};

const loadParts = (name: ResourceName) =>
  import('./masterdata/overrides/resource-loaders.ts').then((loaders) => loaders.loadResource(name, ROOMS[name]));

async function loadResourceScreen(name: ResourceName) {
  const [kit, parts] = await Promise.all([import('./masterdata/resource-screen.tsx'), loadParts(name)]);
  return kit.resourceScreen(parts);
}

/** The lists of the resources of a module, each in a tab; the first one is what 'new' means. */
async function loadTabs(module: ModuleName) {
  const names = RESOURCE_NAMES.filter((name) => factsOf(name).module === module);
  const tabs = names.map(async (name) => ({ ...factsOf(name).tab!, name, parts: await loadParts(name) }));
  const [kit, loaded] = await Promise.all([import('./masterdata/resource-screen.tsx'), Promise.all(tabs)]);
  return kit.tabbedResourceScreen(module, loaded);
}
