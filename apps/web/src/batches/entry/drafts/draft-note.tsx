import { showClock } from '../../record/batch-texts.ts';
import type { DraftSaving } from './draft-saving.ts';

/** 'saved draft 10:42', or why not. `touched`: something was typed. */
export function DraftNote({ draftSaving, touched }: { draftSaving: DraftSaving; touched: boolean }) {
  const { failed, savedAt, isKept } = draftSaving;
  if (failed) return <span className="danger">draft not saved, trying again</span>;
  if (savedAt !== null && (isKept || !touched))
    return <span className="muted figures">{`saved draft ${showClock(savedAt)}`}</span>;
  return touched ? <span className="muted">saving draft</span> : null;
}
