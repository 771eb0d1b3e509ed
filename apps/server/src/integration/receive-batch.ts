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
import type { Status } from '@talaan/core/documents/document-status';
import { ACCESS } from '@talaan/core/access/access-level';
import { contentToHash } from '@talaan/core/integration/canonical-content';
import { acceptMany } from '../batches/moves/accept-many.ts';
import { moveMany } from '../batches/moves/move-many.ts';
import { checkEntries } from '../batches/checks/entry-check.ts';
import { saveMany, type SaveInput } from '../batches/entry/save-many.ts';
import { allowedActionsOf } from '../batches/record/batch-decision.ts';
import { readVisible } from '../batches/record/batch-call.ts';
import type { DocumentDefinition, DocumentDefinitions } from '../batches/record/document-definition.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, forbidden, Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { refusedBatch, sentFaults, totalFaults, type PlacedFault } from './received-faults.ts';
import { nameOf, type CheckedSending, type Sending, type Sender } from './sending.ts';
import { loadReceivedNames, type NamedKind, type ReceivedNames } from './received-names.store.ts';
import { findKnown, keepAnswer, nameDocuments, readAnswer, takeNumber } from './received.store.ts';

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
 * Checks a batch whole, without writing: the first answer where the same was received before, else what is to be entered.
 * Throws 409 for other content under its number, and every fault at once (422).
 */
export async function checkSending(
  database: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  sending: Sending,
): Promise<Received | CheckedSending> {
  const department_id = departmentOf(sending).id;
  const first = await answeredBefore(database, sending);
  if (first) return first;
  const { checked, faults } = await checkBatch(database, definitions, user, { sending, department_id });
  if (faults.length > 0) throw refusedBatch(sending.body, faults);
  return checked;
}

/**
 * A batch as our own entry, with every fault of its totals, its names and of the entry itself: it is entered where there is none.
 * Throws 409 for a closed period or a used cheque alone.
 */
export async function checkBatch(
  database: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  { sending, department_id }: { readonly sending: Sending; readonly department_id: number },
): Promise<{ checked: CheckedSending; faults: PlacedFault[] }> {
  const { type } = sending.batch.document_type;
  const definition = definitions.get(type)!;
  const { input, faults } = await checkedInput(database, within(user, type), { sending, definition });
  return { checked: { ...sending, department_id, definition, input }, faults };
}

/**
 * Enters checked batches of one maker in one transaction, all or none: they are posted where their sources post, else they go
 * the way of their type and amount. `numbers` are reserved for them. What was received meanwhile is answered as then.
 */
export async function enterSendings(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  given: { readonly sendings: readonly CheckedSending[]; readonly numbers: readonly string[] },
): Promise<Received[]> {
  const answers = new Map<CheckedSending, Received>();
  const taken: EnteredSending[] = [];
  // In the order of the numbers, so that two that enter the same never wait for each other for ever.
  const places = [...given.sendings.entries()].toSorted(([, one], [, other]) => (nameOf(one) < nameOf(other) ? -1 : 1));
  for (const [place, sending] of places) {
    const id = await takeNumber(transaction, sending);
    if (id !== null) taken.push({ ...sending, sending, id, batch_number: given.numbers[place]! });
    else answers.set(sending, (await answeredBefore(transaction, sending))!);
  }
  const acting = taken.reduce((person, { batch }) => within(person, batch.document_type.type), user);
  const saved = await saveMany(
    transaction,
    acting,
    taken.map(({ definition, input, id, batch_number }) => {
      const [header, ...headers] = input.headers;
      return { definition, input: { ...input, received: id, headers: [{ ...header!, batch_number }, ...headers] } };
    }),
  );
  for (const [place, { id, batch }] of taken.entries()) {
    const documents = saved[place]!.document_ids.map((document_id, at) => {
      return { document_id, document_no: batch.documents[at]!.document_no };
    });
    await nameDocuments(transaction, id, documents);
  }
  await enterAll(transaction, definitions, acting, taken);
  for (const { id, sending } of taken) {
    const answer = await readAnswer(transaction, id);
    await keepAnswer(transaction, id, answer);
    answers.set(sending, { answer, is_replay: false });
  }
  return given.sendings.map((sending) => answers.get(sending)!);
}

interface EnteredSending extends CheckedSending {
  readonly sending: CheckedSending;
  /** Record ID of the received batch. */
  readonly id: string;
  readonly batch_number: string;
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

/** The first answer of what was received before with the same content; null where the number is free for this one. */
async function answeredBefore(database: Database, { sender, batch, content_hash }: Sending): Promise<Received | null> {
  const { batch_no } = batch;
  const [earlier] = await findKnown(database, sender.source_id, batch_no);
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

async function checkedInput(
  transaction: Database,
  user: Principal,
  { sending, definition }: { sending: Sending; definition: DocumentDefinition },
): Promise<{ input: SaveInput; faults: PlacedFault[] }> {
  const { sender, batch } = sending;
  const { type } = batch.document_type;
  const names = await loadReceivedNames(transaction, batch);
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
  const entry = { definition, input: { ...input, received: 'new' } };
  const [checked] = sender.takes.includes(type) ? await checkEntries(transaction, user, [entry]) : [];
  if (checked instanceof Problem) {
    // A closed period alone, and a cheque that is used, are no faults of what was sent.
    if (checked.status !== 422 && faults.length === 0) throw checked;
    const told = new Set(faults.map(({ path }) => path));
    faults.push(...sentFaults(batch, checked).filter(({ path }) => !told.has(path)));
  }
  return { input, faults };
}

function inputOf(batch: ReceivedBatch, { ids, rate }: ReceivedNames, faults: PlacedFault[]): SaveInput {
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

/** Posts what its source posts, and submits the rest. A refusal of a single one is told by its places in what was sent. */
async function enterAll(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  entered: readonly EnteredSending[],
): Promise<void> {
  const named = (posting: Sender['posting']) =>
    entered
      .filter(({ sender }) => sender.posting === posting)
      .map(({ sender, batch, batch_number }) => ({
        batch_number,
        types: [batch.document_type.type],
        approved_remarks: `Received from ${sender.source_code}, batch ${batch.batch_no}.`,
      }));
  try {
    await acceptMany(transaction, definitions, user, named('posts'));
    const moves = [];
    for (const one of named('route')) {
      const { submit } = allowedActionsOf(await readVisible(transaction, { ...one, user }), user);
      if (!submit.allowed) throw conflict(submit.code ?? 'refused', submit.message ?? 'It cannot be submitted.');
      moves.push({ ...one, status: submit.status as Status });
    }
    await moveMany(transaction, definitions, user, moves);
  } catch (error) {
    const [only] = entered;
    const isFault = error instanceof Problem && error.status === 422 && entered.length === 1;
    throw isFault ? refusedBatch(only!.body, sentFaults(only!.batch, error)) : error;
  }
}
