import type { LineGroup, ReportLine } from '@talaan/contract/reports/lines/report-lines';
import type { AnyRow, ReportColumn, ReportLayout } from '@talaan/contract/reports/define-report';

export type AnyLine = ReportLine<AnyRow>;

/** Names a group among all of a report. */
export const groupKey = ({ codes }: Pick<LineGroup, 'codes'>): string => JSON.stringify(codes);

/**
 * The lines in sight: without the rows and the inner groups of those that are folded, which keep their heading, their fixed
 * lines and their sums (ux §13).
 */
export function shownLines(lines: readonly AnyLine[], folded: ReadonlySet<string>): AnyLine[] {
  if (folded.size === 0) return [...lines];
  /** The level of the folded group that the line stands in. */
  let foldedAt = Infinity;
  return lines.filter(({ look, group }) => {
    if (group === null) return true;
    const level = group.codes.length - 1;
    if (look === 'plain') return foldedAt === Infinity;
    if (look !== 'group') return level <= foldedAt;
    if (level > foldedAt) return false;
    foldedAt = folded.has(groupKey(group)) ? level : Infinity;
    return true;
  });
}

/** The keys of all groups of a level. */
export function groupsOfLevel(lines: readonly AnyLine[], level: number): string[] {
  return lines.flatMap(({ look, group }) =>
    look === 'group' && group!.codes.length - 1 === level ? [groupKey(group!)] : [],
  );
}

/** A key of a line that stays the same while rows come and go around it. */
export function lineKey({ look, group, row, fixed }: AnyLine, key: readonly string[]): string {
  const place = group === null ? '' : groupKey(group);
  if (row !== undefined) return `row ${place} ${JSON.stringify(key.map((field) => row[field]))}`;
  return `${look} ${place} ${fixed ?? ''}`;
}

/** What the sums below the rows of a group lead to; null for every other cell. */
export function subtotalOpening(
  { levels }: Pick<ReportLayout<AnyRow>, 'levels'>,
  { look, group, fixed }: AnyLine,
  { total }: Pick<ReportColumn<AnyRow>, 'total'>,
): { readonly report: string; readonly filter: Readonly<Record<string, string>> } | null {
  if (look !== 'fixed' || fixed !== undefined || group === null || !total) return null;
  const { opens } = levels[group.codes.length - 1]!;
  return opens === undefined ? null : { report: opens.report, filter: opens.filter(group.codes) };
}
