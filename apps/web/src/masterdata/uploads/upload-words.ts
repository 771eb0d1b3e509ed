import type { UploadCounts, UploadView, Verdict } from '@talaan/contract/uploads/upload.contract';
import type { ChipHue } from '../../ui/status-chip.tsx';

/** What a row would do, in a word and a colour. */
export const VERDICT_WORDS: Record<Verdict, { label: string; hue: ChipHue }> = {
  new: { label: 'New', hue: 'green' },
  changed: { label: 'Changed', hue: 'blue' },
  unchanged: { label: 'Unchanged', hue: 'slate' },
  removed: { label: 'To delete', hue: 'amber' },
  refused: { label: 'Error', hue: 'red' },
};

const DONE_WORDS: Record<Verdict, string> = {
  new: 'added',
  changed: 'changed',
  unchanged: 'unchanged',
  removed: 'deleted',
  refused: 'refused',
};

/** Rows as `1,234 rows`. */
export function rowCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

/** What storing did: '3 added, 1 changed, 2 unchanged'. */
export function doneWords(counts: UploadCounts): string {
  const parts = (Object.keys(DONE_WORDS) as Verdict[]).filter((verdict) => counts[verdict] > 0);
  return parts.map((verdict) => `${counts[verdict].toLocaleString('en')} ${DONE_WORDS[verdict]}`).join(', ');
}

/** What a checked upload would do, in one sentence. */
export function previewWords(upload: UploadView): string {
  const counts = upload.counts!;
  const changes = counts.new + counts.changed + counts.removed;
  if (upload.rows === 0) return 'The file has no rows.';
  const errors =
    counts.refused === 0 ? '' : ` ${rowCount(counts.refused)} ${counts.refused === 1 ? 'has' : 'have'} errors.`;
  if (changes === 0 && counts.refused === 0)
    return `${rowCount(upload.rows)}: nothing changes, all of it is stored already.`;
  const parts = [
    ...(counts.new > 0 ? [`${counts.new.toLocaleString('en')} to add`] : []),
    ...(counts.changed > 0 ? [`${counts.changed.toLocaleString('en')} to change`] : []),
    ...(counts.removed > 0 ? [`${counts.removed.toLocaleString('en')} to delete`] : []),
    ...(counts.unchanged > 0 ? [`${counts.unchanged.toLocaleString('en')} unchanged`] : []),
  ];
  return `${rowCount(upload.rows)}${parts.length === 0 ? '.' : `: ${parts.join(', ')}.`}${errors} Nothing is stored yet.`;
}
