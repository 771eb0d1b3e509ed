import { sql } from 'kysely';
import type { AnyRow, ReportFormat } from '@talaan/contract/reports/kit/define-report';
import { anyReport, callOf } from '@talaan/contract/reports/kit/define-report';
import type { ReportLine } from '@talaan/contract/reports/kit/lines/report-lines';
import { ROWS_AT_ONCE } from '@talaan/contract/reports/files/report-file.contract';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid } from '../../platform/http/problem.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { ALL_ROWS, askReport, readFile, rowsStatement } from '../kit/read-report.ts';
import type { OpenSnapshot } from '../kit/snapshots/read-snapshot.ts';
import { openReport } from '../kit/snapshots/report-source.ts';
import { writeReport } from '../kit/report-file.ts';
import type { AnyStatement } from '../kit/report-statement.ts';
import type { FiledReport, FilterTexts, OpenedFile } from './filed-report.ts';
import { findConfidentialSeen } from './report-file.store.ts';

/** A report of the kit as files are made of it in the background: the same as its call sends. */
export function filedStatement(statement: AnyStatement, mostAtOnce = ROWS_AT_ONCE): FiledReport {
  const report = anyReport(statement.report);
  const { name, title } = report;
  return {
    name,
    title,
    accessOf: () => [reportRoutes(report).read.access],
    taken_out: { action: 'export', table: 'posting' },
    async subjectOf(database, user, filter) {
      const header = await (await askReport(database, statement, user, checked(statement, filter, 'xlsx'))).head();
      return [header.period, ...header.filters].join(' · ');
    },
    async isLong(database, user, filter) {
      if (!report.paged) return false;
      const asked = await askReport(database, statement, user, checked(statement, filter, 'xlsx'));
      const page = { ...ALL_ROWS, limit: mostAtOnce + 1 };
      return (await countRows(database, await rowsStatement(asked, page))) > mostAtOnce;
    },
    async open({ database, replica = null, user, filter, format }) {
      // Its owner has no session here: what was written before it is begun is in it.
      const written = replica ? await replica.position() : null;
      const of = { user, format, filter: checked(statement, filter, format) };
      const { begun } = await openReport({ replica, database, statement, written }, (snapshot, said) =>
        openFile(statement, snapshot, { ...of, said }),
      );
      return begun;
    },
  };
}

/** A cursor that sorts more rows than this does not give its first ones within the time of a statement. */
const MOST_SORTED = 300_000;

async function openFile(
  statement: AnyStatement,
  snapshot: OpenSnapshot,
  {
    user,
    format,
    filter,
    said,
  }: { user: Principal; format: ReportFormat; filter: Readonly<Record<string, unknown>>; said: string },
): Promise<OpenedFile> {
  const asked = await askReport(snapshot.db, statement, user, filter, said);
  const { report } = asked;
  // Row by row so many come all the same.
  if (report.paged && (await expectRows(snapshot.db, await rowsStatement(asked, ALL_ROWS))) > MOST_SORTED)
    await sql`set local cursor_tuple_fraction = 0.1`.execute(snapshot.db);
  const confidential = await findConfidentialSeen(snapshot.db, user);
  const file = await readFile(asked, snapshot, format);
  return {
    name: exportFileName(report.name, Date.parse(file.header.generated_at), format),
    confidential,
    content: (tell: (done: number) => void) => {
      const content = writeReport(format, report, { ...file, lines: counted(file.lines, tell) });
      return content.once('close', () => void snapshot.close());
    },
  };
}

/** The filter as its call checks it; 422 by name as there. */
function checked(
  statement: AnyStatement,
  filter: FilterTexts,
  format: ReportFormat,
): Readonly<Record<string, unknown>> {
  const report = anyReport(statement.report);
  const read = reportRoutes(report, callOf(report, filter)).export.query.safeParse({ ...filter, format });
  if (read.success) return read.data.filter;
  const faults: Record<string, string[]> = {};
  for (const { path, message } of read.error.issues) (faults[path.join('.') || 'filter'] ??= []).push(message);
  throw invalid(faults);
}

/** About how many rows a statement has, as the database expects before it reads one: to count them is to do the work twice. */
async function expectRows(database: Database, rows: ReturnType<AnyStatement['rows']>): Promise<number> {
  const { rows: explained } = await sql<{
    'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
  }>`
    explain (format json) ${rows}`.execute(database);
  return explained[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
}

async function countRows(database: Database, rows: ReturnType<AnyStatement['rows']>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from (${rows}) counted`.execute(database);
  return found.rows[0]!.count;
}

async function* counted(
  lines: AsyncIterable<ReportLine<AnyRow>>,
  tell: (done: number) => void,
): AsyncGenerator<ReportLine<AnyRow>> {
  let done = 0;
  for await (const line of lines) {
    if (line.look === 'plain') tell((done += 1));
    yield line;
  }
}
