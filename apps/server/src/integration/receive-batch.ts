import { createHash } from 'node:crypto';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { BLANK_LINE, blankHeader } from '@talaan/contract/documents/batch-input.contract';
import {
  MOST_DOCUMENTS,
  MOST_LINES,
  receivedBatch,
  type ReceivedAnswer,
  type ReceivedBatch,
} from '@talaan/contract/integration/received-batch.contract';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { ACCESS } from '@talaan/core/access/access-level';
import { totalFaults, type PlacedFault } from '@talaan/core/integration/batch-totals';
import { contentToHash } from '@talaan/core/integration/canonical-content';
import { checkAccepted } from '../batches/moves/accept-many.ts';
import { isFollowed, makeMoves, makeMovesLast } from '../batches/moves/make-moves.ts';
import { moveMany } from '../batches/moves/move-many.ts';
import { checkEntriesAndTell } from '../batches/checks/entry-check.ts';
import type { StoredEntryFacts } from '../batches/checks/entry-facts.store.ts';
import {
  numberMany,
  numberManyLast,
  registerMany,
  storeMany,
  type SaveInput,
  type StoredEntry,
} from '../batches/entry/save-many.ts';
import { allowedActionsOf } from '../batches/record/batch-decision.ts';
import { readVisible } from '../batches/record/batch-call.ts';
import type { DocumentDefinition, DocumentDefinitions } from '../batches/record/document-definition.ts';
import type { CheckedEntry } from '../batches/record/batch-content.ts';
import type { Checked } from '../platform/checked-set.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, forbidden, Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { refusedBatch, sentFaults } from './received-faults.ts';
import { nameOf, type CheckedSending, type Sending, type Sender } from './sending.ts';
import { loadReceivedNames, type NamedKind, type ReceivedNames } from './received-names.store.ts';
import { findKnown, keepAnswers, nameDocuments, takeNumbers, type KnownBatch } from './received.store.ts';

/** What was sent, read: throws every fault of its form at once. */
export function readSent(body: unknown): ReceivedBatch {
  const read = parseSent(body);
  if ('faults' in read) throw refusedBatch(body, read.faults);
  return read.batch;
}

/** What was sent, or every fault of its form. Throws 413 for too many documents or lines. */
export function parseSent(body: unknown): { batch: ReceivedBatch } | { faults: PlacedFault[] } {
  const sent = body as { documents?: unknown } | null;
  const documents = Array.isArray(sent?.documents) ? (sent.documents as { lines?: unknown }[]) : [];
  if (documents.length > MOST_DOCUMENTS) throw tooMany('documents', MOST_DOCUMENTS);
  const lines = documents.reduce((count, one) => count + (Array.isArray(one?.lines) ? one.lines.length : 0), 0);
  if (lines > MOST_LINES) throw tooMany('lines', MOST_LINES);
  const read = receivedBatch.safeParse(body);
  if (read.success) return { batch: read.data };
  const faults = read.error.issues.flatMap((issue): PlacedFault[] => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, rule: 'form', message: issue.message }];
    const within = path === '' ? '' : `${path}.`;
    return issue.keys.map((key) => ({
      path: `${within}${key}`,
      rule: 'unknown_field',
      message: `${key} is no field here.`,
    }));
  });
  return { faults };
}

const tooMany = (what: string, most: number) =>
  new Problem(413, 'too_many_entries', `The batch has more than ${most.toLocaleString('en')} ${what}.`);

/** Digest of what a batch says (SHA-256 of its canonical content): who sent it says nothing of it. */
export function hashOf({ source: _source, document_type, ...said }: ReceivedBatch): Buffer {
  const { type, adjusting } = document_type;
  const content = { ...said, document_type: type, adjusting: adjusting ? 1 : said.adjusting };
  return createHash('sha256').update(contentToHash(content)).digest();
}

/** The answer, and whether it is that of an earlier call. */
export interface Received {
  readonly answer: ReceivedAnswer;
  readonly is_replay: boolean;
}

/**
 * Checks batches of one maker whole, without writing, what they name read once for all: of each the first answer where the same was
 * received before, else what is to be entered, or why not: 409 for other content under its number, or every fault at once (422).
 */
export async function checkSendings(
  database: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  sendings: readonly Sending[],
): Promise<{ readonly outcomes: PromiseSettledResult<Received | CheckedSending>[]; readonly facts: StoredEntryFacts }> {
  const batches = sendings.map(({ batch }) => batch);
  const [before, { ids, rates }] = await Promise.all([
    readBefore(database, sendings),
    loadReceivedNames(database, batches),
  ]);
  const read = await Promise.allSettled(
    sendings.map(async (sending, place) => {
      const given = { sending, department_id: departmentOf(sending).id };
      const names = { ids, rate: rates[place]! };
      return answeredBefore(sending, before[place]!) ?? readInput(definitions, given, names);
    }),
  );
  const inputs = read.flatMap((one) => (one.status === 'fulfilled' && 'input' in one.value ? [one.value] : []));
  const { answers: found, facts } = await checkInputs(database, user, inputs);
  const answers = new Map(zip(inputs, found));
  const outcomes = await Promise.allSettled(
    read.map(async (one) => {
      if (one.status === 'rejected') throw one.reason;
      if (!('input' in one.value)) return one.value;
      const told = tell(one.value, answers.get(one.value));
      if ('faults' in told) throw refusedBatch(one.value.sending.body, told.faults);
      return told;
    }),
  );
  return { outcomes, facts };
}

/**
 * A batch as our own entry, with every fault of its totals, its names and of the entry itself: it is entered where there is none.
 * Throws 409 for a closed period or a used cheque alone.
 */
export async function checkBatch(
  database: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  given: GivenSending,
): Promise<CheckedSending | { faults: PlacedFault[] }> {
  const { ids, rates } = await loadReceivedNames(database, [given.sending.batch]);
  const input = readInput(definitions, given, { ids, rate: rates[0]! });
  const { answers } = await checkInputs(database, user, [input]);
  return tell(input, answers[0]);
}

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
 * they go the way of their type and amount. `numbers` are reserved for them. What was received meanwhile is answered as then.
 * `is_last`: nothing is written after it in its transaction. Then what others wait for, the series and the running sums, travels
 * with the commit where it can, and is held for no round trip. `facts` is what they name, where it was read for all of them.
 */
export async function enterSendings(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  given: {
    readonly sendings: readonly CheckedSending[];
    readonly numbers: readonly string[];
    readonly is_last?: boolean;
    readonly facts?: StoredEntryFacts;
  },
): Promise<EnteredBatch[]> {
  const entered = new Map<CheckedSending, EnteredBatch>();
  const taken: TakenSending[] = [];
  // In the order of the numbers, so that two that enter the same never wait for each other for ever.
  const places = [...given.sendings.entries()].toSorted(([, one], [, other]) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const ids = await takeNumbers(
    transaction,
    places.map(([, sending]) => sending),
  );
  for (const [at, [place, sending]] of places.entries()) {
    const id = ids[at]!;
    if (id !== null) taken.push({ sending, id, batch_number: given.numbers[place]! });
    else entered.set(sending, await receivedMeanwhile(transaction, sending));
  }
  const acting = taken.reduce((person, { sending }) => within(person, sending.batch.document_type.type), user);
  const stored = await store(transaction, acting, taken);
  const documents = taken.flatMap(({ id, sending: { batch } }, place) =>
    stored[place]!.document_ids.map((document_id, at) => ({
      integrated_batch_id: id,
      document_id,
      document_no: batch.documents[at]!.document_no,
    })),
  );
  // None waits for the answer of another: they travel together, in this order.
  await Promise.all([
    registerMany(transaction, acting, stored),
    nameDocuments(transaction, documents),
    enterAll(transaction, definitions, acting, { ...given, taken, stored }),
  ]);
  const answerOf = keepAnswers(
    transaction,
    taken.map(({ id }) => id),
  );
  for (const { id, batch_number, sending } of taken) {
    entered.set(sending, { id, batch_number, is_replay: false, answer: () => answerOf(id) });
  }
  return given.sendings.map((sending) => entered.get(sending)!);
}

async function receivedMeanwhile(transaction: Database, sending: Sending): Promise<EnteredBatch> {
  const [known] = await readBefore(transaction, [sending]);
  const { answer } = answeredBefore(sending, known!)!;
  return { id: known!.id, batch_number: answer.batch_number, is_replay: true, answer: () => answer };
}

interface TakenSending {
  readonly sending: CheckedSending;
  /** Record ID of the received batch. */
  readonly id: string;
  readonly batch_number: string;
}

/** Stores the entries, and lets them go. */
async function store(transaction: Database, acting: Principal, taken: readonly TakenSending[]): Promise<StoredEntry[]> {
  const stored = await storeMany(
    transaction,
    acting,
    taken.map(({ sending: { definition, entry }, id, batch_number }) => {
      return { definition, entry: entry!, batch_number, received: id, draft_id: null, files: [], regular_period: null };
    }),
  );
  for (const { sending } of taken) sending.entry = null;
  return stored.map(({ id, document_ids, batch_number, definition, draft_id }) => {
    return { id, document_ids, batch_number, definition, draft_id };
  });
}

/** The person with what the scope needs of the module of the type: which types come is said by the source. */
const within = (user: Principal, type: ReceivedBatch['document_type']['type']): Principal => ({
  ...user,
  levels: { ...user.levels, [DOCUMENT_MODULES[type]]: ACCESS.insert },
});

function departmentOf({ sender, batch: { department, department_id }, body }: Sending) {
  const found = sender.departments.find(({ id, code }) => id === department_id || code.toUpperCase() === department);
  const isOne =
    found && (!department || found.code.toUpperCase() === department) && (department_id ?? found.id) === found.id;
  if (isOne) return found;
  const sent = department || department_id;
  if (sent) throw forbidden('department', `Client may not write integrated batches for department ${sent}.`);
  throw refusedBatch(body, [{ path: 'department', rule: 'form', message: 'department is required.' }]);
}

/** What their sources sent under the numbers of batches before. */
function readBefore(database: Database, sendings: readonly Sending[]): Promise<(KnownBatch | null)[]> {
  const names = sendings.map(({ sender: { source_id }, batch: { batch_no } }) => ({ source_id, batch_no }));
  return findKnown(database, names);
}

/** The first answer of what was received before with the same content; null where the number is free for this one. */
function answeredBefore({ sender, batch, content_hash }: Sending, earlier: KnownBatch | null): Received | null {
  const { batch_no } = batch;
  if (!earlier) return null;
  const isSame = earlier.content_hash === content_hash.toString('hex');
  const facts = {
    batch_number: earlier.batch_number,
    received_at: earlier.received_at,
    content_hash: earlier.content_hash,
    sent_hash: content_hash.toString('hex'),
  };
  if (earlier.ended_on !== null) {
    // Files that were undone may be uploaded again.
    if (!isSame || sender.client_id === null) return null;
    const end = earlier.was_posted ? 'deleted' : 'rejected';
    throw conflict(
      `batch_${end}`,
      `Batch ${batch_no} was ${end} on ${earlier.ended_on} by ${earlier.ended_by}.`,
      facts,
    );
  }
  if (!isSame) throw conflict('other_content', `Batch ${batch_no} was received with other content.`, facts);
  return { answer: JSON.parse(earlier.reply!) as ReceivedAnswer, is_replay: true };
}

/** A batch as our own entry that is to be checked, with the faults of its totals and its names. */
interface ReadInput extends GivenSending {
  readonly definition: DocumentDefinition;
  readonly input: SaveInput;
  readonly faults: readonly PlacedFault[];
}

/** A batch that was read, with the department for which it is. */
export interface GivenSending {
  readonly sending: Sending;
  readonly department_id: number;
}

/** Record IDs of what batches name, and the rate on file of one. */
type NamesOfOne = Pick<ReceivedNames, 'ids'> & { readonly rate: string | null };

function readInput(
  definitions: DocumentDefinitions,
  { sending, department_id }: GivenSending,
  names: NamesOfOne,
): ReadInput {
  const { sender, batch } = sending;
  const { type } = batch.document_type;
  const faults = totalFaults(batch);
  if (!sender.takes.includes(type)) {
    faults.push({ path: 'document_type', rule: 'type', message: `${sender.source_code} sends no ${type}.` });
  }
  const input = inputOf(batch, names, faults);
  if (sender.posting === 'posts' && (type === 'CV' || type === 'CW')) {
    for (const [place, { cheque_number }] of batch.documents.entries()) {
      if (cheque_number !== '') continue;
      faults.push({
        path: `documents.${place}.cheque_number`,
        rule: 'required',
        message: 'cheque number is required.',
      });
    }
  }
  return { sending, department_id, definition: definitions.get(type)!, input, faults };
}

/** What the checks of an entry say of each; undefined of a type that its source does not send. */
async function checkInputs(
  database: Database,
  user: Principal,
  inputs: readonly ReadInput[],
): Promise<{ answers: (Checked<CheckedEntry> | undefined)[]; facts: StoredEntryFacts }> {
  const typeOf = ({ sending }: ReadInput) => sending.batch.document_type.type;
  const taken = inputs.filter((one) => one.sending.sender.takes.includes(typeOf(one)));
  const acting = taken.reduce((person, one) => within(person, typeOf(one)), user);
  const entries = taken.map(({ definition, input }) => ({ definition, input: { ...input, received: 'new' } }));
  const { answers: found, facts } = await checkEntriesAndTell(database, acting, entries);
  const answers = new Map(zip(taken, found));
  return { answers: inputs.map((input) => answers.get(input)), facts };
}

/** A batch that passed, or all its faults together. Throws a closed period and a used cheque alone: they are no faults of what was sent. */
function tell(
  { sending, department_id, definition, faults }: ReadInput,
  answer: Checked<CheckedEntry> | undefined,
): CheckedSending | { faults: PlacedFault[] } {
  if (answer instanceof Problem) {
    if (answer.status !== 422 && faults.length === 0) throw answer;
    const before = new Set(faults.map(({ path }) => path));
    return { faults: [...faults, ...sentFaults(sending.batch, answer).filter(({ path }) => !before.has(path))] };
  }
  if (answer === undefined || faults.length > 0) return { faults: [...faults] };
  return { ...sending, department_id, definition, entry: answer };
}

const zip = <One, Other>(ones: readonly One[], others: readonly Other[]) =>
  ones.map((one, place) => [one, others[place]!] as const);

function inputOf(batch: ReceivedBatch, { ids, rate }: NamesOfOne, faults: PlacedFault[]): SaveInput {
  const idOf = (kind: NamedKind, code: string, path: string, shown = code): number | null => {
    if (code === '') return null;
    const id = ids[kind].get(code);
    if (id === undefined) faults.push({ path, rule: `unknown_${kind}`, message: `no ${kind} has the code ${shown}.` });
    return id ?? null;
  };
  const shared = {
    currency_id: idOf('currency', batch.currency, 'currency') ?? 1,
    dollar_rate: batch.dollar_rate || rate,
    adjusting: batch.document_type.adjusting ? (1 as const) : batch.adjusting,
    is_confidential: batch.is_confidential,
  };
  return {
    document_type: batch.document_type.type,
    files: [],
    headers: batch.documents.map((document, header_key) => {
      const { document_date, lines: _lines, document_no: _no, payee_code, vat, is_or_ar, ...said } = document;
      const payee_id = idOf('payee', payee_code, `documents.${header_key}.payee_code`);
      return { ...blankHeader(document_date), ...said, ...shared, vat, is_or_ar, payee_id, header_key };
    }),
    details: batch.documents.flatMap(({ lines }, header_key) =>
      lines.map(({ branch, department, section, payee_code, service, ...said }, line) => {
        const path = `documents.${header_key}.lines.${line}`;
        return {
          ...BLANK_LINE,
          ...said,
          header_key,
          branch_id: idOf('branch', branch, `${path}.branch`),
          department_id: idOf('department', department, `${path}.department`),
          section_id: idOf('section', section && `${department} ${section}`, `${path}.section`, section),
          payee_id: idOf('payee', payee_code, `${path}.payee_code`),
          billing_service_id: idOf('service', service, `${path}.service`),
        };
      }),
    ),
  };
}

/**
 * Numbers all, posts what its source posts, and submits the rest: with the commit where nothing follows and nothing is submitted. A
 * refusal of a single one is told by its places in what was sent.
 */
async function enterAll(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  {
    taken,
    stored,
    is_last = false,
    facts,
  }: {
    readonly taken: readonly TakenSending[];
    readonly stored: readonly StoredEntry[];
    readonly is_last?: boolean | undefined;
    readonly facts?: StoredEntryFacts | undefined;
  },
): Promise<void> {
  const named = (posting: Sender['posting']) =>
    taken
      .filter(({ sending: { sender } }) => sender.posting === posting)
      .map(({ sending: { sender, batch }, batch_number }) => ({
        batch_number,
        types: [batch.document_type.type],
        approved_remarks: `Received from ${sender.source_code}, batch ${batch.batch_no}.`,
      }));
  try {
    const accepted = await checkAccepted(transaction, user, named('posts'), facts);
    const isEnd =
      accepted.length === taken.length && !taken.some((one) => isFollowed(one.sending.definition, STATUS.APPROVED));
    if (is_last && isEnd) {
      numberManyLast(transaction, user, stored);
      makeMovesLast(transaction, user, accepted);
      return;
    }
    await numberMany(transaction, user, stored);
    await makeMoves(transaction, definitions, user, accepted);
    const moves = [];
    for (const one of named('route')) {
      const { submit } = allowedActionsOf(await readVisible(transaction, { ...one, user }), user);
      if (!submit.allowed) throw conflict(submit.code ?? 'refused', submit.message ?? 'It cannot be submitted.');
      moves.push({ ...one, status: submit.status as Status });
    }
    await moveMany(transaction, definitions, user, moves);
  } catch (error) {
    const [only] = taken;
    const isFault = error instanceof Problem && error.status === 422 && taken.length === 1;
    throw isFault ? refusedBatch(only!.sending.body, sentFaults(only!.sending.batch, error)) : error;
  }
}
