import { MODULES, type ModuleName } from '../../access/modules.ts';

export interface ReportFacts {
  /** Report title, and the label of its menu entry. */
  readonly title: string;
  /** Whose level Select lets in. */
  readonly module: ModuleName;
  /** Address of its screen, and of its page without the shell: `/report-trialbalance`, to which `/{data}` is added (spec 2 §2). */
  readonly screen: string;
  readonly fullPage: string;
  /** The screen that it stands below; absent, it has an entry of the menu. */
  readonly under?: string;
  /** Its word among those that share a screen: the report that has it, and those below it. */
  readonly tab?: string;
  /** Reports of one family stand side by side as tabs, though each has an entry of the menu. */
  readonly family?: string;
}

/**
 * Every report, in the order of the menu, by the name that saved views know it by and that its files begin with. Its description
 * takes from here what stands here: menu, palette and addresses know it without loading that.
 */
export const REPORT_INDEX = {
  'trial-balance': {
    title: 'Trial Balance',
    module: 'Trial Balance',
    screen: '/trial-balance',
    fullPage: '/report-trialbalance',
  },
  'balance-sheet': {
    title: 'Balance Sheet',
    module: 'Balance Sheet',
    screen: '/balance-sheet',
    fullPage: '/report-balance-sheet',
    tab: 'Balance Sheet',
    family: 'statements',
  },
  'income-statement': {
    title: 'Income Statement',
    module: 'Income Statement',
    screen: '/income-statement',
    fullPage: '/report-income-statement',
    tab: 'Income Statement',
    family: 'statements',
  },
  'cash-flow': {
    title: 'Cash Flow',
    module: 'Cash Flow',
    screen: '/cash-flow',
    fullPage: '/report-cash-flow',
    tab: 'Cash Flow',
    family: 'statements',
  },
  'cash-by-day': {
    title: 'Cash by Day',
    module: 'Cash Flow',
    screen: '/cash-flow/by-day',
    fullPage: '/report-cash-by-day',
    under: '/cash-flow',
    tab: 'Cash by Day',
    family: 'statements',
  },
  'general-ledger': {
    title: 'General Ledger',
    module: 'General Ledger',
    screen: '/general-ledger',
    fullPage: '/report-general-ledger',
  },
  subsidiary: {
    title: 'Subsidiary',
    module: 'Subsidiary',
    screen: '/subsidiary',
    fullPage: '/report-subsidiary',
  },
  'subsidiary-analysis': {
    title: 'Subsidiary by Analysis',
    module: 'Subsidiary by Analysis',
    screen: '/subsidiary-analysis',
    fullPage: '/report-subsidiary-analysis',
  },
  'billing-list': {
    title: 'Billing List',
    module: 'Billing List',
    screen: '/billing-list',
    fullPage: '/report-billing-list',
  },
  'ar-aging': {
    title: 'AR Aging by customer',
    module: 'AR Aging',
    screen: '/ar-aging',
    fullPage: '/report-araging',
    tab: 'By customer',
  },
  'ar-aging-invoice': {
    title: 'AR Aging by invoice',
    module: 'AR Aging',
    screen: '/ar-aging/invoices',
    fullPage: '/report-araging-invoice',
    under: '/ar-aging',
    tab: 'By invoice',
  },
  'certificates-due': {
    title: '2307s to chase',
    module: 'Collection',
    screen: '/certificates-due',
    fullPage: '/report-certificates-due',
    under: '/trx-collection',
  },
  'revolving-fund': {
    title: 'Revolving Fund Account',
    module: 'Revolving Fund Account',
    screen: '/rfa',
    fullPage: '/report-rfa',
  },
  'cib-subsidiary-schedule': {
    title: 'CV CIB Subsidiary Schedule',
    module: 'CV CIB Subsidiary Schedule',
    screen: '/cibSubsidiary',
    fullPage: '/report-cibSubsidiary',
  },
  'books-of-account': {
    title: 'Books Of Account',
    module: 'Books Of Account',
    screen: '/boa',
    fullPage: '/report-boa',
  },
  'audit-trail': {
    title: 'Audit Trail',
    module: 'Audit Trail',
    screen: '/auditTrail',
    fullPage: '/report-auditTrail',
  },
  profitability: {
    title: 'Profitability',
    module: 'Profitability',
    screen: '/profitability',
    fullPage: '/report-profitability',
  },
  'sales-journal': {
    title: 'Sales Journal',
    module: 'Sales Journal',
    screen: '/salesJournal',
    fullPage: '/report-salesJournal',
  },
  'bir-form': {
    title: 'BIR Form 2307',
    module: 'BIR Form 2307',
    screen: '/bir-form',
    fullPage: '/report-bir-form',
  },
} as const satisfies Record<string, ReportFacts>;

export type ReportName = keyof typeof REPORT_INDEX;

/** What stands in the index about each, with its name. */
export const INDEXED_REPORTS = Object.entries<ReportFacts>(REPORT_INDEX).map(([name, facts]) => ({
  name: name as ReportName,
  ...facts,
}));

/** The modules of all reports: with Select on one of them the calls of views open, and each asks for that of its own report. */
export const REPORT_MODULES = (Object.keys(MODULES) as ModuleName[]).filter((name) => MODULES[name] === 'R');
