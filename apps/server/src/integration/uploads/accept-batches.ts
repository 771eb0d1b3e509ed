import { DOCUMENTS_AT_ONCE } from '@talaan/contract/integration/integrated.contract';
import type { UploadedBatch, WaitingDetails } from '@talaan/contract/integration/uploaded-batches.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { isComplete } from '@talaan/core/integration/join-batch';
import { mayOpen } from '../../access/may-open.ts';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { enterInTurn } from '../enter-sendings.ts';
import type { GivenSending } from '../receive-batch.ts';
import { withNumbers } from '../with-numbers.ts';
import { namedOf, nameOf, type NamedSending, type Sender } from '../sending.ts';
import { findParts, findSource, lockSource, type KeptPart } from './uploads.store.ts';
import { bodyOf, checkRead, checkWaiting, readParts } from './waiting-batch.ts';

/** A batch by the source that it is of, and its number there. */
export interface NamedBatch {
  readonly source: string;
  readonly batch_no: string;
}

/** Who accepts batches, and which. */
export interface Acceptance {
  readonly user: Principal;
  readonly request_id: string;
  readonly named: readonly NamedBatch[];
}

/** What somebody who uploaded a part of a batch is told when he accepts it. */
export const OWN_UPLOAD = 'You uploaded a part of it: another person accepts it.';

/**
 * Accepts whole batches of files of sources that post, all or none: they are checked as they stand now and posted, in the name of
 * who accepts, who uploaded none of them. One transaction.
 */
export async function acceptBatches(
  services: Pick<RouteServices, 'database' | 'inTransaction'>,
  definitions: DocumentDefinitions,
  { user, request_id, named }: Acceptance,
): Promise<(UploadedBatch & { source: string })[]> {
  const actor = { user_id: user.user_id, request_id };
  return withNumbers(services, actor, { kind: 'batch', count: named.length }, async (numbers) => {
    const entered = await services.inTransaction(actor, async (transaction) => {
      const { waiting, only } = await readNamed(transaction, user, named);
      return enterInTurn(transaction, definitions, user, {
        named: waiting,
        numbers: await numbers,
        check: ({ sender, batch: { batch_no } }) =>
          only
            ? checkRead(transaction, definitions, user, only)
            : checkWaiting(transaction, definitions, user, { sender, batch_no }),
        way_out: 'undo its files.',
      });
    });
    const answer = entered.map((one) => {
      const { source, batch_no, state, batch_number } = one.answer();
      return {
        source,
        batch_no,
        state: state === 'posted' ? ('posted' as const) : ('for_approval' as const),
        batch_number,
      };
    });
    return { answer, used: answer.flatMap(({ batch_number }) => batch_number) };
  });
}

/**
 * What batches take their numbers by, and what one alone holds: of several each is read once more when its turn comes. Throws where one
 * may not be accepted, or by whom, or cannot be read.
 */
async function readNamed(
  transaction: Database,
  user: Principal,
  named: readonly NamedBatch[],
): Promise<{ waiting: NamedSending[]; only: GivenSending | null }> {
  const sources = [...groupBy(named, ({ source }) => source)];
  const found = await Promise.all(sources.map(([source]) => findSource(transaction, source)));
  const places = sources.map(([, batches], at) => ({ sender: found[at]!, batches }));
  const waiting: NamedSending[] = [];
  let only: GivenSending | null = null;
  // In the order of their ids, so that two that accept never wait for each other for ever.
  for (const { sender, batches } of places.toSorted((one, other) => one.sender.source_id - other.sender.source_id)) {
    await lockSource(transaction, sender.source_id);
    for (const { batch_no } of batches) {
      const parts = await findParts(transaction, sender.source_id, [batch_no], user);
      requireAcceptable(sender, batch_no, user, parts);
      const read = readParts(sender, batch_no, parts);
      if (waiting.some((one) => nameOf(one) === nameOf(read.sending))) {
        throw invalid({ batches: [`Batch ${batch_no} is named twice.`] });
      }
      waiting.push(namedOf(read.sending, read.department_id));
      if (named.length === 1) only = read;
    }
  }
  return { waiting, only };
}

function requireAcceptable(sender: Sender, batch_no: string, user: Principal, parts: readonly KeptPart[]): void {
  const named = `Batch ${batch_no} of ${sender.source_code}`;
  if (parts.length === 0) throw notFound(`${named} is in no file.`);
  if (parts.some((part) => part.integrated_batch_id !== null))
    throw conflict('accepted', `${named} was accepted already.`);
  if (sender.posting !== 'posts') {
    throw conflict('takes_route', `${sender.source_code} takes the route of its type: nobody accepts its files.`);
  }
  if (!isComplete(parts)) throw conflict('incomplete', `${named} waits for its other file.`);
  if (parts.some((part) => part.user_id === user.user_id)) throw forbidden('own_upload', OWN_UPLOAD);
}

/** What a batch holds that nobody entered yet, for its uploaders and whoever may accept it. Throws 403 for others, 404 without one that one sees. */
export async function readDetails(
  database: Database,
  user: Principal,
  { source, batch_no, after }: NamedBatch & { readonly after: number },
): Promise<WaitingDetails> {
  const { source_id, source_code } = await findSource(database, source);
  const found = await findParts(database, source_id, [batch_no], user);
  const parts = found.filter((part) => part.integrated_batch_id === null);
  if (parts.length === 0) throw notFound(`Batch ${batch_no} of ${source_code} waits in no file.`);
  const isOwn = parts.some((part) => part.user_id === user.user_id);
  if (!isOwn && !mayOpen(user, 'Upload from IS', ACCESS.delete)) {
    throw forbidden('not_own', 'Its uploaders see what it holds, and whoever may accept it.');
  }
  const body = bodyOf(batch_no, parts);
  const told = body.documents.slice(after, after + DOCUMENTS_AT_ONCE);
  const text = (of: Readonly<Record<string, unknown>>, name: string) => {
    const said = of[name];
    return typeof said === 'string' ? said : '';
  };
  return {
    source: source_code,
    batch_no,
    document_type: body.document_type,
    currency: body.currency,
    documents: told.map((document) => ({
      document_no: document.document_no,
      document_date: text(document, 'document_date'),
      payee: text(document, 'payee_code'),
      remarks: text(document, 'remarks'),
      lines: document.lines.map((line) => ({
        account: text(line, 'account_code'),
        branch: text(line, 'branch'),
        department: text(line, 'department'),
        section: text(line, 'section'),
        payee: text(line, 'payee_code'),
        debit: text(line, 'debit_amount'),
        credit: text(line, 'credit_amount'),
        remarks: text(line, 'remarks'),
      })),
    })),
    next: after + told.length < body.documents.length ? after + told.length : null,
  };
}
