import type { AnyResource } from '../resource/define-resource.ts';
import { anyResource } from '../resource/define-resource.ts';
import type { ResourceName } from '../resource/resource-index.ts';
import { account } from './books/account.resource.ts';
import { accountingPeriod } from './books/accounting-period.resource.ts';
import { acknowledgementReceiptSeries } from './numbers/acknowledgement-receipt-series.resource.ts';
import { alphaTaxCode } from './books/alpha-tax-code.resource.ts';
import { approvingLevel } from './approvals/approving-level.resource.ts';
import { approvingOfficer } from './approvals/approving-officer.resource.ts';
import { billingInvoiceSeries } from './numbers/billing-invoice-series.resource.ts';
import { billingOfficer } from './billing/billing-officer.resource.ts';
import { billingService } from './billing/billing-service.resource.ts';
import { billingServiceAssignment } from './billing/billing-service-assignment.resource.ts';
import { bankHeader } from './books/bank-header.resource.ts';
import { bank } from './books/bank.resource.ts';
import { bpBank } from './parties/bp-bank.resource.ts';
import { bpLocation } from './parties/bp-location.resource.ts';
import { branch } from './organisation/branch.resource.ts';
import { businessPartner } from './parties/business-partner.resource.ts';
import { chequeLayout } from './books/cheque-layout.resource.ts';
import { company } from './organisation/company.resource.ts';
import { currencyRate } from './books/currency-rate.resource.ts';
import { currency } from './books/currency.resource.ts';
import { department } from './organisation/department.resource.ts';
import { holiday } from './organisation/holiday.resource.ts';
import { integrationSource } from './access/integration-source.resource.ts';
import { module } from './access/module.resource.ts';
import { officialReceiptSeries } from './numbers/official-receipt-series.resource.ts';
import { payeeBank } from './parties/payee-bank.resource.ts';
import { payee } from './parties/payee.resource.ts';
import { receivedCheque } from './parties/received-cheque.resource.ts';
import { withholdingCertificate } from './parties/withholding-certificate.resource.ts';
import { regionalHead } from './organisation/regional-head.resource.ts';
import { roleAccess } from './access/role-access.resource.ts';
import { regularTransaction } from './books/regular-transaction.resource.ts';
import { role } from './access/role.resource.ts';
import { section } from './organisation/section.resource.ts';
import { userAccessPrivilege } from './access/user-access-privilege.resource.ts';
import { transactionType } from './books/transaction-type.resource.ts';
import { user } from './access/user.resource.ts';
import { voucherSeries } from './numbers/voucher-series.resource.ts';

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
  cheque_layout: chequeLayout,
  company,
  currency,
  currency_rate: currencyRate,
  department,
  holiday,
  integration_source: integrationSource,
  module,
  official_receipt_series: officialReceiptSeries,
  payee,
  payee_bank: payeeBank,
  withholding_certificate: withholdingCertificate,
  received_cheque: receivedCheque,
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
