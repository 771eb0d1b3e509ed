import type { LineGroup, ReportLine } from '@talaan/contract/reports/kit/lines/report-lines';
import type { AnyRow, ReportColumn, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import type { ReportName } from '@talaan/contract/reports/kit/report-index';
import type { FoldedGroups } from '@talaan/contract/reports/views/report-view.contract';

export type AnyLine = ReportLine<AnyRow>;

/** Names a group among all of a report. */
export const groupKey = ({ codes }: Pick<LineGroup, 'codes'>): string => JSON.stringify(codes);

/** How a table is folded: whole levels, those of groups included that are still to come, and the groups that differ from theirs. */
export interface Folding {
  readonly levels: ReadonlySet<number>;
  readonly apart: ReadonlySet<string>;
}

export const NOTHING_FOLDED: Folding = { levels: new Set(), apart: new Set() };

/** How a saved view says it, and back. */
export const foldingOf = ({ levels, groups }: FoldedGroups): Folding => ({
  levels: new Set(levels),
  apart: new Set(groups.map((codes) => groupKey({ codes }))),
});
export const foldedGroups = ({ levels, apart }: Folding): FoldedGroups => ({
  levels: [...levels].toSorted((one, other) => one - other),
  groups: [...apart].toSorted().map((key) => JSON.parse(key) as string[]),
});

const levelOf = ({ codes }: Pick<LineGroup, 'codes'>): number => codes.length - 1;

/** Whether a group is folded. */
export function isFolded({ levels, apart }: Folding, group: LineGroup): boolean {
  return levels.has(levelOf(group)) !== apart.has(groupKey(group));
}

/** Folds a group away or shows it; with `wholeLevel` all of its level, whatever they were. */
export function foldGroup(folding: Folding, group: LineGroup, away: boolean, wholeLevel: boolean): Folding {
  const level = levelOf(group);
  const [levels, apart] = [new Set(folding.levels), new Set(folding.apart)];
  if (wholeLevel) {
    if (away) levels.add(level);
    else levels.delete(level);
    for (const key of apart) if (levelOf({ codes: JSON.parse(key) as string[] }) === level) apart.delete(key);
  } else if (isFolded(folding, group) !== away && !apart.delete(groupKey(group))) apart.add(groupKey(group));
  return { levels, apart };
}

/**
 * The lines in sight: without the rows and the inner groups of those that are folded, which keep their heading, their fixed
 * lines and their sums (ux §13).
 */
export function shownLines(lines: readonly AnyLine[], folding: Folding): readonly AnyLine[] {
  if (folding.levels.size === 0 && folding.apart.size === 0) return lines;
  /** The level of the folded group that the line stands in. */
  let foldedAt = Infinity;
  return lines.filter(({ look, group }) => {
    if (group === null) return true;
    const level = levelOf(group);
    if (look === 'plain') return level < foldedAt;
    if (look !== 'group') return level <= foldedAt;
    if (level > foldedAt) return false;
    foldedAt = isFolded(folding, group) ? level : Infinity;
    return true;
  });
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
): { readonly report: ReportName; readonly filter: Readonly<Record<string, string>> } | null {
  if (look !== 'fixed' || fixed !== undefined || group === null || !total) return null;
  const { opens } = levels[group.codes.length - 1]!;
  return opens === undefined ? null : { report: opens.report, filter: opens.filter(group.codes) };
}
