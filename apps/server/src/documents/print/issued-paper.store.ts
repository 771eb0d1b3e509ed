import { createHash, randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { PaperWay } from '@talaan/contract/documents/document-print';
import type { Database } from '../../platform/database/database.ts';
import { requireDatabaseItself } from '../../platform/database/replica.ts';

/** What a paper is of: a document, a payee and the days of his statement, or a certificate of tax withheld. */
export type PaperSubject =
  | { readonly document_id: string; readonly payee_id?: never; readonly certificate_id?: never }
  | {
      readonly document_id?: never;
      readonly payee_id: number;
      readonly certificate_id?: never;
      readonly from_date: string;
      readonly as_of: string;
    }
  | { readonly document_id?: never; readonly payee_id?: never; readonly certificate_id: string };

/** A copy that was counted: 1 is the original. */
export interface CountedCopy {
  readonly id: string;
  readonly copy_no: number;
  readonly code: string;
  readonly at: string;
}

/** What a copy says, as text, and what that is drawn from: the layout of a later version may word it otherwise. */
export interface PaperSaid {
  readonly content: string;
  readonly facts: object;
}

/** A copy before it is counted. */
export type CopyToCount = PaperSubject &
  PaperSaid & {
    readonly kind: string;
    readonly number: string;
    readonly way: PaperWay;
    readonly user_id: number;
  };

/**
 * Counts a copy of a paper in the register, with what it says (`saidOf`). The schema says which copy of its number it is, and
 * refuses a number that was never the document's.
 */
export async function countCopy(transaction: Database, copy: CopyToCount): Promise<CountedCopy> {
  requireDatabaseItself(transaction, 'A paper');
  const { number: number_text, content, facts, ...rest } = copy;
  const [content_hash] = await keepContents(transaction, [{ content, facts }]);
  const code = newCode();
  const counted = await transaction
    .insertInto('issued_paper')
    .values({ ...rest, number_text, code, content_hash })
    .returning(['id', 'copy_no', 'at'])
    .executeTakeFirstOrThrow();
  return { ...counted, code };
}

/** Keeps what copies say, each once, and answers the hashes by which they name it. By itself, what is kept counts as nothing. */
async function keepContents(database: Database, copies: readonly PaperSaid[]): Promise<Buffer[]> {
  const hashes = copies.map(({ content }) => contentHash(content));
  const rows = copies.map(({ content, facts }, at) => ({ hash: hashes[at]!, content, facts: JSON.stringify(facts) }));
  // In one order, so that two who keep the same contents wait for each other and no more.
  const ordered = rows.toSorted((one, other) => one.hash.compare(other.hash));
  for (let from = 0; from < ordered.length; from += KEPT_AT_ONCE) {
    await database
      .insertInto('paper_content')
      .values(ordered.slice(from, from + KEPT_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return hashes;
}

/** Contents are long: a few hundred are as much as one statement should take. */
const KEPT_AT_ONCE = 250;

export function contentHash(content: string): Buffer {
  return createHash('sha256').update(content, 'utf8').digest();
}

/** A copy that is drawn before it is counted: as which of its number, and with which code. */
export interface ExpectedCopy {
  readonly copy: CopyToCount;
  readonly copy_no: number;
  readonly code: string;
}

/** What the next copy of each of these papers of documents and certificates would be, in their order. Nothing is counted. */
export async function expectCopies(database: Database, copies: readonly CopyToCount[]): Promise<ExpectedCopy[]> {
  const asked = copies.map(({ document_id, certificate_id, kind, number }) => ({
    document_id,
    certificate_id,
    kind,
    number,
  }));
  const found = await sql<{ copy_no: number }>`
    select 1 + coalesce(
        (select max(p.copy_no) from issued_paper p
          where p.document_id = w.document_id and p.kind = w.kind and p.number_text = w.number),
        (select max(p.copy_no) from issued_paper p where p.certificate_id = w.certificate_id and p.kind = w.kind),
        0)::int as copy_no
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality a (given, place),
      jsonb_to_record(a.given) as w (document_id bigint, certificate_id bigint, kind text, number text)
    order by a.place`.execute(database);
  return copies.map((copy, at) => ({ copy, copy_no: found.rows[at]!.copy_no, code: newCode() }));
}

/** One whose content is kept: `content_hash` in hexadecimal. */
export type KeptCopy = Omit<ExpectedCopy, 'copy'> & {
  readonly copy: Omit<CopyToCount, keyof PaperSaid>;
  readonly content_hash: string;
};

/** Keeps what copies that are drawn say, before they are counted together: for many that is most of the work. */
export async function keepExpected(database: Database, expected: readonly ExpectedCopy[]): Promise<KeptCopy[]> {
  const hashes = await keepContents(
    database,
    expected.map(({ copy }) => copy),
  );
  return expected.map(({ copy: { content: _content, facts: _facts, ...copy }, ...one }, at) => {
    return { ...one, copy, content_hash: hashes[at]!.toString('hex') };
  });
}

/**
 * Counts copies of documents and certificates as they were drawn; false, and the transaction is to be given up, where one of them was
 * counted meanwhile, so that it would be another copy than it says.
 */
export async function countExpected(transaction: Database, kept: readonly KeptCopy[]): Promise<boolean> {
  const rows = kept.map(({ copy, code, content_hash }) => ({ ...copy, code, content_hash }));
  // In one order, so that two who count the same papers wait for each other and no more.
  const counted = await sql<{ code: string; copy_no: number }>`
    insert into issued_paper (document_id, certificate_id, kind, number_text, way, code, content_hash, user_id)
    select w.document_id, w.certificate_id, w.kind, w.number, w.way, w.code, decode(w.content_hash, 'hex'), w.user_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as w (document_id bigint, certificate_id bigint, kind text, number text,
      way text, code text, content_hash text, user_id int)
    order by w.document_id, w.certificate_id, w.kind returning code, copy_no`.execute(transaction);
  const copies = new Map(counted.rows.map(({ code, copy_no }) => [code, copy_no]));
  return kept.every(({ code, copy_no }) => copies.get(code) === copy_no);
}

/** The copies `p` of a subject. */
export function ofSubject(subject: PaperSubject): RawBuilder<unknown> {
  if (subject.document_id !== undefined) return sql`p.document_id = ${subject.document_id}::bigint`;
  if (subject.certificate_id !== undefined) return sql`p.certificate_id = ${subject.certificate_id}::bigint`;
  const { payee_id, from_date, as_of } = subject;
  return sql`p.payee_id = ${payee_id} and p.from_date = ${from_date}::date and p.as_of = ${as_of}::date`;
}

/** The record that a subject is, whichever it is. */
export const idOf = (subject: PaperSubject): string =>
  String(subject.document_id ?? subject.payee_id ?? subject.certificate_id);

/** Lets no other copy of a subject be counted until this transaction ends. */
export async function printsAlone(transaction: Database, subject: PaperSubject): Promise<void> {
  const id = idOf(subject);
  await sql`select pg_advisory_xact_lock(7011, (${id}::bigint % 2147483647)::int)`.execute(transaction);
}

/** Letters and digits of Crockford's base 32: none that is taken for another one. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits as 16 letters and digits. */
function newCode(): string {
  return Array.from(randomBytes(16), (byte) => CODE_LETTERS[byte % 32]).join('');
}
