import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { PaperWay } from '@talaan/contract/documents/document-print';
import type { PaperState, PaperVerification } from '@talaan/contract/documents/print/verify.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { mayOpen } from '../../access/may-open.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import { seesConfidential, visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { asSender } from './mail-paper.ts';
import { differencesOf, numbersOn, tablesOf, type PaperContent } from './paper-differences.ts';
import { contentOf, type PaperFacts, type PaperKind } from './paper-kind.ts';
import { readPrint } from './print-document.ts';
import { manilaDay } from '../../platform/manila-time.ts';

/** A paper that is drawn anew to tell whether it still says the same. */
export interface VerifiedPaper {
  readonly kind: string;
  /** Of which documents; null of a payee's. */
  readonly types: readonly DocumentType[] | null;
  /** Who sees what a copy is of that is of no document: these modules. */
  readonly modules?: readonly ModuleName[];
  /**
   * What it says by now, in `document_id` where it is of one, and what a copy would say that is drawn from such facts by the same layout:
   * null where another one took its place.
   */
  readonly compare: (database: Database, reader: Principal, copy: ComparedCopy) => Promise<Comparison | null>;
}

/** What a copy says and what its paper says by now, both as the layout of today words them. */
interface Comparison {
  readonly printed: PaperContent;
  readonly now: PaperContent;
}

type CopyOfSubject = Pick<
  StoredCopy,
  'document_id' | 'document_type' | 'batch_number' | 'payee_id' | 'certificate_id' | 'from_date' | 'as_of'
>;
type ComparedCopy = CopyOfSubject & Pick<StoredCopy, 'content' | 'facts'>;

/**
 * How copies of a paper are compared with what it says by now: by the facts that each was drawn from, so that one that an earlier layout
 * worded otherwise still stands. `factsNow` reads them again; null where another one took its place.
 */
export function verified<Shown>(
  kind: PaperKind<Shown>,
  given: Pick<VerifiedPaper, 'types' | 'modules'> & {
    readonly factsNow: (database: Database, reader: Principal, of: CopyOfSubject) => Promise<PaperFacts<Shown> | null>;
  },
): VerifiedPaper {
  const { factsNow, ...of } = given;
  return {
    ...of,
    kind: kind.kind,
    async compare(database, reader, { content, facts, ...subject }) {
      const read = await factsNow(database, reader, subject);
      if (read === null) return null;
      // Copies of before facts were kept are compared as they were worded.
      const printed = facts === null ? content : contentOf(kind, facts as PaperFacts<Shown>);
      return { printed: JSON.parse(printed) as PaperContent, now: JSON.parse(contentOf(kind, read)) as PaperContent };
    },
  };
}

/** How the paper of a document is drawn anew; of one that is several in turn, the one of the document. */
export function verifiedDocument<Shown>(
  kind: PaperKind<Shown>,
  types: readonly DocumentType[],
  read: (database: Database, call: BatchCall) => Promise<Shown>,
): VerifiedPaper {
  return verified(kind, {
    types,
    async factsNow(database, user, { document_id, document_type, batch_number }) {
      const shown = await read(database, { batch_number: batch_number!, types: [document_type!], user });
      const part =
        kind.several?.parts(shown).find(({ subject }) => subject.document_id === document_id)?.shown ?? shown;
      return readPrint(database, user, { kind, shown: part });
    },
  });
}

interface StoredCopy {
  readonly id: string;
  readonly kind: string;
  readonly number_text: string;
  readonly copy_no: number;
  readonly way: PaperWay;
  readonly printed_at: string;
  readonly printed_by: string;
  readonly user_id: number;
  readonly content: string;
  /** What it was drawn from; null of a copy of before that was kept. */
  readonly facts: PaperFacts<unknown> | null;
  readonly document_id: string | null;
  readonly document_type: DocumentType | null;
  readonly batch_number: string | null;
  readonly prepared_by: number | null;
  readonly is_confidential: boolean;
  /** The day from which on what it is of does not stand; null while it does. */
  readonly void_since: string | null;
  /** Whether what it is of is not approved, released or issued yet: its stamp says so, and may be gone from a copy. */
  readonly is_pending: boolean;
  readonly payee_id: number | null;
  readonly certificate_id: string | null;
  readonly from_date: CalendarDate | null;
  readonly as_of: CalendarDate | null;
}

/**
 * What anybody learns of the copy with a code, and whoever may see what it is of; null for a code that no copy has. `id` names the
 * copy, by which the look is noted.
 */
export async function verifyCopy(
  database: Database,
  papers: readonly VerifiedPaper[],
  code: string,
  user: Principal | null,
): Promise<{ readonly id: string; readonly verification: PaperVerification } | null> {
  const copy = await findCopy(database, code);
  if (copy === null) return null;
  const printed = JSON.parse(copy.content) as PaperContent;
  const compared = copy.void_since === null ? await compare(database, papers, copy) : null;
  const seen = user !== null && (await maySee(database, user, copy, paperOf(papers, copy)));
  const { about } = printed;
  return {
    id: copy.id,
    verification: {
      company: printed.company,
      state: stateOf(copy, compared),
      void_since: copy.void_since,
      paper:
        copy.is_confidential && !seen
          ? null
          : {
              title: printed.title,
              number: numbersOn(printed, copy.number_text),
              date: about.date,
              copy_no: copy.copy_no,
              way: copy.way,
              made_at: copy.printed_at,
              currency: about.currency,
              amount: about.amount,
            },
      details: seen ? detailsOf(copy, printed, compared) : null,
    },
  };
}

function detailsOf(copy: StoredCopy, printed: PaperContent, compared: Comparison | null): PaperVerification['details'] {
  const { way, printed_by, printed_at, document_type, batch_number } = copy;
  return {
    payee: printed.about.payee,
    tables: tablesOf(printed),
    way,
    printed_by,
    printed_at,
    differences: compared === null ? [] : differencesOf(compared.printed, compared.now),
    document: document_type === null ? null : { document_type, batch_number: batch_number! },
  };
}

/** What became of it; what does not stand at all comes before what it says otherwise. */
function stateOf({ number_text, void_since, is_pending }: StoredCopy, compared: Comparison | null): PaperState {
  if (void_since !== null) return 'void';
  if (compared === null) return 'replaced';
  const { number } = compared.now.about;
  if (number_text !== '' && number !== number_text) return 'replaced';
  // What was kept has its fields in another order.
  if (!isDeepStrictEqual(compared.now, compared.printed)) return 'changed';
  return is_pending ? 'pending' : 'stands';
}

/** A copy beside what its paper says by now, read in the name of whoever sees its document for sure; null where that is drawn no more. */
async function compare(
  database: Database,
  papers: readonly VerifiedPaper[],
  copy: StoredCopy,
): Promise<Comparison | null> {
  const { document_type, prepared_by, user_id, printed_by } = copy;
  const paper = paperOf(papers, copy);
  if (paper === undefined) return null;
  const module: ModuleName = document_type === null ? 'Billing' : DOCUMENT_MODULES[document_type];
  return paper.compare(database, asSender(prepared_by ?? user_id, printed_by, module), copy);
}

const paperOf = (papers: readonly VerifiedPaper[], { kind, document_type }: StoredCopy): VerifiedPaper | undefined =>
  papers.find(
    (one) => one.kind === kind && (document_type === null ? one.types === null : one.types?.includes(document_type)),
  );

async function maySee(
  database: Database,
  user: Principal,
  copy: StoredCopy,
  { modules = ['Billing', 'Collection'] }: Pick<VerifiedPaper, 'modules'> = {},
): Promise<boolean> {
  if (copy.document_type === null) {
    if (!modules.every((module) => mayOpen(user, module))) return false;
    const hidden = await sql`
      select from tax_certificate_line l join confidential_entry b on b.entry_id = l.entry_id
      where l.certificate_id = ${copy.certificate_id}::bigint and not ${seesConfidential(user)} limit 1`.execute(
      database,
    );
    return hidden.rows.length === 0;
  }
  const found = await sql<{ is_seen: boolean }>`
    select ${visibleBatches(user, [copy.document_type])} as is_seen
    from document d join batch b on b.id = d.batch_id where d.id = ${copy.document_id}::bigint`.execute(database);
  return found.rows[0]?.is_seen === true;
}

async function findCopy(database: Database, code: string): Promise<StoredCopy | null> {
  const found = await sql<StoredCopy>`
    select p.id, p.kind, p.number_text, p.copy_no, p.way, p.at as printed_at, p.user_id, c.content, c.facts,
      concat_ws(' ', u.user_first_name, u.user_last_name) as printed_by, p.document_id::text, p.payee_id,
      p.certificate_id::text, p.from_date, p.as_of,
      b.document_type, b.batch_number, b.prepared_by, coalesce(b.is_confidential = 1, false) or exists (
        select from tax_certificate_line l join confidential_entry x on x.entry_id = l.entry_id
        where l.certificate_id = p.certificate_id) as is_confidential,
      ${manilaDay(sql`case when b.deleted_at is not null or d.voided_at is not null or b.status = ${sql.lit(STATUS.ARCHIVED)} then
        coalesce(d.voided_at, b.deleted_at, (
          select max(m.at) from batch_move m where m.batch_id = b.id and m.status_to = ${sql.lit(STATUS.ARCHIVED)}))
        end`)} as void_since,
      coalesce(b.status < ${sql.lit(STATUS.APPROVED)}, false) as is_pending
    from issued_paper p join paper_content c on c.hash = p.content_hash join app_user u on u.id = p.user_id
    left join document d on d.id = p.document_id left join batch b on b.id = d.batch_id
    where p.code = ${code}`.execute(database);
  return found.rows[0] ?? null;
}

/** A code as people type it: in any case, with spaces and strokes, and letters for the figures that they look like. */
export function readCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
