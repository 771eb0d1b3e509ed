import { useCallback, useState } from 'react';
import { mayBeDone, newIdempotencyKey } from './client.ts';

/**
 * The idempotency key of a dialog's act, and what its failures do to it: an act whose answer was lost is asked for again under
 * the same key, so that it is done once; a refusal ends the attempt, and the next one has a key of its own. Where the dialog
 * stays and may do its act once more, `noteDone` ends the one that was done.
 */
export function useActKey(): { key: string; noteFailure: (failure: unknown) => void; noteDone: () => void } {
  const [key, setKey] = useState(newIdempotencyKey);
  const noteFailure = useCallback((failure: unknown) => {
    if (!mayBeDone(failure)) setKey(newIdempotencyKey());
  }, []);
  const noteDone = useCallback(() => setKey(newIdempotencyKey()), []);
  return { key, noteFailure, noteDone };
}
