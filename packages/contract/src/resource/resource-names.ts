/**
 * Every master-data resource and the path of its calls (spec 1 §7). A definition refers to another resource by this
 * name, and a screen finds a reference's dropdown list by its path, without loading the other definition.
 */
export const RESOURCE_PATHS = {
  account: '/coa',
  accounting_period: '/acctperiodmain',
  acknowledgement_receipt_series: '/trx/ar-alloc',
  alpha_tax_code: '/alphataxcode',
  approving_level: '/approver-level',
  approving_officer: '/approvingofficer',
  billing_invoice_series: '/trx/bi-alloc',
  billing_officer: '/billingappofficer',
  billing_service: '/service',
  billing_service_assignment: '/billingservices',
  bank: '/bank',
  bank_header: '/bankheader',
  bp_bank: '/bpbank',
  bp_location: '/bplocation',
  branch: '/branch',
  business_partner: '/businesspartner',
  company: '/company',
  currency: '/currency',
  currency_rate: '/dollar',
  department: '/dept',
  holiday: '/holiday',
  module: '/module',
  official_receipt_series: '/trx/or-alloc',
  payee: '/payefile',
  payee_bank: '/payeebank',
  regional_head: '/regionalhead',
  regular_transaction: '/regular-txn',
  role: '/role',
  role_access: '/roleaccess',
  section: '/section',
  transaction_type: '/transaction',
  user: '/user',
  user_access_privilege: '/useraccessprivilege',
  voucher_series: '/trx/voucher-alloc',
} as const;

export type ResourceName = keyof typeof RESOURCE_PATHS;
