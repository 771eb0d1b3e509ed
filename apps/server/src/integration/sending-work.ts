import { randomUUID } from 'node:crypto';
import type { DocumentDefinitions } from '../batches/record/document-definition.ts';
import { reserveWorkingNumbers, returnWorkingNumber } from '../numbering/working-numbers.ts';
import type { Actor } from '../platform/database/database.ts';
import { claimIdempotencyKeys, keepIdempotentReplies, type IdempotentRequest } from '../platform/http/idempotency.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import type { FlushedCall } from './flush.ts';
import { checkSendings, enterSendings, type Received } from './receive-batch.ts';
import type { CheckedSending, Sending } from './sending.ts';

/** A call with what it sent. */
export interface SendingCall extends FlushedCall {
  readonly sending: Sending;
  readonly user: Principal;
  readonly request_id: string;
  readonly idempotent: IdempotentRequest;
}

/** A call whose batch passed its checks. */
type EnteringCall = Omit<SendingCall, 'sending'> & { readonly sending: CheckedSending };

type Services = Pick<RouteServices, 'inTransaction'>;

/**
 * How calls of one maker are worked on: they are checked together, each for itself, and those that passed are entered in one transaction; where
 * that fails, each by itself. Answers each, or says why not.
 */
export function sendingWork(services: Services, definitions: DocumentDefinitions) {
  return async (calls: readonly SendingCall[]): Promise<PromiseSettledResult<Received>[]> => {
    const checked = await check(services, definitions, calls);
    const entering = calls.flatMap((call, place): EnteringCall[] => {
      const one = checked[place]!;
      return one.status === 'fulfilled' && 'input' in one.value ? [{ ...call, sending: one.value }] : [];
    });
    const entered = await settle(services, definitions, entering);
    const byCall = new Map(entering.map(({ request_id }, place) => [request_id, entered[place]!]));
    return calls.map(
      ({ request_id }, place) => byCall.get(request_id) ?? (checked[place] as PromiseSettledResult<Received>),
    );
  };
}

/** What the checks say of each; where something keeps all of them from being made, each by itself. */
async function check(
  services: Services,
  definitions: DocumentDefinitions,
  calls: readonly SendingCall[],
): Promise<PromiseSettledResult<Received | CheckedSending>[]> {
  const sendings = calls.map(({ sending }) => sending);
  const { user, request_id } = calls[0]!;
  // Nothing is written: in a transaction one plan serves every group.
  const [together] = await Promise.allSettled([
    services.inTransaction({ user_id: user.user_id, request_id }, (short) =>
      checkSendings(short, definitions, user, sendings),
    ),
  ]);
  if (together.status === 'fulfilled') return together.value;
  if (calls.length === 1) return [together];
  const alone = await Promise.all(calls.map((call) => check(services, definitions, [call])));
  return alone.flat();
}

async function settle(
  services: Services,
  definitions: DocumentDefinitions,
  calls: readonly EnteringCall[],
): Promise<PromiseSettledResult<Received>[]> {
  if (calls.length === 0) return [];
  const [together] = await Promise.allSettled([enter(services, definitions, calls)]);
  if (together.status === 'fulfilled') return together.value.map((value) => ({ status: 'fulfilled', value }));
  if (calls.length === 1) return [together];
  const alone: PromiseSettledResult<Received>[] = [];
  for (const call of calls) alone.push(...(await settle(services, definitions, [call])));
  return alone;
}

async function enter(
  services: Services,
  definitions: DocumentDefinitions,
  calls: readonly EnteringCall[],
): Promise<Received[]> {
  const { user, request_id } = calls[0]!;
  const actor = { user_id: user.user_id, request_id };
  return withNumbers(services, actor, calls.length, async (numbers) => {
    const answers = await services.inTransaction(actor, async (transaction) => {
      await claimIdempotencyKeys(
        transaction,
        calls.map(({ idempotent }) => idempotent),
      );
      const sendings = calls.map(({ sending }) => sending);
      const received = await enterSendings(transaction, definitions, user, { sendings, numbers });
      keepIdempotentReplies(
        transaction,
        calls.map(({ idempotent }, place) => ({ request: idempotent, reply: { data: received[place]!.answer } })),
      );
      return received;
    });
    return { answer: answers, used: answers.map(({ answer }) => answer.batch_number) };
  });
}

/**
 * Runs a step that enters up to so many batches, with numbers that are reserved for them in a transaction of their own: the
 * counter would keep everybody who saves waiting. What it does not use is given back.
 */
export async function withNumbers<Answer>(
  services: Services,
  actor: Actor & { user_id: number },
  count: number,
  step: (numbers: readonly string[]) => Promise<{ answer: Answer; used: readonly string[] }>,
): Promise<Answer> {
  const wanted = { kind: 'batch', user_id: actor.user_id, draft_id: randomUUID(), count } as const;
  const numbers =
    count === 0 ? [] : await services.inTransaction(actor, (short) => reserveWorkingNumbers(short, wanted));
  let taken = new Set<string>();
  try {
    const { answer, used } = await step(numbers);
    taken = new Set(used);
    return answer;
  } finally {
    const left = numbers.filter((number) => !taken.has(number));
    await giveBack(services, actor, left);
  }
}

/** Gives numbers back that nothing was entered under; they are the next ones handed out. */
async function giveBack(
  services: Services,
  actor: Actor & { user_id: number },
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return;
  await services.inTransaction(actor, async (short) => {
    for (const number of numbers) await returnWorkingNumber(short, { kind: 'batch', number, user_id: actor.user_id });
  });
}
