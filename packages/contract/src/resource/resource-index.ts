import type { ModuleName } from '../access/modules.ts';

export interface ResourceFacts {
  /** Of its calls (spec 1 §7). */
  readonly path: string;
  /** Access is granted per module name (decisions §8). */
  readonly module: ModuleName;
  /** What one record is called. */
  readonly one: string;
  /** What the palette calls a new one, where that is shorter. */
  readonly short?: string;
  /** Address of the module's screen; without one, the resource is a further tab of it. */
  readonly screen?: string;
  /** Title of the screen, where it is not the module's name. */
  readonly title?: string;
  /** Where the screen of the module has a tab for each resource, in the order of the index. */
  readonly tab?: { readonly id: string; readonly label: string };
}

/**
 * Every master-data resource. Its definition, its calls, its screen, what refers to it and what tests ask of it are found
 * by this name; what stands here is known without loading the definition.
 */
export const RESOURCE_INDEX = {
  account: { path: '/coa', module: 'Chart of Accounts', one: 'account', screen: '/coa' },
  accounting_period: {
    path: '/acctperiodmain',
    module: 'Accounting Period',
    one: 'accounting period',
    screen: '/acctperiodmain',
    tab: { id: 'periods', label: 'Periods' },
  },
  acknowledgement_receipt_series: {
    path: '/trx/ar-alloc',
    module: 'Acknowledgement Receipt',
    one: 'acknowledgement receipt series',
    screen: '/acknowledgement_receipt',
    short: 'AR series',
  },
  alpha_tax_code: { path: '/alphataxcode', module: 'ATC Codes', one: 'ATC code', screen: '/alphataxcode' },
  approving_level: {
    path: '/approver-level',
    module: 'Approving Levels',
    one: 'approving level',
    screen: '/approvinglevels',
  },
  approving_officer: {
    path: '/approvingofficer',
    module: 'Approving Officers',
    one: 'approving officer',
    screen: '/approvingofficers',
  },
  billing_invoice_series: {
    path: '/trx/bi-alloc',
    module: 'Billing Invoice',
    one: 'billing invoice series',
    screen: '/billing-invoice',
    title: 'Billing Invoice Series',
  },
  billing_officer: {
    path: '/billingappofficer',
    module: 'Billing Officers',
    one: 'billing officer',
    screen: '/billing-officers',
  },
  billing_service: {
    path: '/service',
    module: 'Billing Services',
    one: 'billing service',
    screen: '/services',
    tab: { id: 'services', label: 'Services' },
  },
  billing_service_assignment: {
    path: '/billingservices',
    module: 'Billing Services',
    one: 'service assignment',
    tab: { id: 'assignments', label: 'Assignments' },
  },
  bank: { path: '/bank', module: 'Banks', one: 'bank', screen: '/banks', tab: { id: 'accounts', label: 'Accounts' } },
  bank_header: { path: '/bankheader', module: 'Bank Headers', one: 'bank header', screen: '/bankheader' },
  bp_bank: { path: '/bpbank', module: 'BP Banks', one: 'BP bank', screen: '/bpbanks' },
  bp_location: { path: '/bplocation', module: 'BP Locations', one: 'BP location', screen: '/bplocations' },
  branch: { path: '/branch', module: 'Branches', one: 'branch', screen: '/branches' },
  business_partner: {
    path: '/businesspartner',
    module: 'Business Partners',
    one: 'business partner',
    screen: '/businesspartners',
  },
  cheque_layout: {
    path: '/cheque-layout',
    module: 'Banks',
    one: 'cheque layout',
    tab: { id: 'cheques', label: 'Cheque layout' },
  },
  company: { path: '/company', module: 'Companies', one: 'company', screen: '/companies' },
  currency: { path: '/currency', module: 'Currencies', one: 'currency', screen: '/currency' },
  currency_rate: { path: '/dollar', module: 'Rates', one: 'rate', screen: '/dollarrate', title: 'Currency Rates' },
  department: { path: '/dept', module: 'Departments', one: 'department', screen: '/depts' },
  holiday: {
    path: '/holiday',
    module: 'Accounting Period',
    one: 'holiday',
    tab: { id: 'holidays', label: 'Holidays' },
  },
  module: { path: '/module', module: 'Modules', one: 'module', screen: '/module' },
  official_receipt_series: {
    path: '/trx/or-alloc',
    module: 'Official Receipt',
    one: 'official receipt series',
    screen: '/official_reciept',
    short: 'OR series',
  },
  payee: {
    path: '/payefile',
    module: 'Payee Details',
    one: 'payee',
    screen: '/payefile',
    tab: { id: 'payees', label: 'Payees' },
  },
  payee_bank: {
    path: '/payeebank',
    module: 'Payee Details',
    one: 'payee bank',
    tab: { id: 'accounts', label: 'Bank accounts' },
  },
  withholding_certificate: {
    path: '/withholding-certificate',
    module: 'Payee Details',
    one: '2307 received',
    tab: { id: 'certificates', label: '2307s received' },
  },
  received_cheque: {
    path: '/received-cheque',
    module: 'Payee Details',
    one: 'cheque received',
    tab: { id: 'cheques', label: 'Cheques received' },
  },
  regional_head: { path: '/regionalhead', module: 'Regional Heads', one: 'regional head', screen: '/regionalhead' },
  regular_transaction: {
    path: '/regular-txn',
    module: 'Regular Transactions',
    one: 'regular transaction',
    screen: '/regulartxns',
  },
  role: { path: '/role', module: 'Roles', one: 'role', screen: '/roles' },
  role_access: { path: '/roleaccess', module: 'Role Access', one: 'role access entry', screen: '/roleaccess' },
  section: { path: '/section', module: 'Sections', one: 'section', screen: '/sections' },
  transaction_type: {
    path: '/transaction',
    module: 'Transaction Type',
    one: 'transaction type',
    screen: '/transaction',
  },
  user: { path: '/user', module: 'Users', one: 'user', screen: '/users', tab: { id: 'users', label: 'Users' } },
  integration_source: {
    path: '/integration-source',
    module: 'Users',
    one: 'source',
    tab: { id: 'sources', label: 'Sources' },
  },
  user_access_privilege: {
    path: '/useraccessprivilege',
    module: 'User Roles',
    one: 'user role',
    screen: '/useraccessprivilege',
  },
  voucher_series: { path: '/trx/voucher-alloc', module: 'Voucher Series', one: 'voucher series', screen: '/voucher' },
} as const satisfies Record<string, ResourceFacts>;

export type ResourceName = keyof typeof RESOURCE_INDEX;

export const RESOURCE_NAMES = Object.keys(RESOURCE_INDEX) as [ResourceName, ...ResourceName[]];

/** What stands in the index about a resource. */
export function factsOf(name: ResourceName): ResourceFacts {
  return RESOURCE_INDEX[name];
}
