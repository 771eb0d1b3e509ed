import type { AnyResource } from '../resource/define-resource.ts';
import { anyResource } from '../resource/define-resource.ts';
import type { ResourceName } from '../resource/resource-index.ts';
import { account } from './account.resource.ts';
import { accountingPeriod } from './accounting-period.resource.ts';
import { acknowledgementReceiptSeries } from './acknowledgement-receipt-series.resource.ts';
import { alphaTaxCode } from './alpha-tax-code.resource.ts';
import { approvingLevel } from './approving-level.resource.ts';
import { approvingOfficer } from './approving-officer.resource.ts';
import { billingInvoiceSeries } from './billing-invoice-series.resource.ts';
import { billingOfficer } from './billing-officer.resource.ts';
import { billingService } from './billing-service.resource.ts';
import { billingServiceAssignment } from './billing-service-assignment.resource.ts';
import { bankHeader } from './bank-header.resource.ts';
import { bank } from './bank.resource.ts';
import { bpBank } from './bp-bank.resource.ts';
import { bpLocation } from './bp-location.resource.ts';
import { branch } from './branch.resource.ts';
import { businessPartner } from './business-partner.resource.ts';
import { company } from './company.resource.ts';
import { currencyRate } from './currency-rate.resource.ts';
import { currency } from './currency.resource.ts';
import { department } from './department.resource.ts';
import { holiday } from './holiday.resource.ts';
import { module } from './module.resource.ts';
import { officialReceiptSeries } from './official-receipt-series.resource.ts';
import { payeeBank } from './payee-bank.resource.ts';
import { payee } from './payee.resource.ts';
import { regionalHead } from './regional-head.resource.ts';
import { roleAccess } from './role-access.resource.ts';
import { regularTransaction } from './regular-transaction.resource.ts';
import { role } from './role.resource.ts';
import { section } from './section.resource.ts';
import { userAccessPrivilege } from './user-access-privilege.resource.ts';
import { transactionType } from './transaction-type.resource.ts';
import { user } from './user.resource.ts';
import { voucherSeries } from './voucher-series.resource.ts';

/** Every definition by its name, with its types. */
export const RESOURCES = {
  account,
  accounting_period: accountingPeriod,
  acknowledgement_receipt_series: acknowledgementReceiptSeries,
  alpha_tax_code: alphaTaxCode,
  approving_level: approvingLevel,
  approving_officer: approvingOfficer,
  billing_invoice_series: billingInvoiceSeries,
  billing_officer: billingOfficer,
  billing_service: billingService,
  billing_service_assignment: billingServiceAssignment,
  bank,
  bank_header: bankHeader,
  bp_bank: bpBank,
  bp_location: bpLocation,
  branch,
  business_partner: businessPartner,
  company,
  currency,
  currency_rate: currencyRate,
  department,
  holiday,
  module,
  official_receipt_series: officialReceiptSeries,
  payee,
  payee_bank: payeeBank,
  regional_head: regionalHead,
  regular_transaction: regularTransaction,
  role,
  role_access: roleAccess,
  section,
  transaction_type: transactionType,
  user,
  user_access_privilege: userAccessPrivilege,
  voucher_series: voucherSeries,
} as const satisfies Record<ResourceName, { name: ResourceName }>;

/** The definition of that name, for code that works by field kind. */
export function resourceNamed(name: ResourceName): AnyResource {
  return anyResource(RESOURCES[name]);
}

/** Every definition under each of its paths, for what serves them: `/approver` answers as `/approvingofficer`. */
export function servedResources(): AnyResource[] {
  return allResources().flatMap((definition) =>
    [definition.path, ...definition.aliases].map((path) => ({ ...definition, path })),
  );
}

/** Every definition, in the order of the table. */
export function allResources(): AnyResource[] {
  return Object.values(RESOURCES).map(anyResource);
}
