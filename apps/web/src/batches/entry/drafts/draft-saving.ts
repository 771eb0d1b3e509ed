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

/**
 * Keeps unsaved work on the server, a moment after typing pauses, when the page is hidden and when it is left, so that it
 * survives a crash, a sign-out and another workstation (decisions §5). `body` is null while there is nothing to keep.
 */
export function useDraftSaving(draft: {
  id: string;
  document_type: DocumentType;
  batch_number: string | null;
  body: Record<string, unknown> | null;
  /** The version that was read when the draft was continued. */
  row_version: number | undefined;
  /** When that version was kept. */
  kept_at: string | null;
}): DraftSaving {
  const { id, body } = draft;
  const [state, setState] = useState<DraftState>({
    savedAt: draft.kept_at,
    isKept: true,
    conflict: null,
    failed: false,
  });
  const version = useRef(draft.row_version);
  const latest = useRef(draft);
  const kept = useRef<Record<string, unknown> | null>(body);
  const running = useRef<Promise<void> | null>(null);
  const ended = useRef(false);
  useEffect(() => {
    latest.current = draft;
  });

  const put = useCallback(async (): Promise<void> => {
    const { body: wanted, document_type, batch_number } = latest.current;
    if (wanted === null) return;
    try {
      const { data } = await callServer(putDraft, {
        params: { id: latest.current.id },
        body: {
          document_type,
          batch_number,
          body: wanted,
          ...(version.current === undefined ? {} : { row_version: version.current }),
        },
      });
      version.current = data.row_version;
      kept.current = wanted;
      const isKept = latest.current.body === wanted;
      setState({ savedAt: data.updated_at, isKept, conflict: null, failed: false });
    } catch (failure) {
      const isConflict = failure instanceof CallRefused && failure.problem.code === 'row_version';
      const conflict = isConflict ? ((failure.problem['current'] as DraftView | undefined) ?? null) : null;
      if (conflict !== null) ended.current = true; // until the person has chosen
      setState((before) => ({ ...before, isKept: false, conflict, failed: conflict === null }));
    } finally {
      running.current = null;
    }
  }, []);
  const keep = useCallback((): void => {
    const { body: wanted } = latest.current;
    if (running.current !== null || ended.current || wanted === null || wanted === kept.current) return;
    running.current = put();
  }, [put]);

  useEffect(() => {
    if (body === null || body === kept.current || ended.current) return;
    setState((before) => (before.isKept ? { ...before, isKept: false } : before));
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
    // A body that came while another was on its way is taken when that one has been answered.
  }, [body, keep, state.savedAt]);

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
      void Promise.resolve(running.current).then(keep);
    };
  }, [keep, id]);

  return {
    ...state,
    keepMine: () => {
      version.current = state.conflict?.row_version;
      ended.current = false;
      setState((before) => ({ ...before, conflict: null }));
      keep();
    },
    hold: async () => {
      ended.current = true;
      await running.current;
      setState((before) => ({ ...before, isKept: true, conflict: null, failed: false }));
    },
    resume: () => {
      ended.current = false;
      keep();
    },
  };
}
