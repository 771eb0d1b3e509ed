import type { TaxSplit } from '../money/withholding.ts';

/** What a proposed line stands for; the page replaces the lines of a kind that it proposed before, never others (ux §5). */
export const PROPOSED_PARTS = ['charged', 'vat', 'withheld', 'bank'] as const;
export type ProposedPart = (typeof PROPOSED_PARTS)[number];

/** One line that the helper proposes; amounts are minor units, one of them 0. */
export interface ProposedLine {
  readonly part: ProposedPart;
  /** Empty where the person has to choose. */
  readonly account_code: string;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  /** On the withheld line: the tax code, and the amount it was computed from. */
  readonly atc_code: string | null;
  readonly tax_base_minor: bigint | null;
}

/** The accounts of the parts, by code; empty where none is known. */
export type ProposedAccounts = Readonly<Record<ProposedPart, string>>;

/**
 * The lines of a voucher or a receipt from one amount (spec 2 §9, worked examples E04, E05, E07): a payment charges the
 * base and the input VAT and credits the tax withheld and the bank; a receipt is its mirror. Parts of nothing are left
 * out. In: the split in minor units, the side on which the bank stands, the accounts of the parts.
 */
export function proposeLines(
  split: TaxSplit,
  given: {
    readonly bank_side: 'debit' | 'credit';
    readonly accounts: ProposedAccounts;
    readonly atc_code: string | null;
  },
): ProposedLine[] {
  const { bank_side, accounts, atc_code } = given;
  const taxBase = split.base_minor;
  const part = (name: ProposedPart, minor: bigint, withBank: boolean): ProposedLine => {
    const isDebit = withBank === (bank_side === 'debit');
    return {
      part: name,
      account_code: accounts[name],
      debit_minor: isDebit ? minor : 0n,
      credit_minor: isDebit ? 0n : minor,
      atc_code: name === 'withheld' ? atc_code : null,
      tax_base_minor: name === 'withheld' ? taxBase : null,
    };
  };
  const opposite = [part('charged', split.base_minor, false), part('vat', split.vat_minor, false)];
  // A payment withholds beside the bank; on a receipt the customer withheld, which stands beside the bank as well.
  const beside = [part('withheld', split.withheld_minor, true), part('bank', split.net_minor, true)];
  const lines = bank_side === 'credit' ? [...opposite, ...beside] : [...beside.toReversed(), ...opposite];
  return lines.filter((line) => line.debit_minor !== 0n || line.credit_minor !== 0n);
}
