import { useState } from 'react';
import { showError } from '../ui/feedback/feedback.ts';
import { reportFailure } from './report-failure.ts';
import { useActKey } from './use-act-key.ts';

/** The act of a dialog. */
export interface Act {
  readonly busy: boolean;
  /** Does it, one at a time; the work gets the header of its idempotency key. False where it failed, which is said. */
  readonly act: (work: (headers: { 'idempotency-key': string }) => Promise<void>) => Promise<boolean>;
}

/** An act under its idempotency key, of which what was done ends it; `failed` words why it was not done. */
export function useAct(failed: (message: string) => string): Act {
  const { key, noteFailure, noteDone } = useActKey();
  const [busy, setBusy] = useState(false);
  const act: Act['act'] = async (work) => {
    if (busy) return false;
    setBusy(true);
    try {
      await work({ 'idempotency-key': key });
      noteDone();
      return true;
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(failed(message)));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
