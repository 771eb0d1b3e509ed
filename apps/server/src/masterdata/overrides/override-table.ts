import type { ResourceName } from '@talaan/contract/resource/resource-names';
import type { ResourceOverride } from '../resource-override.ts';
import { accountOverride } from './account.ts';
import { accountingPeriodOverride } from './accounting-period.ts';
import { bankOverride } from './bank.ts';
import { branchOverride } from './branch.ts';
import { companyOverride } from './company.ts';
import { currencyOverride } from './currency.ts';
import { departmentOverride } from './department.ts';
import { numberSeriesOverride } from './number-series.ts';
import { payeeOverride } from './payee.ts';
import { userOverride } from './user.ts';

/** What resources do beyond their definitions; most need no entry here. */
export const OVERRIDES: Partial<Record<ResourceName, ResourceOverride>> = {
  account: accountOverride,
  accounting_period: accountingPeriodOverride,
  bank: bankOverride,
  branch: branchOverride,
  company: companyOverride,
  currency: currencyOverride,
  department: departmentOverride,
  payee: payeeOverride,
  user: userOverride,
  voucher_series: numberSeriesOverride('voucher'),
  official_receipt_series: numberSeriesOverride('or'),
  acknowledgement_receipt_series: numberSeriesOverride('ar'),
  billing_invoice_series: numberSeriesOverride('bi'),
};
