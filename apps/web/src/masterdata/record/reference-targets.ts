import type { ModuleName } from '@talaan/contract/access/modules';
import type { ResourceName } from '@talaan/contract/resource/resource-names';

/** What a field that refers to a resource must know without loading its definition. */
interface ReferenceTarget {
  readonly module: ModuleName;
  /** What one record is called. */
  readonly one: string;
  /** The tab of the module's screen that lists it, where that is not the first. */
  readonly tab?: string;
}

export const REFERENCE_TARGETS: Readonly<Record<ResourceName, ReferenceTarget>> = {
  account: { module: 'Chart of Accounts', one: 'account' },
  accounting_period: { module: 'Accounting Period', one: 'accounting period' },
  acknowledgement_receipt_series: { module: 'Acknowledgement Receipt', one: 'acknowledgement receipt series' },
  alpha_tax_code: { module: 'ATC Codes', one: 'ATC code' },
  approving_level: { module: 'Approving Levels', one: 'approving level' },
  approving_officer: { module: 'Approving Officers', one: 'approving officer' },
  billing_invoice_series: { module: 'Billing Invoice', one: 'billing invoice series' },
  billing_officer: { module: 'Billing Officers', one: 'billing officer' },
  billing_service: { module: 'Billing Services', one: 'billing service' },
  billing_service_assignment: { module: 'Billing Services', one: 'service assignment', tab: 'assignments' },
  bank: { module: 'Banks', one: 'bank' },
  bank_header: { module: 'Bank Headers', one: 'bank header' },
  bp_bank: { module: 'BP Banks', one: 'BP bank' },
  bp_location: { module: 'BP Locations', one: 'BP location' },
  branch: { module: 'Branches', one: 'branch' },
  business_partner: { module: 'Business Partners', one: 'business partner' },
  company: { module: 'Companies', one: 'company' },
  currency: { module: 'Currencies', one: 'currency' },
  currency_rate: { module: 'Rates', one: 'rate' },
  department: { module: 'Departments', one: 'department' },
  holiday: { module: 'Accounting Period', one: 'holiday', tab: 'holidays' },
  module: { module: 'Modules', one: 'module' },
  official_receipt_series: { module: 'Official Receipt', one: 'official receipt series' },
  payee: { module: 'Payee Details', one: 'payee' },
  payee_bank: { module: 'Payee Details', one: 'payee bank', tab: 'accounts' },
  regional_head: { module: 'Regional Heads', one: 'regional head' },
  regular_transaction: { module: 'Regular Transactions', one: 'regular transaction' },
  role: { module: 'Roles', one: 'role' },
  role_access: { module: 'Role Access', one: 'role access entry' },
  section: { module: 'Sections', one: 'section' },
  transaction_type: { module: 'Transaction Type', one: 'transaction type' },
  user: { module: 'Users', one: 'user' },
  user_access_privilege: { module: 'User Roles', one: 'user role' },
  voucher_series: { module: 'Voucher Series', one: 'voucher series' },
};
