import { anyResource } from '@talaan/contract/resource/define-resource';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { resourceCalls } from '../record/resource-calls.ts';
import type { ResourceParts, ScreenOverride } from '../record/resource-parts.ts';

type LoadResource = () => Promise<{ definition: unknown; override: ScreenOverride }>;

/** Definition and, where it has one, override of every resource; each is fetched when it is first needed. */
const LOADERS: Readonly<Record<ResourceName, LoadResource>> = {
  account: () =>
    together(
      import('@talaan/contract/resources/books/account.resource').then((file) => file.account),
      import('./account/account.tsx').then((file) => file.accountOverride),
    ),
  accounting_period: () =>
    together(
      import('@talaan/contract/resources/books/accounting-period.resource').then((file) => file.accountingPeriod),
      import('./accounting-period/accounting-period.tsx').then((file) => file.accountingPeriodOverride),
    ),
  acknowledgement_receipt_series: () =>
    together(
      import('@talaan/contract/resources/numbers/acknowledgement-receipt-series.resource').then(
        (file) => file.acknowledgementReceiptSeries,
      ),
      import('./number-series.tsx').then((file) => file.acknowledgementReceiptSeriesOverride),
    ),
  alpha_tax_code: () =>
    together(import('@talaan/contract/resources/books/alpha-tax-code.resource').then((file) => file.alphaTaxCode)),
  approving_level: () =>
    together(
      import('@talaan/contract/resources/approvals/approving-level.resource').then((file) => file.approvingLevel),
      import('./approving/approving-level.tsx').then((file) => file.approvingLevelOverride),
    ),
  approving_officer: () =>
    together(
      import('@talaan/contract/resources/approvals/approving-officer.resource').then((file) => file.approvingOfficer),
      import('./approving/approving-officer.tsx').then((file) => file.approvingOfficerOverride),
    ),
  billing_invoice_series: () =>
    together(
      import('@talaan/contract/resources/numbers/billing-invoice-series.resource').then(
        (file) => file.billingInvoiceSeries,
      ),
      import('./number-series.tsx').then((file) => file.billingInvoiceSeriesOverride),
    ),
  billing_officer: () =>
    together(
      import('@talaan/contract/resources/billing/billing-officer.resource').then((file) => file.billingOfficer),
      import('./approving/billing-officer.tsx').then((file) => file.billingOfficerOverride),
    ),
  billing_service: () =>
    together(import('@talaan/contract/resources/billing/billing-service.resource').then((file) => file.billingService)),
  billing_service_assignment: () =>
    together(
      import('@talaan/contract/resources/billing/billing-service-assignment.resource').then(
        (file) => file.billingServiceAssignment,
      ),
    ),
  bank: () =>
    together(
      import('@talaan/contract/resources/books/bank.resource').then((file) => file.bank),
      import('./bank.tsx').then((file) => file.bankOverride),
    ),
  bank_header: () =>
    together(import('@talaan/contract/resources/books/bank-header.resource').then((file) => file.bankHeader)),
  bp_bank: () => together(import('@talaan/contract/resources/parties/bp-bank.resource').then((file) => file.bpBank)),
  bp_location: () =>
    together(import('@talaan/contract/resources/parties/bp-location.resource').then((file) => file.bpLocation)),
  branch: () =>
    together(
      import('@talaan/contract/resources/organisation/branch.resource').then((file) => file.branch),
      import('./branch.ts').then((file) => file.branchOverride),
    ),
  business_partner: () =>
    together(
      import('@talaan/contract/resources/parties/business-partner.resource').then((file) => file.businessPartner),
      import('./business-partner.ts').then((file) => file.businessPartnerOverride),
    ),
  cheque_layout: () =>
    together(
      import('@talaan/contract/resources/books/cheque-layout.resource').then((file) => file.chequeLayout),
      import('./cheque-layout/cheque-layout.tsx').then((file) => file.chequeLayoutOverride),
    ),
  company: () =>
    together(
      import('@talaan/contract/resources/organisation/company.resource').then((file) => file.company),
      import('./company/company.tsx').then((file) => file.companyOverride),
    ),
  currency: () => together(import('@talaan/contract/resources/books/currency.resource').then((file) => file.currency)),
  currency_rate: () =>
    together(
      import('@talaan/contract/resources/books/currency-rate.resource').then((file) => file.currencyRate),
      import('./currency-rate.ts').then((file) => file.currencyRateOverride),
    ),
  department: () =>
    together(import('@talaan/contract/resources/organisation/department.resource').then((file) => file.department)),
  holiday: () =>
    together(import('@talaan/contract/resources/organisation/holiday.resource').then((file) => file.holiday)),
  integration_source: () =>
    together(
      import('@talaan/contract/resources/access/integration-source.resource').then((file) => file.integrationSource),
    ),
  module: () => together(import('@talaan/contract/resources/access/module.resource').then((file) => file.module)),
  official_receipt_series: () =>
    together(
      import('@talaan/contract/resources/numbers/official-receipt-series.resource').then(
        (file) => file.officialReceiptSeries,
      ),
      import('./number-series.tsx').then((file) => file.officialReceiptSeriesOverride),
    ),
  payee: () =>
    together(
      import('@talaan/contract/resources/parties/payee.resource').then((file) => file.payee),
      import('./payee/payee.tsx').then((file) => file.payeeOverride),
    ),
  payee_bank: () =>
    together(import('@talaan/contract/resources/parties/payee-bank.resource').then((file) => file.payeeBank)),
  withholding_certificate: () =>
    together(
      import('@talaan/contract/resources/parties/withholding-certificate.resource').then(
        (file) => file.withholdingCertificate,
      ),
      import('./withholding-certificate/withholding-certificate.tsx').then(
        (file) => file.withholdingCertificateOverride,
      ),
    ),
  received_cheque: () =>
    together(import('@talaan/contract/resources/parties/received-cheque.resource').then((file) => file.receivedCheque)),
  regional_head: () =>
    together(
      import('@talaan/contract/resources/organisation/regional-head.resource').then((file) => file.regionalHead),
    ),
  regular_transaction: () =>
    together(
      import('@talaan/contract/resources/books/regular-transaction.resource').then((file) => file.regularTransaction),
      import('./regular/regular-transaction.tsx').then((file) => file.regularTransactionOverride),
    ),
  role: () => together(import('@talaan/contract/resources/access/role.resource').then((file) => file.role)),
  role_access: () =>
    together(
      import('@talaan/contract/resources/access/role-access.resource').then((file) => file.roleAccess),
      import('./role-access.tsx').then((file) => file.roleAccessOverride),
    ),
  section: () =>
    together(import('@talaan/contract/resources/organisation/section.resource').then((file) => file.section)),
  transaction_type: () =>
    together(import('@talaan/contract/resources/books/transaction-type.resource').then((file) => file.transactionType)),
  user: () =>
    together(
      import('@talaan/contract/resources/access/user.resource').then((file) => file.user),
      import('./user.tsx').then((file) => file.userOverride),
    ),
  user_access_privilege: () =>
    together(
      import('@talaan/contract/resources/access/user-access-privilege.resource').then(
        (file) => file.userAccessPrivilege,
      ),
      import('./user-access-privilege.tsx').then((file) => file.userAccessPrivilegeOverride),
    ),
  voucher_series: () =>
    together(
      import('@talaan/contract/resources/numbers/voucher-series.resource').then((file) => file.voucherSeries),
      import('./number-series.tsx').then((file) => file.voucherSeriesOverride),
    ),
};

/** A resource with its calls and its override, fetched once; `above` is one that stands in a room above master data. */
export async function loadResource(name: ResourceName, above?: () => Promise<ScreenOverride>): Promise<ResourceParts> {
  const [{ definition, override }, own] = await Promise.all([LOADERS[name](), above?.()]);
  const resource = anyResource(definition);
  return { definition: resource, override: own ?? override, calls: resourceCalls(resource) };
}

async function together(
  definition: Promise<unknown>,
  override: Promise<ScreenOverride> = Promise.resolve({}),
): Promise<{ definition: unknown; override: ScreenOverride }> {
  const [loaded, overridden] = await Promise.all([definition, override]);
  return { definition: loaded, override: overridden };
}
