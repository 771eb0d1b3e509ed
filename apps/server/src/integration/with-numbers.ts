import { reserveFreshNumbers, returnWorkingNumbers } from '../numbering/working-numbers.ts';
import type { Actor } from '../platform/database/database.ts';
import type { RouteServices } from '../platform/http/register-route.ts';

/**
 * Runs a step that enters up to so many batches of a series, with numbers that are reserved for them in a transaction of their own: the
 * counter would keep everybody who saves waiting. It begins before the step, which waits for them when it needs them. What it does not
 * use is given back.
 */
export async function withNumbers<Answer>(
  services: Pick<RouteServices, 'inTransaction'>,
  actor: Actor & { user_id: number },
  { kind, count }: Pick<Parameters<typeof reserveFreshNumbers>[1], 'kind' | 'count'>,
  step: (numbers: Promise<readonly string[]>) => Promise<{ answer: Answer; used: readonly string[] }>,
): Promise<Answer> {
  // The step asks for its connection after this: where few are left, none that waits for numbers keeps one from who reserves them.
  const wanted = { kind, user_id: actor.user_id, count };
  const reserving =
    count === 0 ? Promise.resolve([]) : services.inTransaction(actor, (short) => reserveFreshNumbers(short, wanted));
  // Whoever waits for them is told why there are none, and nobody may wait.
  reserving.catch(() => {});
  let taken = new Set<string>();
  try {
    const { answer, used } = await step(reserving);
    taken = new Set(used);
    return answer;
  } finally {
    const [reserved] = await Promise.allSettled([reserving]);
    const numbers = reserved.status === 'fulfilled' ? reserved.value : [];
    const left = numbers.filter((number) => !taken.has(number));
    // They are the next ones handed out.
    const given = { kind, numbers: left, user_id: actor.user_id };
    if (left.length > 0) await services.inTransaction(actor, (short) => returnWorkingNumbers(short, given));
  }
}
