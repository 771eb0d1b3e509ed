import { sql } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { FIELD_RULES } from '@talaan/core/text/field-rules';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { Printed } from '@talaan/contract/documents/document-print';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { SYSTEM_PRINCIPAL, type Principal } from '../../platform/http/principal.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import type { MailAttachment } from '../../platform/mail/mail-server.ts';
import { IS_FRESH, queueMail, type TakenMail } from '../../platform/mail/mail.store.ts';
import type { Completions } from '../../platform/mail/send-mail.ts';
import { writePdf } from '../../platform/pdf/paper-pdf.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import {
  contentHash,
  countCopy,
  ofSubject,
  printsAlone,
  type CountedCopy,
  type PaperSaid,
  type PaperSubject,
} from './issued-paper.store.ts';
import { saidOf, type PaperKind } from './paper-kind.ts';
import { commonFacts, drawForFile, ofDocument, readPrint, toVerify } from './print-document.ts';

/** The address of a record without the spaces around it; null where mail cannot go to what stands there. */
export function usableAddress(address: string): string | null {
  const wanted = address.trim();
  return FIELD_RULES.email.pattern.test(wanted) ? wanted : null;
}

/**
 * The address that a paper is sent to, without the spaces around it. Refuses with 422, at the field in which another can be
 * entered, where `whose` record (`'customer'`) has none or what it has is none.
 */
export function requireAddress(address: string, field: string, whose: string): string {
  const usable = usableAddress(address);
  if (usable !== null) return usable;
  const wanted = address.trim();
  const fault = wanted === '' ? `The ${whose} has no e-mail address.` : `"${wanted}" is no e-mail address.`;
  throw invalid({ [field]: [`${fault} Enter the one to send it to.`] });
}

/** A copy that goes by mail: what it is of, and who asked for it. */
interface PostedCopy {
  /** Of a paper of a document. */
  readonly document_type: DocumentType | null;
  readonly batch_number: string | null;
  /** Of a statement. */
  readonly payee_id: number | null;
  readonly from_date: CalendarDate | null;
  readonly as_of: CalendarDate | null;
  /** Of a certificate of tax withheld. */
  readonly certificate_id: string | null;
  readonly copy_no: number;
  readonly code: string | null;
  readonly printed_at: string;
  readonly printed_by: string;
  readonly user_id: number;
}

/** What a mail carries by now; a sentence where it does not leave any more. */
type Carried<Shown> = { readonly printed: Printed<Shown>; readonly file: string } | string;

/** A paper that goes by mail. */
interface MailedPaper<Shown> {
  readonly kind: PaperKind<Shown>;
  /** Which mails carry it. */
  readonly template: string;
  /** Puts it into its mail, or answers why it does not leave. It is drawn as it leaves, and kept nowhere. */
  readonly complete: (transaction: Database, mail: TakenMail, publicAddress: string) => ReturnType<Completions[string]>;
}

interface MailingOf<Shown> {
  readonly kind: PaperKind<Shown>;
  readonly template: string;
  /** Whose readers see it; that of the document's type where it is not named. */
  readonly module?: ModuleName;
  /** Reads again what a mail carries, as its sender may see it. */
  readonly carry: (
    transaction: Database,
    sender: Principal,
    copy: PostedCopy,
    mail: TakenMail,
  ) => Promise<Carried<Shown>>;
}

/** The paper of a document by mail: read again as it leaves. `stops` says why one does not, as when it was voided meanwhile. */
export function documentByMail<Shown>(
  given: Pick<MailingOf<Shown>, 'kind' | 'template'> & {
    readonly read: (database: Database, call: BatchCall) => Promise<Shown>;
    readonly stops: (shown: Shown) => string | null;
  },
): MailedPaper<Shown> {
  const { kind, template, read, stops } = given;
  return byMail({
    kind,
    template,
    async carry(transaction, user, { batch_number, document_type }) {
      const shown = await read(transaction, { batch_number: batch_number!, types: [document_type!], user });
      const { number } = kind.about(shown);
      return stops(shown) ?? { printed: await readPrint(transaction, user, { kind, shown }), file: number };
    },
  });
}

/** How a paper goes by mail. */
export function byMail<Shown>({ kind, template, module, carry }: MailingOf<Shown>): MailedPaper<Shown> {
  return {
    kind,
    template,
    async complete(transaction, mail, publicAddress) {
      const attachments: MailAttachment[] = [];
      for (const copy of await readPosted(transaction, mail.id)) {
        const sender = asSender(copy.user_id, copy.printed_by, module ?? DOCUMENT_MODULES[copy.document_type!]);
        const carried = await carry(transaction, sender, copy, mail);
        if (typeof carried === 'string') return { outcome: 'refused', reply: carried };
        const { copy_no, code, printed_by, printed_at } = copy;
        const printed = toVerify({ publicAddress }, { ...carried.printed, copy_no, code, printed_by, printed_at });
        const record = (await kind.carries?.(commonFacts(transaction), printed)) ?? undefined;
        const bytes = await writePdf(await drawForFile(transaction, kind.paper, printed), record);
        // Files of one name would cover each other where they are saved.
        const earlier = attachments.filter(({ name }) => name.startsWith(carried.file)).length;
        const name = `${carried.file}${earlier === 0 ? '' : `-${earlier + 1}`}.pdf`;
        attachments.push({ name, media_type: 'application/pdf', bytes });
      }
      return { ...mail, attachments };
    },
  };
}

/** What completes the mails of these papers, by their templates. */
export function paperMails(
  papers: readonly Pick<MailedPaper<never>, 'template' | 'complete'>[],
  publicAddress: string,
): Completions {
  const completion = ({ template, complete }: (typeof papers)[number]): [string, Completions[string]] => [
    template,
    (transaction, mail) => complete(transaction, mail, publicAddress),
  ];
  return Object.fromEntries(papers.map(completion));
}

/** A copy of a paper that was asked for by mail. */
interface QueuedCopy {
  /** Of the first paper. */
  readonly copy_no: number;
  /** False when the same mail waits already or was written a moment ago: no second one was. */
  readonly queued: boolean;
  readonly mail_state: MailState;
  /** What made the mail: the copy, or its cause. */
  readonly source: string;
}

/** What a mail with papers says, where it goes, and what it follows from. */
interface PaperLetter {
  readonly to_address: string;
  readonly words: ReturnType<typeof mailText>;
  /** Keeps what else the mail follows from, and answers its id. */
  readonly cause?: () => Promise<string>;
}
interface PaperToMail<Shown> {
  readonly subject: PaperSubject;
  readonly printed: Printed<Shown>;
}

/**
 * Queues a paper to an address outside the company, a copy of its own; what says the same goes to the same address once,
 * however often it is asked for.
 */
export async function queuePaper<Shown>(
  transaction: Database,
  user: Principal,
  mailed: Pick<MailedPaper<Shown>, 'kind' | 'template'>,
  { subject, printed, ...letter }: PaperToMail<Shown> & PaperLetter,
): Promise<QueuedCopy> {
  return queuePapers(transaction, user, mailed, [{ subject, printed }], letter);
}

/** Queues the paper of a document by itself: `called` heads the mail, and `attached` says what of whom goes along. */
export async function queueDocument<Shown extends { readonly headers: readonly { readonly id: string }[] }>(
  transaction: Database,
  user: Principal,
  mailed: Pick<MailedPaper<Shown>, 'kind' | 'template'>,
  of: { readonly shown: Shown; readonly to_address: string; readonly called: string; readonly attached: string },
) {
  const paper = ofDocument(mailed.kind, of.shown);
  const printed = await readPrint(transaction, user, paper);
  const { company } = printed;
  const { to_address, called, attached } = of;
  const words = mailText(`${called} of ${company.name}`, [
    'Good day.',
    `Please find attached our ${attached}.`,
    `${user.name}, ${company.name}`,
  ]);
  const { subject } = paper;
  const { source: _source, ...copy } = await queuePaper(transaction, user, mailed, {
    subject,
    to_address,
    printed,
    words,
  });
  return { to_address, ...copy };
}

/** The same of several papers in one mail, in their order, at least one: a copy of each. */
export async function queuePapers<Shown>(
  transaction: Database,
  user: Principal,
  { kind, template }: Pick<MailedPaper<Shown>, 'kind' | 'template'>,
  papers: readonly PaperToMail<Shown>[],
  { to_address, words, cause }: PaperLetter,
): Promise<QueuedCopy> {
  const said = papers.map(({ subject, printed }) => ({
    subject,
    number: kind.about(printed.batch).number,
    ...saidOf(kind, printed),
  }));
  for (const { subject } of said) await printsAlone(transaction, subject);
  const same = await findSame(transaction, { template, to_address, said });
  if (same) return { ...same, queued: false };
  const copies: CountedCopy[] = [];
  for (const { subject, ...copy } of said) {
    const counted = { ...subject, ...copy, kind: kind.kind, way: 'mail', user_id: user.user_id } as const;
    copies.push(await countCopy(transaction, counted));
  }
  const { id, copy_no } = copies[0]!;
  const source = cause ? await cause() : id;
  const { document_id } = said[0]!.subject;
  const of = document_id === undefined ? {} : { document_id };
  const message_id = await queueMail(transaction, { user_id: null, template, source, to_address, ...of, ...words });
  if (message_id !== null) {
    await transaction
      .insertInto('mail_paper')
      .values(copies.map((copy) => ({ message_id, issued_paper_id: copy.id })))
      .execute();
  }
  return { copy_no, queued: true, mail_state: 'waiting', source };
}

async function findSame(
  transaction: Database,
  { template, to_address, said }: Pick<TakenMail, 'template' | 'to_address'> & { said: readonly SaidPaper[] },
): Promise<Omit<QueuedCopy, 'queued'> | null> {
  const hashes = said.map(({ content }) => contentHash(content).toString('hex'));
  const found = await sql<Omit<QueuedCopy, 'queued'>>`
    select p.copy_no, m.state as mail_state, m.source
    from issued_paper p join mail_paper x on x.issued_paper_id = p.id join mail_message m on m.id = x.message_id
    where ${ofSubject(said[0]!.subject)} and m.template = ${template}
      and lower(m.to_address) = lower(${to_address}) and ${IS_FRESH} and (
        select array_agg(encode(c.content_hash, 'hex') order by c.id)
        from mail_paper o join issued_paper c on c.id = o.issued_paper_id where o.message_id = m.id) = ${hashes}::text[]
    order by m.id desc limit 1`.execute(transaction);
  return found.rows[0] ?? null;
}

interface SaidPaper extends PaperSaid {
  readonly subject: PaperSubject;
}

/** Whoever sent a mail, as a reader of the module that its paper is of. */
export function asSender(user_id: number, name: string, module: ModuleName): Principal {
  return { ...SYSTEM_PRINCIPAL, user_id, name, super_user: false, levels: { [module]: ACCESS.select } };
}

async function readPosted(database: Database, mailId: string): Promise<PostedCopy[]> {
  const found = await sql<PostedCopy>`
    select b.document_type, b.batch_number, p.payee_id, p.from_date, p.as_of, p.certificate_id::text,
      p.copy_no, p.code, p.at as printed_at,
      p.user_id, concat_ws(' ', u.user_first_name, u.user_last_name) as printed_by
    from mail_paper x join issued_paper p on p.id = x.issued_paper_id join app_user u on u.id = p.user_id
    left join document d on d.id = p.document_id left join batch b on b.id = d.batch_id
    where x.message_id = ${mailId}::bigint order by p.id`.execute(database);
  return found.rows;
}
