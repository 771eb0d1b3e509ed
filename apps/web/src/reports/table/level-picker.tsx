import type { AnyRow, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import type { GroupFolds } from './table-view.ts';

/** How deep a tree is unfolded: level 1 shows its tops alone, the last one every row; single groups may differ (ux §13). */
export function LevelPicker({ layout: { levels }, folds }: { layout: ReportLayout<AnyRow>; folds: GroupFolds }) {
  if (!levels.some(({ uneven }) => uneven)) return null;
  const choices = [...levels.keys(), levels.length].map((level) => String(level + 1));
  const firstFolded = [...levels.keys()].find((level) => folds.folding.levels.has(level)) ?? levels.length;
  return (
    <SegmentedControl
      label="Levels"
      options={choices.map((level) => ({ value: level, label: level }))}
      value={String(firstFolded + 1)}
      onChange={(level) =>
        folds.setFolding({
          levels: new Set([...levels.keys()].filter((one) => one >= Number(level) - 1)),
          apart: new Set(),
        })
      }
    />
  );
}
