import { sql, type RawBuilder } from 'kysely';
import {
  anyReport,
  layoutOf,
  type AnyReport,
  type AnyRow,
  type ReportForm,
  type ReportFormat,
  type ReportLayout,
} from '@talaan/contract/reports/kit/define-report';
import { daysOf } from '@talaan/contract/reports/kit/report-filters';
import { paperFormOf, streamLines } from '@talaan/contract/reports/kit/lines/report-lines';
import type { PostingsReply } from '@talaan/contract/reports/kit/report-routes';
import { MASKED_IN_POSTINGS, type PostingRow } from '@talaan/contract/reports/kit/posting-row';
import type { ReportGroup, ReportHeader, ReportProof, ReportReply } from '@talaan/contract/reports/kit/report-reply';
import { requireSum } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { requireDatabaseItself } from '../../platform/database/replica.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { notFound } from '../../platform/http/problem.ts';
import { comparedDays } from '@talaan/contract/reports/kit/report-period';
import { compareRows, compareTotals } from './sums/compare-periods.ts';
import { cutPage, placeOf, readCursor, writeCursor, type PlaceIn } from './cut-page.ts';
import { findReferences } from './find-references.ts';
import { summedGroups } from './sums/summed-groups.ts';
import { postingRows } from './posting-rows.ts';
import { documentsOfSums } from './proof-documents.ts';
import type { OpenSnapshot } from './snapshots/read-snapshot.ts';
import type { FileParts } from './report-file.ts';
import { readHeader } from './report-header.ts';
import type { AnyStatement, PageOf, ReportContext, ReportSums } from './report-statement.ts';

/** What reads 'Confidential' to whoever may not see it (decisions §3). */
export const CONFIDENTIAL = 'Confidential';

/** A report that is asked for: what every answer of it is made from. */
export interface AskedReport {
  readonly statement: AnyStatement;
  readonly report: AnyReport;
  readonly context: ReportContext<never>;
  readonly layout: ReportLayout<AnyRow>;
  /** Reads its header block. */
  readonly head: () => Promise<ReportHeader>;
}

/**
 * Looks up what a checked filter names, in the snapshot that the report is read from; `said` is told in its foot. Throws 422 for a code that
 * is not there.
 */
export async function askReport(
  snapshot: Database,
  statement: AnyStatement,
  user: Pick<Principal, 'user_id' | 'preview' | 'client' | 'name'>,
  filter: Readonly<Record<string, unknown>>,
  said = '',
): Promise<AskedReport> {
  const report = anyReport(statement.report);
  if (statement.filed) requireDatabaseItself(snapshot, report.title);
  const found = await findReferences(snapshot, report.filters, filter);
  const layout = layoutOf(report, filter as never);
  const head = async () => {
    const header = await readHeader(snapshot, report, layout, { filter, found, user_name: user.name, now: new Date() });
    return said === '' ? header : { ...header, generated: `${header.generated} · ${said}` };
  };
  const context = { db: snapshot, user, filter, found, days: daysOf(report.filters, filter) };
  return { statement, report, context: context as unknown as ReportContext<never>, layout, head };
}

/** One answer of a report: all of it, or the page of one that is paged. */
export async function readReport(
  asked: AskedReport,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<ReportReply<AnyRow>> {
  const { report, statement } = asked;
  if (!report.paged) return readWhole(asked);
  return readPage(asked, page.after === undefined ? null : readCursor(page.after, statement.order!), page.limit);
}

export const ALL_ROWS: PageOf = { after: null, limit: null };

/** All rows, with those of the compared period beside them. */
async function readWhole({ statement, report, context, layout, head }: AskedReport): Promise<ReportReply<AnyRow>> {
  const rowsOf = async (of: ReportContext<never>) => {
    const answered = statement
      .rows(of, ALL_ROWS, undefined)
      .execute(of.db)
      .then(({ rows }) => rows);
    const made: readonly AnyRow[] = await (statement.made?.(of, answered) ?? answered);
    return made.map((row) => masked(report.masked, row));
  };
  // What is asked at once goes to the database in one message.
  const coming = rowsOf(context);
  const [header, found, sums] = await Promise.all([head(), coming, sumsOf(statement, context, { rows: coming })]);
  const shown = (of: readonly AnyRow[]) => of.filter((row) => statement.shows?.(context, row) ?? true);
  const rows = shown(found);
  const { compare = 'none' } = context.filter as { compare?: string };
  const before =
    !report.compares || compare === 'none'
      ? null
      : shown(await rowsOf({ ...context, days: comparedDays(context.days, compare) }));
  const data = before ? compareRows(report, layout, rows, before) : rows;
  // Groups are summed with what stands beside their figures.
  const groups = statement.groups
    ? await readGroups(context, statement.groups(context, ALL_ROWS, undefined))
    : summedGroups(report, layout, data);
  const totals = before ? { ...sums.totals, ...compareTotals(report, rows, before) } : sums.totals;
  return { data, groups, header, ...sums, totals, next: null };
}

/** Totals are decimal text, whatever they are called. */
async function sumsOf(
  statement: AnyStatement,
  context: ReportContext<never>,
  { rows = Promise.resolve([]), known }: { rows?: Promise<readonly AnyRow[]>; known?: unknown },
) {
  const { totals, proof } = (await statement.sums(context, rows, known)) as ReportSums<
    Readonly<Record<string, string>>
  >;
  return { totals, proof: await withDocuments(context, proof) };
}

type Groups = ReturnType<NonNullable<AnyStatement['groups']>>;
const areAtHand = (groups: Groups): groups is readonly ReportGroup[] => Array.isArray(groups);

async function readGroups({ db }: ReportContext<never>, groups: Groups): Promise<readonly ReportGroup[]> {
  return areAtHand(groups) ? groups : (await groups.execute(db)).rows;
}

/** The statement of the rows of a page, from what is read before it. */
export async function rowsStatement({ statement, context }: Pick<AskedReport, 'statement' | 'context'>, page: PageOf) {
  return statement.rows(context, page, await statement.before?.(context, page));
}

/** Proofs, of which every one that is red names documents: what it cannot say by itself is looked for in the ledger. */
async function withDocuments(
  { db, days }: ReportContext<never>,
  proof: readonly ReportProof[],
): Promise<ReportProof[]> {
  const isSilent = ({ difference, stated, documents }: ReportProof): boolean =>
    requireSum(difference) !== 0n && !stated && documents.length === 0;
  if (!proof.some(isSilent)) return [...proof];
  const documents = await documentsOfSums(db, days);
  return proof.map((one) => (isSilent(one) ? { ...one, documents } : one));
}

async function readPage(
  { statement, report, context, layout, head }: AskedReport,
  after: PlaceIn | null,
  limit: number,
): Promise<ReportReply<AnyRow>> {
  const page: PageOf = { after, limit: limit + 1 };
  const known = await statement.before?.(context, page);
  const [header, found, groups, sums] = await Promise.all([
    head(),
    statement.rows(context, page, known).execute(context.db),
    statement.groups ? readGroups(context, statement.groups(context, page, known)) : null,
    after === null ? sumsOf(statement, context, { known }) : { totals: null, proof: [] },
  ]);
  const levels = layout.levels.map(({ code }) => code);
  const cut = cutPage({ rows: found.rows, groups, limit, after }, levels, statement.order!);
  return {
    data: cut.rows.map((row) => masked(report.masked, row)),
    groups: cut.groups,
    header,
    ...sums,
    next: cut.end && writeCursor(cut.end, statement.order!),
  };
}

/** The proofs that cost more than the figures; none of most reports. */
export async function readProofsBeside({ statement, context }: AskedReport): Promise<ReportProof[]> {
  return withDocuments(context, (await statement.proofsBeside?.(context)) ?? []);
}

/** Every proof of a report, those beside its figures too. */
export async function readProofs(asked: AskedReport): Promise<ReportProof[]> {
  const { statement, report, context } = asked;
  const { proof } = report.paged
    ? await sumsOf(statement, context, { known: await statement.before?.(context, ALL_ROWS) })
    : await readWhole(asked);
  return [...proof, ...(await readProofsBeside(asked))];
}

/** What a file is made from, all proofs among it. The lines of a paged report come from cursors, those of another one from memory. */
export async function readFile(asked: AskedReport, snapshot: OpenSnapshot, format: ReportFormat): Promise<FileParts> {
  const { statement, report, context, layout } = asked;
  const isPaper = format === 'pdf';
  if (!report.paged) {
    const whole = await readWhole(asked);
    const { data: rows, groups, header } = whole;
    const totals = whole.totals!;
    const proof = [...whole.proof, ...(await readProofsBeside(asked))];
    const form = isPaper ? paperFormOf(groups) : 'file';
    const lines = streamLines(report, layout, form, { rows, groups, totals });
    return { layout, form, header, totals, proof, lines, whole: { ...whole, proof } };
  }
  const header = await asked.head();
  const known = await statement.before?.(context, ALL_ROWS);
  const { totals, proof: own } = await sumsOf(statement, context, { known });
  const proof = [...own, ...(await readProofsBeside(asked))];
  const heads = statement.groups?.(context, ALL_ROWS, known) ?? [];
  const groups = areAtHand(heads) ? heads : snapshot.rows(heads);
  const rows = maskedRows(report, snapshot.rows<AnyRow>(statement.rows(context, ALL_ROWS, known)));
  const form = isPaper ? await streamedPaperForm(asked, heads) : 'file';
  return { layout, form, header, totals, proof, lines: streamLines(report, layout, form, { rows, groups, totals }) };
}

/** The form on paper of a report whose groups come later: only one with columns of other currencies asks whether there are any. */
async function streamedPaperForm({ context, layout }: AskedReport, groups: Groups): Promise<ReportForm> {
  if (!layout.columns.some(({ on }) => on?.includes('foreign paper'))) return 'paper';
  if (areAtHand(groups)) return paperFormOf(groups);
  const noted = await sql<Pick<ReportGroup, 'note'>>`
    select note from (${groups}) g where note <> '' limit 1`.execute(context.db);
  return paperFormOf(noted.rows);
}

async function* maskedRows(report: AnyReport, rows: AsyncIterable<AnyRow>): AsyncGenerator<AnyRow> {
  for await (const row of rows) yield masked(report.masked, row);
}

/** Fields that order the postings behind a figure. */
const FIGURE_ORDER = ['document_date', 'entry_id', 'line_no'] as const;

/** The postings behind a figure, page by page; 404 for a figure that is not made of postings. */
export async function readFigure(
  { statement, report, context, head }: AskedReport,
  query: Readonly<Record<string, unknown>> & {
    readonly column: string;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<PostingsReply> {
  const codes = Object.fromEntries(report.drill.map((field) => [field, query[field] as string | undefined]));
  const figure = await statement.postings?.(context, { column: query.column, codes });
  if (!figure)
    throw notFound(
      `There are no postings behind ${[query.column, ...Object.values(codes)].filter(Boolean).join(', ')}.`,
    );
  const { date_from, date_to } = figure.days ?? context.days;
  const scope = sql`from posting p left join journal_entry e on e.id = p.entry_id where ${figure.where} and p.entry_date between ${date_from} and ${date_to}`;
  const after = query.after === undefined ? null : readCursor(query.after, FIGURE_ORDER);
  const beyond = after
    ? sql`and (p.entry_date, p.entry_id, p.line_no)
        > (${after['document_date']}::date, ${after['entry_id']}::bigint, ${after['line_no']}::int)`
    : sql``;
  const page = sql`select p.entry_id, p.line_no ${scope} ${beyond}
    order by p.entry_date, p.entry_id, p.line_no limit ${query.limit + 1}`;
  const [header, { rows }, sums] = await Promise.all([
    head(),
    postingRows(context.user, page).execute(context.db),
    after ? null : sumOfPostings(context.db, scope),
  ]);
  const data = rows.slice(0, query.limit) as unknown as AnyRow[];
  return {
    data: data.map((row) => masked(MASKED_IN_POSTINGS, row)) as unknown as PostingRow[],
    header,
    totals: sums && { ...sums, beginning: figure.beginning ?? null },
    next: rows.length > query.limit ? writeCursor(placeOf(data.at(-1)!, FIGURE_ORDER), FIGURE_ORDER) : null,
  };
}

async function sumOfPostings(db: Database, scope: RawBuilder<unknown>) {
  const { rows } = await sql<{ postings: number; php_da: string; php_ca: string }>`
    select count(*)::int as postings, round(coalesce(sum(p.debit), 0), 2)::text as php_da,
      round(coalesce(sum(p.credit), 0), 2)::text as php_ca ${scope}`.execute(db);
  return rows[0]!;
}

/** A row as the caller may see it: amounts and numbers stay (reports §0). Of a record that has no words its id is 0. */
function masked(fields: readonly string[] = [], row: AnyRow): AnyRow {
  if (row['is_masked'] !== true) return row;
  const hidden = (value: AnyRow[string] | undefined) =>
    value === null ? null : typeof value === 'number' ? 0 : CONFIDENTIAL;
  return { ...row, ...Object.fromEntries(fields.map((field) => [field, hidden(row[field])])) };
}
