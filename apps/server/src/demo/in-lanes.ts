/** How many are worked on at a time: while PostgreSQL answers one, the statements of the others are made. */
const LANES = 4;

/**
 * Works on several at a time on the connection of one transaction, begun in their order. All of it is done in one person's
 * name, because the transaction has one actor. After a refusal none is begun any more, and it is thrown when nothing is
 * under way: what came after the rollback would be written for good.
 */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = inTurn(items);
  const lanes = Array.from({ length: LANES }, async () => {
    // A lane that throws closes what is waiting for all of them.
    for (const item of waiting) await work(item);
  });
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
  }
}

function* inTurn<T>(items: readonly T[]): Generator<T> {
  yield* items;
}
