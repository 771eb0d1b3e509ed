import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { namesOfRow } from '@talaan/contract/resource/field';
import type { HistoryEntry, RecordChange } from '@talaan/contract/resource/safe-change';
import { capital } from '@talaan/core/text/capital';

/** What one call made of a record, in words. */
export interface RecordAct {
  /** What was done, in a few words: 'Bank account added'. */
  title: string;
  /** What changed, a sentence each. */
  told: string[];
  /** What a record held when it came or went. */
  details: string[];
}

const WHOLE: Readonly<Partial<Record<HistoryEntry['action'], string>>> = {
  added: 'Added',
  deleted: 'Deleted',
  restored: 'Restored',
};

/** A write on a record as people tell it. A record that came or went whole has its values among the details. */
export function recordAct(definition: AnyResource, { action, changes }: HistoryEntry): RecordAct {
  const own = changes
    .filter(({ row }) => row === null)
    .map((change) =>
      definition.fields[change.field]?.kind === 'references'
        ? `${change.label}: ${change.after ?? change.before} ${change.after === null ? 'removed' : 'added'}`
        : sentenceOf(change, change.label),
    );
  const rows = new Set(changes.flatMap(({ row }) => row ?? []));
  const inner = [...rows].flatMap((row) =>
    rowSentences(
      definition,
      row,
      changes.filter((change) => change.row === row),
    ),
  );
  const sentences = [...own, ...inner.map(({ text }) => text)];
  const whole = WHOLE[action];
  if (whole !== undefined) return { title: whole, told: [], details: sentences };
  const [only] = inner;
  const title = only?.act !== undefined && sentences.length === 1 ? only.act : 'Changed';
  return { title, told: sentences, details: [] };
}

/** 'TIN changed from 1 to 2', 'City: Cebu', 'City cleared; it was Cebu', 'Password changed'. */
function sentenceOf({ before, after, hidden }: RecordChange, label: string): string {
  if (hidden) return `${label} changed`;
  if (before === null) return `${label}: ${after ?? ''}`;
  return after === null ? `${label} cleared; it was ${before}` : `${label} changed from ${before} to ${after}`;
}

/** What became of an inner row: one sentence where it came or went whole, and by itself that is the whole act. */
function rowSentences(
  definition: AnyResource,
  row: string,
  changes: readonly RecordChange[],
): { text: string; act?: string }[] {
  const name = capital(row);
  const isNew = changes.every(({ before }) => before === null);
  if (!isNew && changes.some(({ after }) => after !== null))
    return changes.map((change) => ({ text: sentenceOf(change, `${name}: ${change.label}`) }));
  const grid = Object.values(definition.fields)
    .filter((shape) => shape.kind === 'children')
    .find(({ one }) => row === one || row.startsWith(`${one} `));
  const named = new Set(grid === undefined ? [] : namesOfRow(grid));
  const values = changes
    .filter(({ field }) => !named.has(field))
    .map(({ label, before, after }) => `${label} ${after ?? before ?? ''}`);
  const happened = isNew ? 'added' : 'removed';
  return [
    {
      text: [`${name} ${happened}`, ...(values.length === 0 ? [] : [values.join(', ')])].join(': '),
      act: `${capital(grid?.one ?? row)} ${happened}`,
    },
  ];
}
