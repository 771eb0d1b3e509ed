import { sumMinor } from '../../money/money.ts';
import { VAT_TYPE, type VatType } from '../../money/withholding.ts';
import { linesInOrder, type LinePlace, type RegularTemplate, type TemplateLine } from './regular-template.ts';

/** A line of the entry that a template made last; amounts are minor units, one of them 0. */
export interface PostedLine extends LinePlace {
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
}

/**
 * What each line of a template was last time: the amount of the same place (account, payee, branch, department, section,
 * service, the n-th of these) in what it made last, by the id of the line. Where VAT stands on a line of its own, an amount is
 * with its VAT, as it is asked: the rounding of one from the other goes to the last line, so that their sum is the posted one.
 * In: the lines as posted, and the VAT type that they were made with.
 */
export function lastAmounts(
  template: Pick<RegularTemplate, 'lines'>,
  posted: readonly PostedLine[],
  vat: VatType,
): Map<number, bigint> {
  const left = [...posted];
  const found = new Map<number, bigint>();
  const lines = linesInOrder(template.lines);
  for (const line of lines) {
    const at = left.findIndex(
      (one) => samePlace(one, line) && (line.side === 'D' ? one.debit_minor : one.credit_minor) > 0n,
    );
    if (at < 0) continue;
    const [{ debit_minor, credit_minor } = { debit_minor: 0n, credit_minor: 0n }] = left.splice(at, 1);
    found.set(line.id, debit_minor + credit_minor);
  }
  const vatLine = lines.find(({ part }) => part === 'vat');
  if (vatLine === undefined || vat !== VAT_TYPE.VATABLE) return found;
  const charged = lines.filter(({ id, part, side }) => part === null && side === vatLine.side && found.has(id));
  const bases = charged.map(({ id }) => found.get(id)!);
  const total = sumMinor(bases) + (found.get(vatLine.id) ?? 0n);
  const gross = bases.map((base) => (base * 112n + 50n) / 100n);
  for (const [place, line] of charged.entries()) {
    const isLast = place === charged.length - 1;
    found.set(line.id, isLast ? total - sumMinor(gross.slice(0, -1)) : gross[place]!);
  }
  return found;
}

function samePlace(one: LinePlace, line: TemplateLine): boolean {
  return (
    one.account_id === line.account_id &&
    one.payee_id === line.payee_id &&
    one.branch_id === line.branch_id &&
    one.department_id === line.department_id &&
    one.section_id === line.section_id &&
    one.billing_service_id === line.billing_service_id
  );
}
