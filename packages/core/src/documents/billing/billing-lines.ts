/**
 * What is billed, exact (decisions §4, §6): per service its total with VAT, split by its VAT type; in the ledger one
 * receivable, one income per service and one output VAT, each tagged by its remarks (spec 2 §3). Amounts are minor units of
 * the currency of the billing.
 */
import { parseAmount, sumMinor } from '../../money/money.ts';
import { splitTaxes, VAT_TYPE, type VatType } from '../../money/withholding.ts';
import type { GivenService } from './billing-faults.ts';

/** How the lines of a billing are told apart (spec 2 §3). */
export const BILLING_TAG = { TOTAL: 'Total Amount', INCOME: 'Income Amount', VAT: 'Vat Amount' } as const;
export type BillingTag = (typeof BILLING_TAG)[keyof typeof BILLING_TAG];

/** One service that is billed, with VAT included. */
export interface BilledService {
  readonly billing_service_id: number;
  readonly vat: VatType;
  readonly income_account: string;
  readonly total_minor: bigint;
}

/** A service as it is given, under its own VAT or that of the whole billing; its total is 0 while it cannot be read. */
export function billedService(
  { billing_service_id, vat, account_code, total_amount }: GivenService,
  vatOfAll: number | null,
): BilledService {
  return {
    billing_service_id: billing_service_id ?? 0,
    vat: (vat ?? vatOfAll ?? VAT_TYPE.NA) as VatType,
    income_account: account_code,
    total_minor: parseAmount(total_amount) ?? 0n,
  };
}

/** The roles of the accounts that it posts to beside its income. */
export const BILLING_ROLES = { receivable: 'AR', output_vat: 'OUTPUT_VAT' } as const;

/** A line of the ledger as it follows from the services; one of its amounts is 0. */
export interface BillingLine {
  readonly tag: BillingTag;
  readonly account_code: string;
  readonly billing_service_id: number | null;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
}

/** What stands at the foot of the invoice. */
export interface InvoiceSums {
  readonly vatable_minor: bigint;
  readonly exempt_minor: bigint;
  readonly zero_rated_minor: bigint;
  readonly vat_minor: bigint;
  readonly total_minor: bigint;
}

const incomeOf = ({ total_minor, vat }: BilledService) => splitTaxes(total_minor, vat, null).base_minor;

/** The sums of an invoice; what has no VAT type counts as exempt (decisions §4: type 0 as types 2 and 3). */
export function invoiceSums(services: readonly BilledService[]): InvoiceSums {
  const incomeOfTypes = (...types: readonly VatType[]) =>
    sumMinor(services.filter(({ vat }) => types.includes(vat)).map(incomeOf));
  const total_minor = sumMinor(services.map((service) => service.total_minor));
  return {
    vatable_minor: incomeOfTypes(VAT_TYPE.VATABLE),
    exempt_minor: incomeOfTypes(VAT_TYPE.EXEMPT, VAT_TYPE.NA),
    zero_rated_minor: incomeOfTypes(VAT_TYPE.ZERO_RATED),
    vat_minor: total_minor - sumMinor(services.map(incomeOf)),
    total_minor,
  };
}

/** The lines of a billing in their order: the receivable, the income of each service, the output VAT where there is any. */
export function billingLines(
  services: readonly BilledService[],
  accounts: { readonly receivable: string; readonly output_vat: string },
): BillingLine[] {
  const { total_minor, vat_minor } = invoiceSums(services);
  const line = (tag: BillingTag, account_code: string, debit_minor: bigint, credit_minor: bigint): BillingLine => ({
    tag,
    account_code,
    billing_service_id: null,
    debit_minor,
    credit_minor,
  });
  return [
    line(BILLING_TAG.TOTAL, accounts.receivable, total_minor, 0n),
    ...services.map((service) => ({
      ...line(BILLING_TAG.INCOME, service.income_account, 0n, incomeOf(service)),
      billing_service_id: service.billing_service_id,
    })),
    ...(vat_minor === 0n ? [] : [line(BILLING_TAG.VAT, accounts.output_vat, 0n, vat_minor)]),
  ];
}
