import { useCallback, useEffect, useRef, useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { putDraft, type DraftView } from '@talaan/contract/documents/draft.contract';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { callServer } from '../../../api/client.ts';

/** Where the unsaved work stands on the server. */
export interface DraftState {
  /** When the server last took it (ISO text); null before. */
  readonly savedAt: string | null;
  /** Everything typed is on the server. */
  readonly isKept: boolean;
  /** Another window changed the same draft. */
  readonly conflict: DraftView | null;
  /** It could not be kept; it is tried again. */
  readonly failed: boolean;
}

export interface DraftSaving extends DraftState {
  /** Keeps this window's work over that of the other one. */
  keepMine: () => void;
  /** Stops keeping and waits for what is on its way, so that nothing comes after a save or a discard. */
  hold: () => Promise<void>;
  /** Goes on keeping: the save was refused. */
  resume: () => void;
}

const PAUSE_MS = 1200;
const RETRY_MS = 8000;

/** A cell that is being typed gives its text when it loses the focus. */
function closeCell(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Unsaved work as it stands. */
interface UnsavedWork {
  id: string;
  document_type: DocumentType;
  batch_number: string | null;
  /** Null while there is nothing to keep. */
  body: Record<string, unknown> | null;
  /** The version that was read when the draft was continued. */
  row_version: number | undefined;
  /** When that version was kept. */
  kept_at: string | null;
}

/**
 * Keeps unsaved work on the server, a moment after typing pauses, when the page is hidden and when it is left, so that it
 * survives a crash, a sign-out and another workstation (decisions §5).
 */
export function useDraftSaving(draft: UnsavedWork): DraftSaving {
  const { state, setState, isNew, keep, idle, keepMine, hold, resume } = useKeptDraft(draft);
  const { id, body } = draft;

  useEffect(() => {
    if (!isNew(body)) return;
    setState((before) => (before.isKept ? { ...before, isKept: false } : before));
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
    // A body that came while another was on its way is taken when that one has been answered.
  }, [body, isNew, keep, setState, state.savedAt]);

  useEffect(() => {
    if (!state.failed) return;
    const timer = setTimeout(keep, RETRY_MS);
    return () => clearTimeout(timer);
  }, [state, keep]);

  useEffect(() => {
    const keepNow = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', keepNow);
    window.addEventListener('beforeunload', closeCell);
    window.addEventListener('popstate', closeCell);
    return () => {
      document.removeEventListener('visibilitychange', keepNow);
      window.removeEventListener('beforeunload', closeCell);
      window.removeEventListener('popstate', closeCell);
      void idle().then(keep);
    };
  }, [keep, idle, id]);

  return { ...state, keepMine, hold, resume };
}

/** The draft on the server, and `keep`, which sends it what it does not have: one call at a time, none while it is held. */
function useKeptDraft(draft: UnsavedWork) {
  const [state, setState] = useState<DraftState>({ ...AS_KEPT, savedAt: draft.kept_at });
  const version = useRef(draft.row_version);
  const latest = useRef(draft);
  const kept = useRef(draft.body);
  const running = useRef<Promise<void> | null>(null);
  const ended = useRef(false);
  useEffect(() => {
    latest.current = draft;
  });

  const put = useCallback(async (body: Record<string, unknown>): Promise<void> => {
    try {
      const { row_version, updated_at } = await sendDraft({ ...latest.current, body, row_version: version.current });
      version.current = row_version;
      kept.current = body;
      setState({ ...AS_KEPT, savedAt: updated_at, isKept: latest.current.body === body });
    } catch (failure) {
      const conflict = otherVersionOf(failure);
      if (conflict !== null) ended.current = true; // until the person has chosen
      setState((before) => ({ ...before, isKept: false, conflict, failed: conflict === null }));
    } finally {
      running.current = null;
    }
  }, []);
  const isNew = useCallback(
    (body: UnsavedWork['body']) => body !== null && body !== kept.current && !ended.current,
    [],
  );
  const keep = useCallback((): void => {
    const { body } = latest.current;
    if (running.current === null && body !== null && isNew(body)) running.current = put(body);
  }, [isNew, put]);
  /** Waits for what is on its way. */
  const idle = useCallback(async () => {
    await running.current;
  }, []);

  function resume(): void {
    ended.current = false;
    keep();
  }
  function keepMine(): void {
    version.current = state.conflict?.row_version;
    setState((before) => ({ ...before, conflict: null }));
    resume();
  }
  async function hold(): Promise<void> {
    ended.current = true;
    await idle();
    setState((before) => ({ ...before, ...AS_KEPT }));
  }
  return { state, setState, isNew, keep, idle, keepMine, hold, resume };
}

const AS_KEPT = { isKept: true, conflict: null, failed: false } as const;

async function sendDraft({ id, document_type, batch_number, body, row_version }: UnsavedWork & { body: object }) {
  const version = row_version === undefined ? {} : { row_version };
  const given = { document_type, batch_number, body, ...version };
  return (await callServer(putDraft, { params: { id }, body: given })).data;
}

/** The draft as another window keeps it; null where it failed for another reason. */
function otherVersionOf(failure: unknown): DraftView | null {
  const isOther = failure instanceof CallRefused && failure.problem.code === 'row_version';
  return isOther ? ((failure.problem['current'] as DraftView | undefined) ?? null) : null;
}
