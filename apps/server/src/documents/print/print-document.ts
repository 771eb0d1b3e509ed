import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PaperWay, Printed } from '@talaan/contract/documents/document-print';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { Paper } from '@talaan/contract/papers/paper';
import type { PaperCompany } from '@talaan/contract/papers/paper-blocks';
import { PAPER_TEXT_KINDS, type PaperTexts } from '@talaan/core/documents/papers/paper-texts';
import type { Database } from '../../platform/database/database.ts';
import { readFileBytes } from '../../platform/files/file.store.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendPaper } from '../../platform/pdf/send-paper.ts';
import { SOFTWARE } from '../../platform/software.ts';
import { findFrozen, type FrozenNumber, type FrozenPapers, type PaperRecord } from './frozen-paper.store.ts';
import { countCopy, idOf, type CopyToCount, type CountedCopy, type PaperSubject } from './issued-paper.store.ts';
import { drawn, saidOf, type PaperKind } from './paper-kind.ts';

/** A paper of one subject: which, of what, and what that shows. */
export interface PaperOf<Shown, Detail extends Shown> {
  readonly kind: PaperKind<Shown>;
  readonly subject: PaperSubject;
  readonly shown: Detail;
}

/** The paper of a document that was read with its one header. */
export function ofDocument<Shown, Detail extends Shown & { readonly headers: readonly { readonly id: string }[] }>(
  kind: PaperKind<Shown>,
  shown: Detail,
): PaperOf<Shown, Detail> {
  return { kind, subject: { document_id: shown.headers[0]!.id }, shown };
}

/** Answers a call with what a paper shows: a preview, which counts as nothing, or a copy. */
export async function answerPrint<Shown, Detail extends Shown>(
  services: RouteServices,
  { db, user, body }: { readonly db: Database; readonly user: Principal; readonly body: { readonly preview: 0 | 1 } },
  paper: PaperOf<Shown, Detail>,
): Promise<Printed<Detail>> {
  if (body.preview === 1) return readPrint(db, user, paper);
  return printPaper(services, db, user, paper, 'print');
}

/** What a paper shows, counted as a copy of the caller; of a paper that is several, each. */
async function printPaper<Shown, Detail extends Shown>(
  services: RouteServices,
  database: Database,
  user: Principal,
  paper: PaperOf<Shown, Detail>,
  way: PaperWay,
): Promise<Printed<Detail>> {
  const printed = await readPrint(database, user, paper);
  const counted: CountedCopy[] = [];
  for (const copy of copiesOf(user, paper, printed, way)) counted.push(await countCopy(database, copy));
  return asCopies(services, paper.kind, printed, counted);
}

/** What is counted where a paper is made for a person: a copy, or several of a paper that is several. */
export function copiesOf<Shown, Detail extends Shown>(
  { user_id }: Principal,
  { kind, subject }: Pick<PaperOf<Shown, Detail>, 'kind' | 'subject'>,
  printed: Printed<Detail>,
  way: PaperWay,
): CopyToCount[] {
  const parts = kind.several?.parts(printed.batch) ?? [{ subject, shown: printed.batch }];
  return parts.map((part) => ({
    ...part.subject,
    kind: kind.kind,
    number: kind.about(part.shown).number,
    way,
    ...saidOf(kind, { ...printed, batch: part.shown }),
    user_id,
  }));
}

/** What a paper shows as these copies, in the order in which they were to be counted. */
export function asCopies<Shown, Detail extends Shown>(
  services: Pick<RouteServices, 'publicAddress'>,
  { several }: PaperKind<Shown>,
  printed: Printed<Detail>,
  counted: readonly (Pick<CountedCopy, 'copy_no' | 'code'> & { readonly at?: string })[],
): Printed<Detail> {
  const copies = counted.map(({ copy_no, code, at: printed_at = printed.printed_at }) =>
    toVerify(services, { copy_no, code, printed_at }),
  );
  // Of several each tells its own number.
  const copy = copies.length === 1 ? copies[0]! : { ...copies[0]!, copy_no: 1 };
  return { ...printed, ...copy, batch: { ...printed.batch, ...several?.together(printed.batch, copies) } };
}

/** What a paper shows, as it was issued where that is frozen; no copy. */
export async function readPrint<Shown, Detail extends Shown>(
  database: Database,
  user: Principal,
  { kind: { about, frozen }, shown }: Pick<PaperOf<Shown, Detail>, 'kind' | 'shown'>,
  read: CommonFacts = commonFacts(database),
): Promise<Printed<Detail>> {
  const { date, currency } = about(shown);
  const printed = await formOf(read, user, date, shown);
  const currency_word = await read.currencyWord(currency);
  const number = frozen?.number(shown) ?? null;
  const record = number === null ? null : await read.frozen(number);
  if (record === null) return { ...printed, currency_word, copy_no: 0 };
  return {
    ...printed,
    company: { ...printed.company, ...record.company },
    texts: paperTexts(record.texts),
    currency_word: record.currency_word,
    batch: { ...shown, ...frozen!.asIssued(shown, record) },
    copy_no: 0,
  };
}

/** The copy with the address at which it is verified. */
export function toVerify<Copy extends Pick<Printed<unknown>, 'code'>>(
  { publicAddress }: Pick<RouteServices, 'publicAddress'>,
  copy: Copy,
): Copy & { verify: string | null } {
  return { ...copy, verify: copy.code === null ? null : `${publicAddress}/verify/${copy.code}` };
}

/** What papers of a snapshot have in common. */
export interface CommonFacts extends FrozenPapers {
  letterhead(): Promise<PaperCompany>;
  /** As a data address, as files carry it; null without one. */
  logo(): Promise<string | null>;
  /** Of papers of a day, yyyy-mm-dd; null is today. */
  texts(day: string | null): Promise<PaperTexts>;
  /** Of an ISO code. */
  currencyWord(currency: string): Promise<string>;
  /** Reads together what `frozen` is asked for next. */
  expectFrozen(numbers: readonly FrozenNumber[]): Promise<void>;
}

/** Reads each of them once, whatever the number of papers. */
export function commonFacts(database: Database): CommonFacts {
  const known = new Map<string, Promise<unknown>>();
  const once = <Fact>(name: string, read: () => Promise<Fact>): Promise<Fact> => {
    if (!known.has(name)) known.set(name, read());
    return known.get(name) as Promise<Fact>;
  };
  const nameOf = ({ kind, number }: FrozenNumber) => `frozen ${kind} ${number}`;
  return {
    letterhead: () => once('letterhead', () => readLetterhead(database)),
    logo: () => once('logo', () => loadLogo(database)),
    texts: (day) => once(`texts ${day}`, () => readPaperTexts(database, day)),
    currencyWord: (currency) => once(`currency ${currency}`, () => readCurrencyWord(database, currency)),
    frozen: (number) => once(nameOf(number), async () => (await findFrozen(database, [number]))[0]!),
    async expectFrozen(numbers) {
      const records = await findFrozen(database, numbers);
      for (const [at, number] of numbers.entries()) known.set(nameOf(number), Promise.resolve(records[at]!));
    },
  };
}

async function readCurrencyWord(database: Database, currency: string): Promise<string> {
  const found = await database
    .selectFrom('currency')
    .select('currency_word')
    .where('iso_code', '=', currency)
    .executeTakeFirstOrThrow();
  return found.currency_word;
}

/** A paper as it stands in a file, with the bytes of its logo in place of their address; 422 for a text that its place does not hold. */
export async function drawForFile<Detail>(
  database: Database,
  paper: Paper<Printed<Detail>>,
  printed: Printed<Detail>,
  read: CommonFacts = commonFacts(database),
): Promise<DrawnPaper> {
  return drawn(paper, { ...printed, company: { ...printed.company, logo: await read.logo() } });
}

/** Answers a call with the paper as a PDF file: a copy that commits, and is noted as taken out, before its first byte. */
export async function sendPrint<Shown, Detail extends Shown>(
  services: RouteServices,
  call: { readonly user: Principal; readonly request: FastifyRequest; readonly reply: FastifyReply },
  read: (transaction: Database) => Promise<PaperOf<Shown, Detail>>,
): Promise<undefined> {
  const { user, request, reply } = call;
  const actor = { user_id: user.user_id, request_id: request.id };
  const { subject, printed, sheet, carried } = await services.inTransaction(actor, async (transaction) => {
    const { kind, ...paper } = await read(transaction);
    const copy = await printPaper(services, transaction, user, { kind, ...paper }, 'pdf');
    const carries = (await kind.carries?.(commonFacts(transaction), copy)) ?? undefined;
    return {
      ...paper,
      printed: copy,
      sheet: await drawForFile<Shown>(transaction, kind.paper, copy),
      carried: carries,
    };
  });
  await noteTakenOut(services, call, {
    action: 'download',
    table: 'issued_paper',
    row_key: idOf(subject),
    of: sheet.title,
    facts: { format: 'pdf', copy: printed.copy_no },
  });
  return sendPaper(reply, sheet, printed.printed_at, carried);
}

async function loadLogo(database: Database): Promise<string | null> {
  const found = await sql<{ id: string; media_type: string }>`
    select f.id::text, f.media_type from company c join file f on f.id = c.logo_file_id where c.reporting`.execute(
    database,
  );
  const file = found.rows[0];
  if (!file) return null;
  return `data:${file.media_type};base64,${(await readFileBytes(database, file.id)).toString('base64')}`;
}

/** What a blank form shows, which is no copy of a document, in pesos and with the words of today. */
export function readForm<Shown>(database: Database, user: Principal, batch: Shown): Promise<Printed<Shown>> {
  return formOf(commonFacts(database), user, null, batch);
}

async function formOf<Shown>(
  read: CommonFacts,
  user: Principal,
  day: string | null,
  batch: Shown,
): Promise<Printed<Shown>> {
  return {
    company: await read.letterhead(),
    texts: await read.texts(day),
    batch,
    currency_word: 'PESOS',
    copy_no: 1,
    code: null,
    verify: null,
    printed_by: user.name,
    printed_at: new Date().toISOString(),
    software: SOFTWARE,
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

/** The words of the company's papers that bear a day, yyyy-mm-dd, or today: those of the law while no company is entered. */
async function readPaperTexts(database: Database, day: string | null): Promise<PaperTexts> {
  const found = await sql<{ texts: PaperRecord['texts'] }>`
    select paper_texts(coalesce(${day}::date, manila_today())) as texts`.execute(database);
  return paperTexts(found.rows[0]!.texts);
}

/** Every text by its kind; '' where nothing stands. */
function paperTexts(texts: PaperRecord['texts']): PaperTexts {
  return Object.fromEntries(PAPER_TEXT_KINDS.map((kind) => [kind, texts[kind] ?? ''])) as unknown as PaperTexts;
}
