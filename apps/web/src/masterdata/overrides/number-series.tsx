import { seriesSupply } from '@talaan/core/numbering/series';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { MasterRecord } from '../resource-calls.ts';
import type { ScreenOverride } from '../resource-parts.ts';

/** Series of numbers: how many are left, with a warning in time (ux §4, decisions §5). */
export const numberSeriesOverride: ScreenOverride = {
  cells: { remaining: (record) => <RemainingCell record={record} /> },
};

function RemainingCell({ record }: { record: MasterRecord }) {
  const left = (record['remaining'] as number).toLocaleString('en');
  const supply = seriesSupply(record as unknown as Parameters<typeof seriesSupply>[0]);
  if (supply === 'none') return <StatusChip hue="slate" label="Used up" />;
  return supply === 'few' ? <StatusChip hue="amber" label={`Only ${left} left`} /> : left;
}
