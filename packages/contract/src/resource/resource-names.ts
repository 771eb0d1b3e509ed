/**
 * Every master-data resource and the path of its calls (spec 1 §7). A definition refers to another resource by this
 * name, and a screen finds a reference's dropdown list by its path, without loading the other definition.
 */
export const RESOURCE_PATHS = {
  account: '/coa',
  accounting_period: '/acctperiodmain',
  alpha_tax_code: '/alphataxcode',
  approving_level: '/approver-level',
  approving_officer: '/approvingofficer',
  branch: '/branch',
  company: '/company',
  currency: '/currency',
  currency_rate: '/dollar',
  department: '/dept',
  module: '/module',
  payee: '/payefile',
  role: '/role',
  role_access: '/roleaccess',
  section: '/section',
  user: '/user',
  user_access_privilege: '/useraccessprivilege',
} as const;

export type ResourceName = keyof typeof RESOURCE_PATHS;
