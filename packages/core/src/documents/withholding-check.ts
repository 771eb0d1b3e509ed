import type { AccountRole } from '../ledger/account-role.ts';
import { formatAmount } from '../money/money.ts';
import { percentageOf, percentageText, type Percentage } from '../money/rate.ts';
import { divideHalfUp } from '../money/rounding.ts';

/** A line on an account of tax withheld. Amounts are minor units of the document's currency. */
export interface WithholdingLine {
  /** As people count the lines of the document, from 1. */
  readonly line_no: number;
  /** EWT: the company withholds, by a credit. CWT: a customer withheld, by a debit. */
  readonly role: WithholdingRole;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly tax_base_minor: bigint | null;
  readonly tax_code: { readonly atc_code: string; readonly rate: Percentage } | null;
  /** Whose tax it is: of the line, else of the document; null where neither names one. */
  readonly payee: { readonly name: string; readonly has_tin: boolean } | null;
}

/** The roles of the accounts of tax withheld. */
export const WITHHOLDING_ROLES = ['EWT', 'CWT'] as const satisfies readonly AccountRole[];
export type WithholdingRole = (typeof WITHHOLDING_ROLES)[number];

export interface WithholdingDoubt {
  readonly line_no: number;
  readonly kind: 'no_tax_code' | 'no_base' | 'amount' | 'no_tin';
  /** One sentence without its first capital and its stop: 'line 3 withholds …'. */
  readonly text: string;
  /** What should be withheld, in minor units; null where that is not known. */
  readonly expected_minor: bigint | null;
}

/**
 * What is doubtful about the tax withheld by the lines of a document, in their order: an amount that ATC rate × base does
 * not give, a line without ATC or base, a payee without TIN, for whom no certificate can be filed (RR 2-98 §2.57, BIR Form
 * 2307). What is withheld back, by the other side, is no doubt, nor what a customer's own certificate still has to say.
 */
export function withholdingDoubts(lines: readonly WithholdingLine[]): WithholdingDoubt[] {
  return lines.flatMap((line) => {
    const isOwn = line.role === 'EWT';
    const withheld = isOwn ? line.credit_minor - line.debit_minor : line.debit_minor - line.credit_minor;
    if (withheld <= 0n) return [];
    const { line_no, tax_code, tax_base_minor: base, payee } = line;
    const subject = `line ${line_no} withholds ${formatAmount(withheld)}`;
    const doubt = (kind: WithholdingDoubt['kind'], text: string, expected_minor: bigint | null = null) => ({
      line_no,
      kind,
      text: `${subject}${text}`,
      expected_minor,
    });
    const found: WithholdingDoubt[] = [];
    if (isOwn && tax_code === null) found.push(doubt('no_tax_code', ' without an ATC'));
    if (isOwn && base === null) found.push(doubt('no_base', ' without its tax base'));
    if (tax_code !== null && base !== null && !isRateOf(base, tax_code.rate, withheld)) {
      const expected = percentageOf(base, tax_code.rate);
      const off = withheld - expected;
      const difference = `${formatAmount(off < 0n ? -off : off)} too ${off < 0n ? 'little' : 'much'}`;
      const rate = percentageText(tax_code.rate).replace(/\.?0+$/, '');
      const sum = `${tax_code.atc_code}, ${rate} % of ${formatAmount(base)}, is ${formatAmount(expected)}`;
      found.push(doubt('amount', `: ${sum}, so that is ${difference}`, expected));
    }
    if (isOwn && payee !== null && !payee.has_tin) found.push(doubt('no_tin', ` from ${payee.name}, who has no TIN`));
    return found;
  });
}

/**
 * Whether a tax is that rate of a base, all in minor units: a base is itself rounded, and the tax was rounded once from the
 * unrounded one (decisions §4), so that any such base will do.
 */
export function isRateOf(base: bigint, rate: Percentage, withheld: bigint): boolean {
  const twice = 2n * 10_000n;
  const least = divideHalfUp((2n * base - 1n) * rate, twice);
  return withheld >= least && withheld <= divideHalfUp((2n * base + 1n) * rate, twice);
}
