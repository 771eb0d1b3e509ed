import type { AnyReport, AnyRow, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import type { ReportGroup } from '@talaan/contract/reports/kit/report-reply';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';

/**
 * The groups of a report that names their sums (`sumNames`), in the order of its rows: what the amounts of its rows come to, and their
 * counts where any row has one; null for groups that are not summed. None of any other report, whose clients add up what they show.
 */
export function summedGroups(
  { sumNames }: Pick<AnyReport, 'sumNames'>,
  { levels: [level], columns }: ReportLayout<AnyRow>,
  rows: readonly AnyRow[],
): ReportGroup[] {
  if (!sumNames || !level) return [];
  const summed = columns.filter(({ kind, total }) => total && (kind === 'amount' || kind === 'integer'));
  const members = new Map<string, AnyRow[]>();
  for (const row of rows) {
    const code = String(row[level.code]);
    members.set(code, [...(members.get(code) ?? []), row]);
  }
  return [...members].map(([code, own]): ReportGroup => {
    const sums = summed.flatMap(({ field, kind }): [string, string][] => {
      const told = own.flatMap((row) => row[field] ?? []).map(String);
      if (kind === 'integer' && told.length === 0) return [];
      const sum = sumMinor(told.map(requireSum));
      return [[`${sumNames.group}${field}`, kind === 'integer' ? String(sum / 100n) : amountText(sum)]];
    });
    const subtotal = level.unsummed?.includes(code) ? null : Object.fromEntries(sums);
    return { codes: [code], name: String(own[0]![level.name]), note: '', figures: {}, subtotal };
  });
}
