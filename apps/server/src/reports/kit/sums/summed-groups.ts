import type { AnyReport, AnyRow, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import type { ReportGroup } from '@talaan/contract/reports/kit/report-reply';
import { amountText, requireSum } from '@talaan/core/money/money';

/**
 * The groups of a report that names their sums (`sumNames`), in the order of its rows: what the amounts of its rows come to, null
 * for groups that are not summed. None of any other report, whose clients add up what they show.
 */
export function summedGroups(
  { sumNames }: Pick<AnyReport, 'sumNames'>,
  { levels: [level], columns }: ReportLayout<AnyRow>,
  rows: readonly AnyRow[],
): ReportGroup[] {
  if (!sumNames || !level) return [];
  const amounts = columns.filter(({ kind, total }) => kind === 'amount' && total);
  const members = new Map<string, AnyRow[]>();
  for (const row of rows) {
    const code = String(row[level.code]);
    members.set(code, [...(members.get(code) ?? []), row]);
  }
  return [...members].map(([code, own]): ReportGroup => {
    const sums = amounts.map(({ field }): [string, string] => [
      `${sumNames.group}${field}`,
      amountText(own.reduce((sum, row) => sum + requireSum(String(row[field])), 0n)),
    ]);
    const subtotal = level.unsummed?.includes(code) ? null : Object.fromEntries(sums);
    return { codes: [code], name: String(own[0]![level.name]), note: '', figures: {}, subtotal };
  });
}
