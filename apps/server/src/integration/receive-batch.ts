import { createHash } from 'node:crypto';
import { ACCESS } from '@talaan/core/access/access-level';
import { BLANK_LINE, blankHeader } from '@talaan/contract/documents/batch-input.contract';
import {
  MOST_DOCUMENTS,
  MOST_LINES,
  receivedBatch,
  type ReceivedAnswer,
  type ReceivedBatch,
} from '@talaan/contract/integration/received-batch.contract';
import { totalFaults, type PlacedFault } from '@talaan/core/integration/batch-totals';
import { contentToHash } from '@talaan/core/integration/canonical-content';
import { checkEntriesAndTell } from '../batches/checks/entry-check.ts';
import type { StoredEntryFacts } from '../batches/checks/entry-facts.store.ts';
import type { SaveInput } from '../batches/entry/save-many.ts';
import type { DocumentDefinition, DocumentDefinitions } from '../batches/record/document-definition.ts';
import type { CheckedEntry } from '../batches/record/batch-content.ts';
import type { Checked } from '../platform/checked-set.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, forbidden, Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { refusedBatch, sentFaults } from './received-faults.ts';
import { withReceived, type CheckedSending, type Sending } from './sending.ts';
import { loadReceivedNames, type NamedKind, type ReceivedNames } from './received-names.store.ts';
import { findKnown, type KnownBatch } from './received.store.ts';

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

function departmentOf({ sender, batch: { department, department_id }, body }: Sending) {
  const found = sender.departments.find(({ id, code }) => id === department_id || code.toUpperCase() === department);
  const isOne =
    found && (!department || found.code.toUpperCase() === department) && (department_id ?? found.id) === found.id;
  if (isOne) return found;
  const sent = department || department_id;
  if (sent) throw forbidden('department', `Client may not write integrated batches for department ${sent}.`);
  throw refusedBatch(body, [{ path: 'department', rule: 'form', message: 'department is required.' }]);
}

/** The first answer of a batch that was received while this one was checked. Throws 409 where it has other content. */
export async function readMeanwhile(transaction: Database, sending: Sending): Promise<Received & { id: string }> {
  const [known] = await readBefore(transaction, [sending]);
  return { ...answeredBefore(sending, known!)!, id: known!.id };
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
  const entries = taken.map(({ definition, input }) => ({ definition, input: { ...input, received: 'new' } }));
  const { answers: found, facts } = await checkEntriesAndTell(database, withReceived(user, ACCESS.insert), entries);
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
