/**
 * How many rows of an upload its running step has done. Kept in the memory of the server that works on it, so that the
 * step need not leave its transaction to tell.
 */
const progress = new Map<string, { done: number; state: 'reading' | 'checking' | 'storing' }>();

/** Runs one step of an upload; `tell` takes the number of rows that are done. */
export async function withProgress<T>(
  id: string,
  state: 'reading' | 'checking' | 'storing',
  step: (tell: (done: number) => void) => Promise<T>,
): Promise<T> {
  try {
    progress.set(id, { done: 0, state });
    return await step((done) => progress.set(id, { done, state }));
  } finally {
    progress.delete(id);
  }
}

/** What the step that runs now has done; undefined when none runs here. */
export function progressOf(id: string) {
  return progress.get(id);
}
