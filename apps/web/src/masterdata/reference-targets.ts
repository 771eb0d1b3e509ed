import type { ModuleName } from '@talaan/contract/access/modules';
import type { ResourceName } from '@talaan/contract/resource/resource-names';

/** What a field that refers to a resource must know without loading its definition: module, and what one record is called. */
export const REFERENCE_TARGETS: Readonly<Record<ResourceName, { readonly module: ModuleName; readonly one: string }>> =
  {
    account: { module: 'Chart of Accounts', one: 'account' },
    accounting_period: { module: 'Accounting Period', one: 'accounting period' },
    alpha_tax_code: { module: 'ATC Codes', one: 'ATC code' },
    approving_level: { module: 'Approving Levels', one: 'approving level' },
    approving_officer: { module: 'Approving Officers', one: 'approving officer' },
    branch: { module: 'Branches', one: 'branch' },
    company: { module: 'Companies', one: 'company' },
    currency: { module: 'Currencies', one: 'currency' },
    currency_rate: { module: 'Rates', one: 'rate' },
    department: { module: 'Departments', one: 'department' },
    module: { module: 'Modules', one: 'module' },
    payee: { module: 'Payee Details', one: 'payee' },
    role: { module: 'Roles', one: 'role' },
    role_access: { module: 'Role Access', one: 'role access entry' },
    section: { module: 'Sections', one: 'section' },
    user: { module: 'Users', one: 'user' },
    user_access_privilege: { module: 'User Roles', one: 'user role' },
  };
