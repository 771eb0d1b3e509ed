import { useState } from 'react';
import { mayBeDone, newIdempotencyKey } from './client.ts';

/** The idempotency keys of saves, each by what is sent. */
export interface SaveKey {
  /** The key to send a body with: that of the last save where its answer was lost and it said the same, else a new one. */
  readonly of: (body: string) => string;
  readonly noteDone: () => void;
  readonly noteFailure: (failure: unknown) => void;
}

/** A save whose answer was lost is repeated under its key, so that it counts once. */
export function useSaveKey(): SaveKey {
  return useState(newSaveKey)[0];
}

function newSaveKey(): SaveKey {
  let sent: { body: string; key: string } | null = null;
  const noteDone = (): void => {
    sent = null;
  };
  return {
    of: (body) => {
      if (sent?.body !== body) sent = { body, key: newIdempotencyKey() };
      return sent.key;
    },
    noteDone,
    noteFailure: (failure) => {
      if (!mayBeDone(failure)) noteDone();
    },
  };
}
