import type { StoredEntryFacts } from '../batches/checks/entry-facts.store.ts';
import type { DocumentDefinitions } from '../batches/record/document-definition.ts';
import { reserveFreshNumbers, returnWorkingNumbers } from '../numbering/working-numbers.ts';
import type { Actor, Database } from '../platform/database/database.ts';
import { claimIdempotencyKeys, keepIdempotentReplies, type IdempotentRequest } from '../platform/http/idempotency.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import type { FlushedCall } from './flush.ts';
import { enterSendings, type EnteredBatch } from './enter-sendings.ts';
import { checkSendings, type Received } from './receive-batch.ts';
import { repliesOf } from './received.store.ts';
import type { CheckedSending, Sending } from './sending.ts';

/** A call with what it sent. */
export interface SendingCall extends FlushedCall {
  readonly sending: Sending;
  readonly user: Principal;
  readonly request_id: string;
  readonly idempotent: IdempotentRequest;
}

type Services = Pick<RouteServices, 'inTransaction'>;

type Outcome = PromiseSettledResult<Received>;

/**
 * How calls of one maker are worked on: in one transaction they are checked, each for itself, and those that pass are entered; where
 * that fails, each by itself. Once they are on their way into the ledger, the next are checked. Answers each, or says why not.
 */
export function sendingWork(services: Services, definitions: DocumentDefinitions) {
  return async function work(calls: readonly SendingCall[], handOver?: () => void): Promise<Outcome[]> {
    const [together] = await Promise.allSettled([enter(services, definitions, calls, handOver)]);
    if (together.status === 'fulfilled') return together.value;
    if (calls.length === 1) return [together];
    const alone: Outcome[] = [];
    for (const call of calls) alone.push(...(await work([call])));
    return alone;
  };
}

async function enter(
  services: Services,
  definitions: DocumentDefinitions,
  calls: readonly SendingCall[],
  handOver?: () => void,
): Promise<Outcome[]> {
  const { user, request_id } = calls[0]!;
  const actor = { user_id: user.user_id, request_id };
  return withNumbers(services, actor, calls.length, async (numbers) => {
    const outcomes = await services.inTransaction(actor, async (transaction) => {
      const sendings = calls.map(({ sending }) => sending);
      const { outcomes: checked, facts } = await checkSendings(transaction, definitions, user, sendings);
      const passed = [...checked.entries()].flatMap(([place, one]) =>
        one.status === 'fulfilled' && 'entry' in one.value ? [{ sending: one.value, place }] : [],
      );
      const entered = await enterPassed(transaction, definitions, { calls, passed, facts, numbers: await numbers });
      handOver?.();
      return () => checked.map((one, place) => outcomeOf(entered.get(place)) ?? (one as Outcome));
    });
    const answer = outcomes();
    const used = answer.flatMap((one) => (one.status === 'fulfilled' ? one.value.answer.batch_number : []));
    return { answer, used };
  });
}

/** What became of a call whose batch was entered, once its transaction has ended. */
function outcomeOf(entered: EnteredBatch | undefined): Outcome | undefined {
  return entered && { status: 'fulfilled', value: { answer: entered.answer(), is_replay: entered.is_replay } };
}

/** Enters what passed its checks, with the replies by which a repeated call is answered; by the places of their calls. */
async function enterPassed(
  transaction: Database,
  definitions: DocumentDefinitions,
  {
    calls,
    passed,
    ...given
  }: {
    readonly calls: readonly SendingCall[];
    readonly passed: readonly { readonly sending: CheckedSending; readonly place: number }[];
    readonly numbers: readonly string[];
    readonly facts: StoredEntryFacts;
  },
): Promise<Map<number, EnteredBatch>> {
  if (passed.length === 0) return new Map();
  const requests = passed.map(({ place }) => calls[place]!.idempotent);
  const sendings = passed.map(({ sending }) => sending);
  const [, entered] = await Promise.all([
    claimIdempotencyKeys(transaction, requests),
    enterSendings(transaction, definitions, calls[0]!.user, { ...given, sendings }),
  ]);
  keepIdempotentReplies(transaction, requests, repliesOf(entered.map(({ id }) => id)));
  return new Map(passed.map(({ place }, at) => [place, entered[at]!]));
}

/**
 * Runs a step that enters up to so many batches, with numbers that are reserved for them in a transaction of their own: the
 * counter would keep everybody who saves waiting. It begins before the step, which waits for them when it needs them. What it does not
 * use is given back.
 */
export async function withNumbers<Answer>(
  services: Services,
  actor: Actor & { user_id: number },
  count: number,
  step: (numbers: Promise<readonly string[]>) => Promise<{ answer: Answer; used: readonly string[] }>,
): Promise<Answer> {
  // The step asks for its connection after this: where few are left, none that waits for numbers keeps one from who reserves them.
  const wanted = { kind: 'batch', user_id: actor.user_id, count } as const;
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
    await giveBack(services, actor, left);
  }
}

/** Gives numbers back that nothing was entered under; they are the next ones handed out. */
async function giveBack(services: Services, actor: Actor & { user_id: number }, numbers: readonly string[]) {
  if (numbers.length === 0) return;
  const { user_id } = actor;
  await services.inTransaction(actor, (short) => returnWorkingNumbers(short, { kind: 'batch', numbers, user_id }));
}
