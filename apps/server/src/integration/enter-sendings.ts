import { ACCESS } from '@talaan/core/access/access-level';
import type { ReceivedAnswer } from '@talaan/contract/integration/received-batch.contract';
import { STATUS } from '@talaan/core/documents/status';
import type { StoredEntryFacts } from '../batches/checks/entry-facts.store.ts';
import {
  followSaved,
  numberMany,
  numberManyLast,
  registerMany,
  storeMany,
  type StoredEntry,
} from '../batches/entry/save-many.ts';
import { checkAccepted } from '../batches/moves/accept-many.ts';
import { isFollowed, makeMoves, makeMovesLast, type PassedMove } from '../batches/moves/make-moves.ts';
import { checkSubmitted } from '../batches/moves/move-many.ts';
import type { DocumentDefinitions } from '../batches/record/document-definition.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { readMeanwhile } from './receive-batch.ts';
import { refusedBatch, sentFaults } from './received-faults.ts';
import { findKnown, keepAnswers, nameDocuments, takeNumbers } from './received.store.ts';
import { nameOf, withReceived, type CheckedSending, type NamedSending, type Sender } from './sending.ts';

/** Lines of small batches that are entered together: each by itself would take as many statements. */
export const LINES_IN_TURN = 5000;

/** A batch that was entered, or was received meanwhile; its answer is known once its transaction has ended. */
export interface EnteredBatch {
  /** Record ID of the received batch. */
  readonly id: string;
  readonly batch_number: string;
  readonly is_replay: boolean;
  readonly answer: () => ReceivedAnswer;
}

/**
 * Enters batches of one maker, all or none, in the transaction that checked them: they are posted where their sources post, else
 * they go the way of their type and amount. `numbers` are reserved for them. What was received meanwhile is answered as then. Nothing
 * may be written after it in its transaction: what others wait for, the series and the running sums, travels with the commit where
 * it can, and is held for no round trip. `facts` is what they name, where it was read for all of them.
 */
export async function enterSendings(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  {
    sendings,
    numbers,
    facts,
  }: {
    readonly sendings: readonly CheckedSending[];
    readonly numbers: readonly string[];
    readonly facts?: StoredEntryFacts;
  },
): Promise<EnteredBatch[]> {
  const person = withReceived(user, ACCESS.insert);
  const { taken, gone } = await takeNames(transaction, sendings, numbers);
  const entered = new Map<CheckedSending, EnteredBatch>();
  for (const sending of gone) {
    const { id, answer, is_replay } = await readMeanwhile(transaction, sending);
    entered.set(sending, { id, batch_number: answer.batch_number, is_replay, answer: () => answer });
  }
  if (taken.length > 0) {
    await toldAsSent(taken, async () => {
      await finish(transaction, definitions, person, [await enterSet(transaction, definitions, person, taken, facts)]);
    });
    for (const [place, one] of answered(transaction, taken).entries()) entered.set(taken[place]!.sending, one);
  }
  return sendings.map((sending) => entered.get(sending)!);
}

/**
 * The same of batches of files, which together would take more memory than each: `check` brings one after the other, and after so many
 * lines they are stored and let go before the next. Throws 409 where one was received meanwhile, and `way_out` then.
 */
export async function enterInTurn(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  given: {
    readonly named: readonly NamedSending[];
    readonly numbers: readonly string[];
    readonly check: (named: NamedSending) => Promise<CheckedSending>;
    readonly way_out: string;
  },
): Promise<EnteredBatch[]> {
  if (given.named.length === 0) return [];
  const person = withReceived(user, ACCESS.insert);
  const { taken, gone } = await takeNames(transaction, given.named, given.numbers);
  if (gone.length > 0) {
    const { sender, batch } = gone[0]!;
    const [known] = await findKnown(transaction, [{ source_id: sender.source_id, batch_no: batch.batch_no }]);
    const message = `Batch ${batch.batch_no} of ${sender.source_code} was received as batch ${known!.batch_number}: ${given.way_out}`;
    throw conflict('received_meanwhile', message);
  }
  const sets: EnteredSet[] = [];
  for (const portion of portionsOf(taken)) {
    const whole: Taken[] = [];
    for (const one of portion) whole.push({ ...one, sending: await given.check(one.sending) });
    sets.push(await toldAsSent(whole, () => enterSet(transaction, definitions, person, whole)));
  }
  await finish(transaction, definitions, person, sets);
  const answers = answered(transaction, taken);
  const entered = new Map(taken.map(({ sending }, place) => [sending, answers[place]!]));
  return given.named.map((one) => entered.get(one)!);
}

/** Batches in their order, as many together as fit; one that is larger goes alone. */
function portionsOf(taken: readonly Taken<NamedSending>[]): Taken<NamedSending>[][] {
  const portions: Taken<NamedSending>[][] = [];
  let lines = 0;
  for (const one of taken) {
    const own = one.sending.batch.control.lines;
    lines += own;
    if (portions.length > 0 && lines <= LINES_IN_TURN) portions.at(-1)!.push(one);
    else {
      portions.push([one]);
      lines = own;
    }
  }
  return portions;
}

/** A batch that has taken its number. */
interface Taken<Named extends NamedSending = CheckedSending> {
  readonly sending: Named;
  /** Record ID of the received batch. */
  readonly id: string;
  readonly batch_number: string;
}

/**
 * Takes the numbers of all, in their order, so that two that enter the same never wait for each other for ever; apart from those that
 * were received meanwhile.
 */
async function takeNames<Named extends NamedSending>(
  transaction: Database,
  sendings: readonly Named[],
  numbers: readonly string[],
): Promise<{ taken: Taken<Named>[]; gone: Named[] }> {
  const places = [...sendings.entries()].toSorted(([, one], [, other]) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const ids = await takeNumbers(
    transaction,
    places.map(([, sending]) => sending),
  );
  const taken: Taken<Named>[] = [];
  const gone: Named[] = [];
  for (const [at, [place, sending]] of places.entries()) {
    const id = ids[at]!;
    if (id === null) gone.push(sending);
    else taken.push({ sending, id, batch_number: numbers[place]! });
  }
  return { taken, gone };
}

/** What is left to be done of batches that were stored: their numbers, and their way into the ledger. */
interface EnteredSet {
  readonly stored: readonly StoredEntry[];
  readonly posting: readonly PassedMove[];
}

/** Stores batches, and sends those on their way that do not post. */
async function enterSet(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  taken: readonly Taken[],
  facts?: StoredEntryFacts,
): Promise<EnteredSet> {
  const stored = await store(transaction, user, taken);
  const documents = taken.flatMap(({ id, sending: { batch } }, place) =>
    stored[place]!.document_ids.map((document_id, at) => ({
      integrated_batch_id: id,
      document_id,
      document_no: batch.documents[at]!.document_no,
    })),
  );
  // None waits for the answer of another: they travel together, in this order.
  const [, , moves] = await Promise.all([
    registerMany(transaction, user, stored),
    nameDocuments(transaction, documents),
    followSaved(transaction, stored).then(() => checkMoves(transaction, user, taken, facts)),
  ]);
  const posts = ({ checked }: PassedMove) => checked.decision.to === STATUS.APPROVED;
  const submitted = moves.filter((move) => !posts(move));
  if (submitted.length > 0) await makeMoves(transaction, definitions, user, submitted);
  return { stored, posting: moves.filter(posts) };
}

/** Stores the entries, and lets them go. */
async function store(transaction: Database, user: Principal, taken: readonly Taken[]): Promise<StoredEntry[]> {
  const stored = await storeMany(
    transaction,
    user,
    taken.map(({ sending: { definition, entry }, id, batch_number }) => {
      return { definition, entry: entry!, batch_number, received: id, draft_id: null, files: [], regular_period: null };
    }),
  );
  for (const { sending } of taken) sending.entry = null;
  return stored.map(({ id, document_ids, batch_number, definition, draft_id }) => {
    return { id, document_ids, batch_number, definition, draft_id };
  });
}

/** The moves of batches that were stored: they are posted where their sources post, else submitted. */
async function checkMoves(
  transaction: Database,
  user: Principal,
  taken: readonly Taken[],
  facts?: StoredEntryFacts,
): Promise<PassedMove[]> {
  const named = (posting: Sender['posting']) =>
    taken
      .filter(({ sending: { sender } }) => sender.posting === posting)
      .map(({ sending: { sender, batch }, batch_number }) => ({
        batch_number,
        types: [batch.document_type.type],
        told_as: `Batch ${batch.batch_no}`,
        remarks: `Received from ${sender.source_code}, batch ${batch.batch_no}.`,
      }));
  const accepted = await checkAccepted(transaction, user, named('posts'), facts);
  return [...accepted, ...(await checkSubmitted(transaction, user, named('route')))];
}

/**
 * Numbers what was stored and posts what posts: with the commit where nothing follows. Both lock what others wait for, so they are the
 * last that is done.
 */
async function finish(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  sets: readonly EnteredSet[],
): Promise<void> {
  const stored = sets.flatMap((set) => set.stored);
  const posting = sets.flatMap((set) => set.posting);
  if (posting.some(({ input: { batch } }) => isFollowed(definitions.get(batch.document_type), STATUS.APPROVED))) {
    await numberMany(transaction, user, stored);
    await makeMoves(transaction, definitions, user, posting);
    return;
  }
  numberManyLast(transaction, user, stored);
  if (posting.length > 0) makeMovesLast(transaction, user, posting);
}

/** What is answered of each, once the transaction has ended. */
function answered(transaction: Database, taken: readonly Taken<NamedSending>[]): EnteredBatch[] {
  const answerOf = keepAnswers(
    transaction,
    taken.map(({ id }) => id),
  );
  return taken.map(({ id, batch_number }) => ({ id, batch_number, is_replay: false, answer: () => answerOf(id) }));
}

/** A refusal of a single batch is told by its places in what was sent. */
async function toldAsSent<Answer>([only, ...others]: readonly Taken[], step: () => Promise<Answer>): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    const isFault = error instanceof Problem && error.status === 422 && others.length === 0;
    throw isFault ? refusedBatch(only!.sending.body, sentFaults(only!.sending.batch, error)) : error;
  }
}
