import type { HistoryEntry } from '@talaan/contract/documents/batch.contract';
import { STATUS } from '@talaan/core/documents/status';
import { chipOf, isCancelled } from '../record/batch-texts.ts';
import { changedText, labelOf } from './change-words.ts';

/** One act of a person: everything that was stored at once. */
export interface HistoryAct {
  key: string;
  /** What was done, in a few words. */
  title: string;
  user_name: string;
  /** Instant. */
  at: string;
  /** What changed, a sentence each; what follows from another change is among the details alone. */
  told: string[];
  details: string[];
}

/** The writes of a batch, newest first, as the acts that people know; `type` is the document type of the batch. */
export function historyActs(entries: readonly HistoryEntry[], type: string): HistoryAct[] {
  const acts: HistoryEntry[][] = [];
  for (const entry of entries) {
    const [first] = acts.at(-1) ?? [];
    if (first?.at === entry.at && first.user_name === entry.user_name) acts.at(-1)!.push(entry);
    else acts.push([entry]);
  }
  return acts.map((written, place) => {
    // An act is stored batch first, its lines last, and the newest comes first.
    const inOrder = written.toReversed();
    const isNew = inOrder.some(({ action, subject }) => action === 'insert' && subject === 'batch');
    const sentences = inOrder.flatMap((entry) => sentencesOf(entry, type));
    const told = sentences.filter(({ follows }) => !follows && !isNew).map(({ text }) => text);
    return {
      key: `${written[0]!.at} ${place}`,
      title: titleOf(inOrder, type, isNew),
      user_name: written[0]!.user_name,
      at: written[0]!.at,
      told: [...new Set(told)],
      details: [...new Set(sentences.filter(({ follows }) => follows || isNew).map(({ text }) => text))],
    };
  });
}

/** Columns that follow from an act, or repeat another one. */
const FOLLOWS =
  /^(status|cycle|stage|approved_by|approved_at|edit_by|edit_date|date_encoded|batch_series|line_no|amount_php|amount)$|_(at|on)$/;

interface Sentence {
  text: string;
  follows: boolean;
}

function sentencesOf({ action, subject, changes }: HistoryEntry, type: string): Sentence[] {
  const isLine = subject.startsWith('line ');
  const names = new Set(changes.map(({ field }) => field));
  if (isLine && action !== 'update') {
    const amount = changes.find(
      ({ field, before, after }) => /^(debit|credit|total)_(amount|php)$/.test(field) && Number(after ?? before) !== 0,
    );
    const account = changes.find(({ field }) => field === 'account_id' || field === 'description');
    const side = /^(debit|credit)/.exec(amount?.field ?? '')?.[0] ?? '';
    const figure = amount === undefined ? null : changedText('total_amount', amount.after ?? amount.before, type);
    const words = [account?.after ?? account?.before, side, figure].filter(Boolean).join(' ');
    return [
      { text: `Line ${subject.slice(5)} ${action === 'insert' ? 'added' : 'removed'}: ${words}`, follows: false },
    ];
  }
  return changes.map(({ field, before, after }) => {
    const what = isLine ? `Line ${subject.slice(5)}: ${labelOf(field).toLowerCase()}` : nameOf(field);
    const [old, now] = [changedText(field, before, type), changedText(field, after, type)];
    const follows = FOLLOWS.test(field) || (field.endsWith('_php') && names.has(field.replace('_php', '_amount')));
    if (now === null) return { text: `${what} cleared; it was ${old}`, follows };
    return { text: old === null ? `${what}: ${now}` : `${what} changed from ${old} to ${now}`, follows };
  });
}

/** 'Amount' is what everybody calls the total of an entry. */
const nameOf = (field: string): string => (field === 'total_amount' ? 'Amount' : labelOf(field));

function titleOf(written: readonly HistoryEntry[], type: string, isNew: boolean): string {
  if (isNew) return 'Entered';
  const file = written.find(({ subject }) => subject === 'attachment');
  if (file !== undefined) {
    const name = file.changes.find(({ field }) => field === 'name' || field === 'file_name');
    const acts: Record<string, string> = { insert: 'Attached', delete: 'Removed', download: 'Downloaded' };
    return [acts[file.action] ?? 'Changed', name?.after ?? name?.before ?? 'a file'].join(' ');
  }
  const deleted = written.some(({ action, subject }) => action === 'delete' && subject === 'batch');
  if (deleted) return 'Deleted';
  const isVoided = written.some(({ changes }) => changes.some(({ field, after }) => field === 'voided_by' && after));
  if (isVoided && !isCancelled(type)) return 'Voided';
  const hasNewPreparer = written.some(({ changes }) =>
    changes.some(({ field, before }) => field === 'prepared_by' && before),
  );
  if (hasNewPreparer) return 'Handed over to another preparer';
  const move = written
    .filter(({ subject }) => subject === 'batch')
    .flatMap(({ changes }) => changes)
    .find(({ field }) => field === 'status');
  return move === undefined ? 'Changed' : moveTitle(Number(move.before), Number(move.after), type);
}

/** What brought a batch from one status to another, by the name that its type has for it. */
function moveTitle(from: number, to: number, type: string): string {
  const label = chipOf(type, to).label;
  if (to === STATUS.ACTIVE) return from === STATUS.ARCHIVED ? 'Restored' : 'Brought back to the preparer';
  if (!label.startsWith('For ')) return label;
  const where = label.charAt(0).toLowerCase() + label.slice(1);
  if (from === STATUS.ACTIVE) return `Submitted ${where}`;
  return `${from === STATUS.FOR_REVIEW ? 'Reviewed' : 'Approved'}, now ${where}`;
}
