import type { StoredEntryFacts } from '../batches/checks/entry-facts.store.ts';
import type { DocumentDefinitions } from '../batches/record/document-definition.ts';
import type { Database } from '../platform/database/database.ts';
import { claimIdempotencyKeys, keepIdempotentReplies, type IdempotentRequest } from '../platform/http/idempotency.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import type { FlushedCall } from './flush.ts';
import { enterSendings, type EnteredBatch } from './enter-sendings.ts';
import { checkSendings, type Received } from './receive-batch.ts';
import { repliesOf } from './received.store.ts';
import type { CheckedSending, Sending } from './sending.ts';
import { withNumbers } from './with-numbers.ts';

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
  return withNumbers(services, actor, { kind: 'batch', count: calls.length }, async (numbers) => {
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
