import type { UploadAction, UploadCounts, UploadView, Verdict } from '@talaan/contract/uploads/upload.contract';
import type { ChipHue } from '../../ui/status-chip.tsx';

interface Word {
  label: string;
  hue: ChipHue;
}

const VERDICT_WORDS: Record<Verdict, Word> = {
  new: { label: 'New', hue: 'green' },
  changed: { label: 'Changed', hue: 'blue' },
  unchanged: { label: 'Unchanged', hue: 'slate' },
  removed: { label: 'To delete', hue: 'amber' },
  refused: { label: 'Error', hue: 'red' },
};

const UNDO_WORDS: Partial<Record<Verdict, Word>> = {
  new: { label: 'To bring back', hue: 'green' },
  changed: { label: 'To restore', hue: 'blue' },
  refused: { label: 'Left alone', hue: 'amber' },
};

/** What a row would do, in a word and a colour. */
export function verdictWord(verdict: Verdict, action: UploadAction): Word {
  return (action === 'undo' ? UNDO_WORDS[verdict] : undefined) ?? VERDICT_WORDS[verdict];
}

const DONE_WORDS: Record<Verdict, string> = {
  new: 'added',
  changed: 'changed',
  unchanged: 'unchanged',
  removed: 'deleted',
  refused: 'refused',
};
const UNDONE_WORDS: Partial<Record<Verdict, string>> = {
  new: 'brought back',
  changed: 'restored',
  refused: 'left alone',
};

/** Rows as `1,234 rows`. */
export function rowCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

/** What storing did: '3 added, 1 changed, 2 unchanged'. */
export function doneWords(counts: UploadCounts, action: UploadAction): string {
  const word = (verdict: Verdict) => (action === 'undo' ? UNDONE_WORDS[verdict] : undefined) ?? DONE_WORDS[verdict];
  const parts = (Object.keys(DONE_WORDS) as Verdict[]).filter((verdict) => counts[verdict] > 0);
  return parts.map((verdict) => `${counts[verdict].toLocaleString('en')} ${word(verdict)}`).join(', ');
}

/** What a checked upload would do, in one sentence. */
export function previewWords(upload: UploadView): string {
  const counts = upload.counts!;
  const changes = counts.new + counts.changed + counts.removed;
  const isUndo = upload.action === 'undo';
  if (upload.rows === 0) return 'The file has no rows.';
  const [is, has] = counts.refused === 1 ? ['is', 'has'] : ['are', 'have'];
  const fault = isUndo ? `${is} left alone` : `${has} errors`;
  const errors = counts.refused === 0 ? '' : ` ${rowCount(counts.refused)} ${fault}.`;
  if (changes === 0 && isUndo) return `Nothing is left to undo.${errors}`;
  if (changes === 0 && counts.refused === 0)
    return `${rowCount(upload.rows)}: nothing changes, all of it is stored already.`;
  const parts = [
    ...(counts.new > 0 ? [`${counts.new.toLocaleString('en')} ${isUndo ? 'to bring back' : 'to add'}`] : []),
    ...(counts.changed > 0 ? [`${counts.changed.toLocaleString('en')} ${isUndo ? 'to restore' : 'to change'}`] : []),
    ...(counts.removed > 0 ? [`${counts.removed.toLocaleString('en')} to delete`] : []),
    ...(counts.unchanged > 0 ? [`${counts.unchanged.toLocaleString('en')} unchanged`] : []),
  ];
  return `${rowCount(upload.rows)}${parts.length === 0 ? '.' : `: ${parts.join(', ')}.`}${errors} Nothing is stored yet.`;
}
