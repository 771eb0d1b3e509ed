import type { AnyResource } from '../resource/define-resource.ts';
import { anyResource } from '../resource/define-resource.ts';
import type { ResourceName } from '../resource/resource-names.ts';
import { account } from './account.resource.ts';
import { accountingPeriod } from './accounting-period.resource.ts';
import { alphaTaxCode } from './alpha-tax-code.resource.ts';
import { approvingLevel } from './approving-level.resource.ts';
import { approvingOfficer } from './approving-officer.resource.ts';
import { branch } from './branch.resource.ts';
import { company } from './company.resource.ts';
import { currencyRate } from './currency-rate.resource.ts';
import { currency } from './currency.resource.ts';
import { department } from './department.resource.ts';
import { module } from './module.resource.ts';
import { payee } from './payee.resource.ts';
import { roleAccess } from './role-access.resource.ts';
import { role } from './role.resource.ts';
import { section } from './section.resource.ts';
import { userAccessPrivilege } from './user-access-privilege.resource.ts';
import { user } from './user.resource.ts';

/** Every definition by its name, with its types. */
export const RESOURCES = {
  account,
  accounting_period: accountingPeriod,
  alpha_tax_code: alphaTaxCode,
  approving_level: approvingLevel,
  approving_officer: approvingOfficer,
  branch,
  company,
  currency,
  currency_rate: currencyRate,
  department,
  module,
  payee,
  role,
  role_access: roleAccess,
  section,
  user,
  user_access_privilege: userAccessPrivilege,
} as const satisfies Record<ResourceName, { name: ResourceName }>;

/** The definition of that name, for code that works by field kind. */
export function resourceNamed(name: ResourceName): AnyResource {
  return anyResource(RESOURCES[name]);
}

/** Every definition, in the order of the table. */
export function allResources(): AnyResource[] {
  return Object.values(RESOURCES).map(anyResource);
}
