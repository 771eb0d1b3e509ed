import { setImmediate } from 'node:timers/promises';

/** Milliseconds that long work may hold the one thread before other requests get their turn. */
const TURN_MS = 1;

/** Answers a function for loops over many rows: it lets others run as soon as this work has had its turn. */
export function createTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    began = performance.now();
  };
}
