/** What keeps a billing from being saved, by the fields that it has on the wire; page and server say it from here. */
import { POSITIVE_AMOUNT_FORM } from '../../money/amount-formula.ts';
import { formatAmount, MAX_AMOUNT_MINOR, parseAmount, sumMinor } from '../../money/money.ts';
import { lineFaults, type DocumentFault } from '../../text/document-fault.ts';

/** A service as it is given: its total, with VAT, is a text. */
export interface GivenService {
  readonly billing_service_id: number | null;
  /** '' for none. */
  readonly account_code: string;
  /** Of this line; absent: that of the whole billing. */
  readonly vat?: number | undefined;
  readonly total_amount: string;
}

export interface GivenServices {
  readonly vat: number | null;
  readonly billing_details: readonly GivenService[];
}

/**
 * What is wrong with the services. `groups` are those of the accounts that are known, by code: an account that is not among
 * them is not judged.
 */
export function serviceFaults(
  { billing_details, vat }: GivenServices,
  groups: ReadonlyMap<string, string>,
): DocumentFault[] {
  if (billing_details.length === 0)
    return [{ path: 'billing_details', message: 'A billing has at least one service.' }];
  const totals = billing_details.map((detail) => parseAmount(detail.total_amount));
  const faults = billing_details.flatMap((detail, place) => {
    const total = totals[place] ?? null;
    return lineFaults('billing_details', place, {
      billing_service_id: detail.billing_service_id === null ? 'service is required.' : null,
      vat: (detail.vat ?? vat) === null ? 'VAT is required, on the line or for the whole billing.' : null,
      account_code: incomeFault(detail.account_code, groups),
      total_amount: total === null || total === 0n ? `total ${POSITIVE_AMOUNT_FORM}` : null,
    });
  });
  const isTooMuch = faults.length === 0 && sumMinor(totals.map((total) => total ?? 0n)) > MAX_AMOUNT_MINOR;
  return isTooMuch
    ? [{ path: 'billing_details', message: `The total is above ${formatAmount(MAX_AMOUNT_MINOR)}.` }]
    : faults;
}

function incomeFault(account_code: string, groups: ReadonlyMap<string, string>): string | null {
  if (account_code === '') return 'income account is required.';
  const group = groups.get(account_code);
  return group === undefined || group === 'I' ? null : `account ${account_code} is no income account.`;
}
