import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ParsedBatchInput } from '@talaan/contract/documents/batch-input.contract';
import type { DocumentFacts } from '@talaan/core/documents/document-facts';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import {
  numberSet,
  numberSetLast,
  type DocumentsToNumber,
  type NumberTaker,
} from '../../numbering/document-numbers.ts';
import { assignWorkingNumbers, reserveWorkingNumbers } from '../../numbering/working-numbers.ts';
import { requireAll } from '../../platform/checked-set.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { attachFiles } from '../attachments/attachments.store.ts';
import { checkEntries } from '../checks/entry-check.ts';
import type { CheckedEntry } from '../record/batch-content.ts';
import { insertBatches, type NewBatch, type StoredBatch } from '../record/batch-contents.store.ts';
import type { DocumentDefinition } from '../record/document-definition.ts';
import { storeParts, type DocumentWithParts } from '../record/document-parts.store.ts';
import type { GivenParts } from '../record/given-documents.ts';
import { endDrafts } from './drafts.store.ts';

export interface SaveInput extends ParsedBatchInput {
  readonly parts?: GivenParts | undefined;
  readonly files: readonly UploadedFile[];
}

/** A new batch of a set. */
export interface SetEntry {
  readonly definition: DocumentDefinition;
  readonly input: SaveInput;
  /** The period (yyyymm) for which a run makes it of its template: refused where that is made already. */
  readonly regular_period?: number;
}

/** A new batch as it was stored, with its number. */
export type SavedBatch = StoredBatch & { readonly batch_number: string };

/**
 * Saves new batches as active drafts of a person, all or none, and answers each in the order given. They may be out of
 * balance. What they name is read once, every check is made for all, and the rows are written by set; a single save goes
 * the same way. The reserved batch numbers become their own, and those that come without one take the next; the document
 * numbers are taken last, because they lock their series (decisions §5). Throws every refusal by the place of its entry
 * (`entries.3`).
 */
export async function saveMany(
  transaction: Database,
  user: Principal,
  entries: readonly SetEntry[],
): Promise<SavedBatch[]> {
  if (entries.length === 0) return [];
  const answers = await checkEntries(transaction, user, entries);
  const checked = requireAll(answers, { path: 'entries', names: entries.map(nameOf) });
  const numbers = await batchNumbersOf(transaction, user, entries);
  const given = entries.map(({ definition, input, regular_period = null }, place) => {
    const { files, draft_id = null } = input;
    return { definition, entry: checked[place]!, batch_number: numbers[place]!, files, draft_id, regular_period };
  });
  const saved = await storeMany(transaction, user, given);
  // None waits for the answer of another: they travel together, in this order.
  await Promise.all([registerMany(transaction, user, saved), numberMany(transaction, user, saved)]);
  await followSaved(transaction, saved);
  return saved;
}

/** A new batch that passed its checks in the transaction that enters it, with the number that is reserved for it. */
export interface EntryToEnter extends Pick<NewBatch, 'batch_number' | 'received' | 'regular_period'> {
  readonly definition: DocumentDefinition;
  readonly entry: CheckedEntry;
  /** The draft that it ends. */
  readonly draft_id: string | null;
  readonly files: readonly UploadedFile[];
}

/** A new batch as it was stored, with what is still to be done for it. */
export type StoredEntry = SavedBatch & Pick<EntryToEnter, 'definition' | 'draft_id'>;

/**
 * Stores what was checked, and answers each in the order given; `registerMany`, `followSaved` and `numberMany` follow in the same
 * transaction.
 */
export async function storeMany(
  transaction: Database,
  { user_id }: Principal,
  entries: readonly EntryToEnter[],
): Promise<StoredEntry[]> {
  const stored = await insertBatches(transaction, user_id, entries);
  const saved = stored.map((batch, place) => ({ ...batch, ...entries[place]! }));
  for (const [{ document_type }, batches] of groupBy(saved, ({ definition }) => definition)) {
    const documents = batches.flatMap(({ id, entry }) => ofBatch(id, entry));
    await storeParts(transaction, document_type, documents);
  }
  for (const { id, files } of saved) await attachFiles(transaction, id, user_id, files);
  return saved;
}

/** Registers the numbers under which new batches were stored as theirs, and ends the drafts that they were. */
export async function registerMany(
  transaction: Database,
  { user_id }: Principal,
  saved: readonly StoredEntry[],
): Promise<void> {
  const ended = [...groupBy(saved, ({ definition }) => workingKindOf(definition))].flatMap(([kind, batches]) => {
    const batch_numbers = batches.map(({ batch_number }) => batch_number);
    const draft_ids = batches.flatMap(({ draft_id }) => draft_id ?? []);
    return [
      assignWorkingNumbers(transaction, { kind, user_id, batches }),
      endDrafts(transaction, { kind, user_id, batch_numbers, draft_ids }),
    ];
  });
  await Promise.all(ended);
}

/** What follows from new batches, for each type. */
export async function followSaved(transaction: Database, saved: readonly StoredEntry[]): Promise<void> {
  for (const [definition, batches] of groupBy(saved, (one) => one.definition)) {
    const ids = batches.map(({ id }) => id);
    await definition.onChanged?.(transaction, ids, 'save');
  }
}

/** Numbers the documents of new batches, which locks their series until the transaction ends. */
export async function numberMany(
  transaction: Database,
  { user_id }: Principal,
  saved: readonly StoredEntry[],
): Promise<void> {
  await numberSet(transaction, user_id, wantedBy(saved));
}

/** The same, sent with the commit: nobody waits for their series during a round trip. */
export function numberManyLast(transaction: Database, { user_id }: Principal, saved: readonly StoredEntry[]): void {
  numberSetLast(transaction, user_id, wantedBy(saved));
}

const wantedBy = (saved: readonly StoredEntry[]) =>
  saved.flatMap(({ definition, document_ids }) => numbersOfNew(definition, document_ids));

/**
 * The numbers that new documents take; those of a type without a series of its own carry the number of their batch already,
 * and others wait for their approval.
 */
export function numbersOfNew(
  definition: DocumentDefinition,
  document_ids: readonly string[],
): (DocumentsToNumber & Pick<NumberTaker, 'program'>)[] {
  const { batch_series, document_series, numbered_at_approval } = seriesOf(definition);
  if (document_series === batch_series || numbered_at_approval) return [];
  return [{ kind: document_series, program: DOCUMENT_MODULES[definition.document_type], document_ids }];
}

/** The documents of a checked entry with their parts, as those of a stored batch. */
export function ofBatch(batch_id: string, { content }: CheckedEntry): DocumentWithParts[] {
  return content.documents.map(({ header_key, parts }) => ({ batch_id, header_key, parts }));
}

/** The number under which each entry is saved: the one that it names, else the next of its series. */
async function batchNumbersOf(
  transaction: Database,
  { user_id }: Principal,
  entries: readonly SetEntry[],
): Promise<string[]> {
  const numbers = entries.map(({ input }) => input.headers[0]!.batch_number);
  const unnumbered = [...entries.keys()].filter((place) => !numbers[place]);
  for (const [kind, places] of groupBy(unnumbered, (place) => workingKindOf(entries[place]!.definition))) {
    const wanted = { kind, user_id, draft_id: null, count: places.length };
    for (const [at, number] of (await reserveWorkingNumbers(transaction, wanted)).entries()) {
      numbers[places[at]!] = number;
    }
  }
  return numbers.map((number) => number!);
}

const seriesOf = ({ document_type }: DocumentDefinition): DocumentFacts => DOCUMENT_TYPES[document_type];

const workingKindOf = ({ document_type }: DocumentDefinition) => DOCUMENT_TYPES[document_type].batch_series;

const nameOf = ({ definition, input }: SetEntry, place: number) =>
  input.headers[0]!.batch_number || `${definition.document_type} ${place + 1}`;
