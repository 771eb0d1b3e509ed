import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { amountText, requireSum } from '@talaan/core/money/money';

/** One side of a proof: what it is, and its sum as decimal text. */
export type Side = readonly [label: string, sum: string];

/**
 * Holds two sums of one snapshot against each other. `difference` where it is not their difference: what nets to nothing over
 * accounts is told all the same. `stated` for one that differs rightly.
 */
export function makeProof(
  name: string,
  [left_label, left]: Side,
  [right_label, right]: Side,
  {
    difference,
    stated = false,
    documents = [],
  }: Partial<Pick<ReportProof, 'difference' | 'stated' | 'documents'>> = {},
): ReportProof {
  return {
    name,
    left_label,
    left,
    right_label,
    right,
    difference: difference ?? amountText(requireSum(left) - requireSum(right)),
    stated,
    documents,
  };
}
