import { VAT_TYPE, VAT_TYPES, type VatType } from '../../money/withholding.ts';

/** A customer as far as a billing may be doubtful for him. */
export interface BilledCustomer {
  readonly payee_desc: string;
  /** His VAT by his record. */
  readonly vat: number;
  /** He is kept as an employee. */
  readonly is_employee: boolean;
}

/** A service as it is billed, in the order of its lines. */
export interface DoubtedService {
  readonly vat: VatType;
  /** '' where none is chosen yet. */
  readonly income_account: string;
  /** The VAT of what was billed on that account last, where it was always the same; null where it was not, or is not known. */
  readonly usual_vat: VatType | null;
}

export interface BillingDoubt {
  readonly kind: 'vat_doubt' | 'employee_billed';
  /** A sentence. */
  readonly text: string;
}

/**
 * What is doubtful about whom is billed and with which VAT, as whoever types it and whoever approves it is told: an exempt or
 * zero-rated customer who is billed VATable, income that is billed with another VAT than always, an employee as a customer.
 */
export function billingDoubts(customer: BilledCustomer, services: readonly DoubtedService[]): BillingDoubt[] {
  const { payee_desc, vat, is_employee } = customer;
  const exempted = vat === VAT_TYPE.EXEMPT || vat === VAT_TYPE.ZERO_RATED ? VAT_TYPES[vat] : null;
  const taxed = linesOf(services, (service) => service.vat === VAT_TYPE.VATABLE);
  const unusual = services.flatMap(({ vat: own, usual_vat, income_account }, at) =>
    usual_vat === null || usual_vat === own
      ? []
      : [
          `Line ${at + 1} is billed ${VAT_TYPES[own]} on ${income_account}, which was billed ${VAT_TYPES[usual_vat]} before.`,
        ],
  );
  return [
    ...(exempted === null || taxed === null
      ? []
      : [doubt('vat_doubt', `${payee_desc} is ${exempted} by his record, and ${taxed} VATable.`)]),
    ...unusual.map((text) => doubt('vat_doubt', text)),
    ...(is_employee ? [doubt('employee_billed', `${payee_desc} is an employee, and is billed as a customer.`)] : []),
  ];
}

const doubt = (kind: BillingDoubt['kind'], text: string): BillingDoubt => ({ kind, text });

/** 'line 2 is' or 'lines 2, 3 are'; null for none. */
function linesOf(services: readonly DoubtedService[], such: (service: DoubtedService) => boolean): string | null {
  const numbers = services.flatMap((service, at) => (such(service) ? [at + 1] : []));
  if (numbers.length === 0) return null;
  return `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')} ${numbers.length === 1 ? 'is' : 'are'} billed`;
}
