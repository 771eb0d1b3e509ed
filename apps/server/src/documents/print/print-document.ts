import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { Paper } from '@talaan/contract/papers/paper';
import type { PaperCompany } from '@talaan/contract/papers/paper-blocks';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { PAPER_TEXT_KINDS, type PaperTexts } from '@talaan/core/documents/papers/paper-texts';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { readFileBytes } from '../../platform/files/file.store.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import type { EmbeddedRecord } from '../../platform/pdf/paper-drawing.ts';
import { sendPaper } from '../../platform/pdf/send-paper.ts';

/** What a paper of a document shows. It counts as a print by the caller; `kind` tells the papers of a document apart. */
export async function printDocument<Detail extends BatchDetail>(
  transaction: Database,
  user: Principal,
  kind: string,
  batch: Detail,
): Promise<Printed<Detail>> {
  const { copy_no, at } = await recordPrint(transaction, {
    document_id: batch.headers[0]!.id,
    kind,
    user_id: user.user_id,
  });
  return readPrint(transaction, batch, { copy_no, printed_by: user.name, printed_at: at });
}

/** The same of a copy that was counted before. */
export async function readPrint<Detail extends BatchDetail>(
  database: Database,
  batch: Detail,
  copy: Pick<Printed<Detail>, 'copy_no' | 'printed_by' | 'printed_at'>,
): Promise<Printed<Detail>> {
  const { currency_word } = await database
    .selectFrom('currency')
    .select('currency_word')
    .where('id', '=', batch.currency_id)
    .executeTakeFirstOrThrow();
  return {
    company: await readLetterhead(database),
    texts: await readPaperTexts(database, batch.headers[0]!.document_date),
    batch,
    currency_word,
    ...copy,
  };
}

/** A paper as it stands in a file, with the bytes of its logo in place of their address; 422 for a text that its place does not hold. */
export async function drawForFile<Detail>(
  database: Database,
  paper: Paper<Printed<Detail>>,
  printed: Printed<Detail>,
): Promise<DrawnPaper> {
  const company = { ...printed.company, logo: await loadLogo(database) };
  try {
    return drawPaper(paper, { ...printed, company });
  } catch (failure) {
    if (failure instanceof TextDoesNotFit) throw invalid({ [failure.field]: [failure.message] });
    throw failure;
  }
}

/**
 * Answers a call with the paper as a PDF file: a print that commits, and is noted as taken out, before its first byte. `record`
 * reads the data that the file carries for programs, where it carries some.
 */
export async function sendPrint<Shown, Detail extends BatchDetail & Shown>(
  services: RouteServices,
  call: { readonly user: Principal; readonly request: FastifyRequest; readonly reply: FastifyReply },
  paper: Paper<Printed<Shown>>,
  print: (transaction: Database) => Promise<Printed<Detail>>,
  record?: (transaction: Database, printed: Printed<Detail>) => Promise<EmbeddedRecord | null>,
): Promise<undefined> {
  const { user, request, reply } = call;
  const actor = { user_id: user.user_id, request_id: request.id };
  const { printed, drawn, carried } = await services.inTransaction(actor, async (transaction) => {
    const data = await print(transaction);
    const carries = (await record?.(transaction, data)) ?? undefined;
    return { printed: data, drawn: await drawForFile<Shown>(transaction, paper, data), carried: carries };
  });
  await noteTakenOut(services, call, {
    action: 'download',
    table: 'print_log',
    row_key: printed.batch.headers[0]!.id,
    of: drawn.title,
    facts: { format: 'pdf', copy: printed.copy_no },
  });
  return sendPaper(reply, drawn, printed.printed_at, carried);
}

/** The logo of the reporting company as a data address, as files carry it; null without one. */
async function loadLogo(database: Database): Promise<string | null> {
  const found = await sql<{ id: string; media_type: string }>`
    select f.id::text, f.media_type from company c join file f on f.id = c.logo_file_id where c.reporting`.execute(
    database,
  );
  const file = found.rows[0];
  if (!file) return null;
  return `data:${file.media_type};base64,${(await readFileBytes(database, file.id)).toString('base64')}`;
}

/** What a paper of a day shows that is no copy of a document: a blank form, a statement. */
export async function readForm<Shown>(
  database: Database,
  user: Principal,
  day: string,
  batch: Shown,
): Promise<Printed<Shown>> {
  const now = new Date().toISOString();
  return {
    company: await readLetterhead(database),
    texts: await readPaperTexts(database, day),
    batch,
    currency_word: 'PESOS',
    copy_no: 1,
    printed_by: user.name,
    printed_at: now,
  };
}

/** The reporting company as papers head it; empty texts before it has been entered (decisions §1). */
export async function readLetterhead(database: Database): Promise<PaperCompany> {
  const found = await sql<PaperCompany>`
    select coalesce(nullif(profile ->> 'legal_name', ''), company_name) as name, coalesce(profile ->> 'tin', '') as tin,
      vat_registered, coalesce(profile ->> 'address', '') as address,
      case when logo_file_id is not null then '/api/company/' || id || '/logo?file=' || logo_file_id end as logo
    from company where reporting`.execute(database);
  return found.rows[0] ?? { name: '', tin: '', vat_registered: true, address: '', logo: null };
}

/** The words of the company's papers that bear a day, yyyy-mm-dd: those of the law while no company is entered. */
async function readPaperTexts(database: Database, day: string): Promise<PaperTexts> {
  const found = await sql<{ texts: Partial<Record<string, string | null>> }>`
    select paper_texts(${day}::date) as texts`.execute(database);
  const { texts } = found.rows[0]!;
  return Object.fromEntries(PAPER_TEXT_KINDS.map((kind) => [kind, texts[kind] ?? ''])) as unknown as PaperTexts;
}

/** Counts a print of a document and answers which copy it is and when it was made: 1 is the original. */
export async function recordPrint(
  transaction: Database,
  print: { document_id: string; kind: string; user_id: number },
): Promise<{ copy_no: number; at: string }> {
  // Two prints at the same moment are two copies.
  await printsAlone(transaction, print.document_id);
  const printed = await sql<{ copy_no: number; at: string }>`
    insert into print_log (document_id, kind, copy_no, user_id)
    select ${print.document_id}::bigint, ${print.kind}, coalesce(max(copy_no), 0) + 1, ${print.user_id}
    from print_log where document_id = ${print.document_id}::bigint and kind = ${print.kind}
    returning copy_no, at`.execute(transaction);
  return printed.rows[0]!;
}

/** Lets no other copy of a document be counted until this transaction ends. */
export async function printsAlone(transaction: Database, documentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7011, (${documentId}::bigint % 2147483647)::int)`.execute(transaction);
}

/** Who made a copy of a paper, and when; `type` and `number` name the document. */
export async function findCopy(
  database: Database,
  { type, number, kind, copy_no }: { type: DocumentType; number: string; kind: string; copy_no: number },
): Promise<Pick<Printed<unknown>, 'copy_no' | 'printed_by' | 'printed_at'> & { readonly user_id: number }> {
  const found = await sql<{ user_id: number; copy_no: number; printed_by: string; printed_at: string }>`
    select p.user_id, p.copy_no, p.at as printed_at, concat_ws(' ', u.user_first_name, u.user_last_name) as printed_by
    from batch b
    join document d on d.batch_id = b.id
    join print_log p on p.document_id = d.id and p.kind = ${kind} and p.copy_no = ${copy_no}
    join app_user u on u.id = p.user_id
    where b.document_type = ${type} and b.batch_number = ${number}`.execute(database);
  return found.rows[0]!;
}
