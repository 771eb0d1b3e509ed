import { sumMinor } from '../money/money.ts';
import type { Percentage } from '../money/rate.ts';
import { splitTaxes, type VatType } from '../money/withholding.ts';

/** What a proposed line stands for; the page replaces the lines of a kind that it proposed before, never others (ux §5). */
export const PROPOSED_PARTS = ['charged', 'vat', 'withheld', 'bank'] as const;
export type ProposedPart = (typeof PROPOSED_PARTS)[number];

/** What input VAT is claimed for: the return and the list of purchases keep these apart (BIR Form 2550Q, SLSP). */
export const INPUT_VAT_KINDS = ['services', 'goods', 'capital_goods', 'imports'] as const;
export type InputVatKind = (typeof INPUT_VAT_KINDS)[number];

/** One amount of a voucher or a receipt, with its VAT: a bill has a part for each tax code and each kind of input VAT. */
export interface TaxedPart {
  readonly total_minor: bigint;
  readonly vat_kind: InputVatKind;
  /** The tax code that is withheld under, and its rate; null where nothing is withheld. */
  readonly tax_code: { readonly atc_code: string; readonly rate: Percentage } | null;
}

/** What becomes of all parts together, in minor units. */
export interface TaxProposal {
  readonly total_minor: bigint;
  readonly base_minor: bigint;
  readonly net_minor: bigint;
  /** Without its VAT, part by part. */
  readonly charged: readonly bigint[];
  /** The VAT of each kind that occurs. */
  readonly vat: readonly { readonly kind: InputVatKind; readonly vat_minor: bigint }[];
  /** What is withheld under each tax code, rounded once from all its amounts. */
  readonly withheld: readonly {
    readonly atc_code: string;
    readonly rate: Percentage;
    readonly total_minor: bigint;
    readonly base_minor: bigint;
    readonly withheld_minor: bigint;
  }[];
}

/** VAT and withholding of an entry's amounts (spec 2 §9); all of them have the VAT type of its header. */
export function taxProposalOf(parts: readonly TaxedPart[], vat: VatType): TaxProposal {
  const splits = parts.map(({ total_minor }) => splitTaxes(total_minor, vat, null));
  const codes = new Map(parts.flatMap(({ tax_code }) => (tax_code === null ? [] : [[tax_code.atc_code, tax_code]])));
  const withheld = [...codes.values()].map(({ atc_code, rate }) => {
    const own = parts.filter(({ tax_code }) => tax_code?.atc_code === atc_code);
    const { total_minor, base_minor, withheld_minor } = splitTaxes(totalOf(own), vat, rate);
    return { atc_code, rate, total_minor, base_minor, withheld_minor };
  });
  const total_minor = totalOf(parts);
  return {
    total_minor,
    base_minor: sumMinor(splits.map(({ base_minor }) => base_minor)),
    net_minor: total_minor - sumMinor(withheld.map(({ withheld_minor }) => withheld_minor)),
    charged: splits.map(({ base_minor }) => base_minor),
    vat: INPUT_VAT_KINDS.flatMap((kind) => {
      const own = splits.filter((_, place) => parts[place]!.vat_kind === kind);
      return own.length === 0 ? [] : [{ kind, vat_minor: sumMinor(own.map(({ vat_minor }) => vat_minor)) }];
    }),
    withheld,
  };
}

/** One line that the helper proposes; amounts are minor units, one of them 0. */
export interface ProposedLine {
  readonly part: ProposedPart;
  /** Empty where the person has to choose. */
  readonly account_code: string;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  /** On a withheld line: the tax code, and the amount it was computed from. */
  readonly atc_code: string | null;
  readonly tax_base_minor: bigint | null;
}

/** The accounts of the parts, by code; empty where none is known. */
export interface ProposedAccounts {
  readonly charged: string;
  readonly vat: Readonly<Record<InputVatKind, string>>;
  readonly withheld: string;
  readonly bank: string;
}

/**
 * The lines of a voucher or a receipt from its amounts (spec 2 §9, worked examples E04, E05, E07): a payment charges the
 * bases and the input VAT and credits the tax withheld and the bank; a receipt is its mirror. Lines of nothing are left
 * out. In: the proposal, the side on which the bank stands, the accounts of the parts.
 */
export function proposeLines(
  { charged, vat, withheld, net_minor }: TaxProposal,
  { bank_side, accounts }: { readonly bank_side: 'debit' | 'credit'; readonly accounts: ProposedAccounts },
): ProposedLine[] {
  const line = (part: ProposedPart, account_code: string, minor: bigint): ProposedLine => {
    // A payment withholds beside the bank; on a receipt the customer withheld, which stands beside the bank as well.
    const isDebit = (part === 'withheld' || part === 'bank') === (bank_side === 'debit');
    return {
      part,
      account_code,
      debit_minor: isDebit ? minor : 0n,
      credit_minor: isDebit ? 0n : minor,
      atc_code: null,
      tax_base_minor: null,
    };
  };
  const opposite = [
    ...charged.map((minor) => line('charged', accounts.charged, minor)),
    ...vat.map(({ kind, vat_minor }) => line('vat', accounts.vat[kind], vat_minor)),
  ];
  const taxes = withheld.map(({ atc_code, base_minor, withheld_minor }) => ({
    ...line('withheld', accounts.withheld, withheld_minor),
    atc_code,
    tax_base_minor: base_minor,
  }));
  const bank = line('bank', accounts.bank, net_minor);
  const lines = bank_side === 'credit' ? [...opposite, ...taxes, bank] : [bank, ...taxes, ...opposite];
  return lines.filter(({ debit_minor, credit_minor }) => debit_minor !== 0n || credit_minor !== 0n);
}

function totalOf(parts: readonly TaxedPart[]): bigint {
  return sumMinor(parts.map(({ total_minor }) => total_minor));
}
