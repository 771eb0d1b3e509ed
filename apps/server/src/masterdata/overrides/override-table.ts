import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { ResourceOverride } from '../records/resource-override.ts';
import { accountOverride } from './account.ts';
import { accountingPeriodOverride } from './accounting-period.ts';
import { alphaTaxCodeOverride } from './alpha-tax-code.ts';
import { bankOverride, chequeLayoutOverride } from './bank.ts';
import { branchOverride } from './branch.ts';
import { companyOverride } from './company.ts';
import { currencyOverride } from './currency.ts';
import { currencyRateOverride } from './currency-rate.ts';
import { departmentOverride } from './department.ts';
import { numberSeriesOverride } from './number-series.ts';
import { payeeOverride } from './payee.ts';
import { receivedChequeOverride } from './received-cheque.ts';
import { regularTransactionOverride } from './regular/regular-transaction.ts';
import { sectionOverride } from './section.ts';
import { userOverride } from './user.ts';
import { withholdingCertificateOverride } from './withholding-certificate.ts';

/** What resources do beyond their definitions; most need no entry here. */
export const OVERRIDES: Partial<Record<ResourceName, ResourceOverride>> = {
  account: accountOverride,
  accounting_period: accountingPeriodOverride,
  alpha_tax_code: alphaTaxCodeOverride,
  bank: bankOverride,
  branch: branchOverride,
  cheque_layout: chequeLayoutOverride,
  company: companyOverride,
  currency: currencyOverride,
  currency_rate: currencyRateOverride,
  department: departmentOverride,
  payee: payeeOverride,
  received_cheque: receivedChequeOverride,
  regular_transaction: regularTransactionOverride,
  section: sectionOverride,
  user: userOverride,
  withholding_certificate: withholdingCertificateOverride,
  voucher_series: numberSeriesOverride('voucher'),
  official_receipt_series: numberSeriesOverride('or'),
  acknowledgement_receipt_series: numberSeriesOverride('ar'),
  billing_invoice_series: numberSeriesOverride('bi'),
};
