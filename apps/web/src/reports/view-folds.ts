import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import {
  NO_FOLDED_GROUPS,
  type FoldedGroups,
  type ReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { foldedGroups, foldingOf, type Folding } from './table/shown-lines.ts';
import { useKept, type GroupFolds } from './table/table-view.ts';

export interface ViewFolds extends GroupFolds {
  /** The same as a view keeps it. */
  readonly folded: FoldedGroups;
  /** A view that is chosen begins as it was saved, however it was left. */
  readonly begin: (view: ReportView | null) => void;
  /** What is in sight stays folded as it is under the name of another view. */
  readonly keepFor: (view: ReportView | null) => void;
}

/**
 * How the groups of a report are folded: as the user left them under this view and this filter, else as the view was saved, else as
 * the report starts (ux §13).
 */
export function useViewFolds(
  { name: report, startsFolded = NO_FOLDED_GROUPS.levels }: Pick<AnyReport, 'name' | 'startsFolded'>,
  view: ReportView | null,
  filter: Readonly<Record<string, string>>,
): ViewFolds {
  const queries = useQueryClient();
  const nameOf = (of: ReportView | null) => [report, 'folding', of?.id ?? null];
  const [left, setFolding] = useKept<Folding | null>([...nameOf(view), filter], null);
  const saved = view?.folded;
  const folding = useMemo(
    () => left ?? foldingOf(saved ?? { levels: [...startsFolded], groups: [] }),
    [left, saved, startsFolded],
  );
  const folded = useMemo(() => foldedGroups(folding), [folding]);
  return {
    folding,
    setFolding,
    folded,
    begin: (chosen) => void queries.setQueriesData({ queryKey: nameOf(chosen) }, null),
    keepFor: (named) => void queries.setQueryData([...nameOf(named), filter], folding),
  };
}
