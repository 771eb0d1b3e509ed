import type { PostingRow } from '@talaan/contract/reports/kit/posting-row';
import { filterQuery } from '@talaan/contract/reports/kit/report-filters';
import type { PostingsReply } from '@talaan/contract/reports/kit/report-routes';
import type { ReportReply } from '@talaan/contract/reports/kit/report-reply';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { askReport, readFigure, readProofsBeside, readReport } from '../../reports/kit/read-report.ts';
import { inSnapshot } from '../../reports/kit/snapshots/read-snapshot.ts';
import type { AnyStatement } from '../../reports/kit/report-statement.ts';

type Given = Readonly<Record<string, string>>;
export type Reader = Pick<Principal, 'user_id' | 'preview' | 'client' | 'name'>;
/** Somebody who prepared nothing and approves nothing. */
export const SOMEBODY: Reader = { user_id: 0, name: 'Somebody' };

/** A whole report, as a caller gets it who takes page after page of `limit` rows. In: the filter as calls carry it. */
export async function readAll<Row = never>(
  database: Database,
  statement: AnyStatement,
  given: Given,
  { user = SOMEBODY, limit = 1000 }: { user?: Reader; limit?: number } = {},
): Promise<ReportReply<Row>> {
  const { filter } = filterQuery(statement.report.filters, {}).parse(given) as { filter: Record<string, unknown> };
  return inSnapshot(database, async (snapshot) => {
    const asked = await askReport(snapshot, statement, user, filter);
    const first = await readReport(asked, { limit });
    const [data, groups] = [[...first.data], [...first.groups]];
    for (let { next } = first; next !== null;) {
      const page = await readReport(asked, { after: next, limit });
      if (page.data.length > limit || page.groups.length > limit) throw new Error('A page is longer than its limit.');
      data.push(...page.data);
      groups.push(...page.groups);
      ({ next } = page);
    }
    return { ...first, data, groups, next: null } as unknown as ReportReply<Row>;
  });
}

/** The proofs of a report that are asked for beside its figures. */
export function readBeside(database: Database, statement: AnyStatement, given: Given) {
  const { filter } = filterQuery(statement.report.filters, {}).parse(given) as { filter: Record<string, unknown> };
  return inSnapshot(database, async (snapshot) =>
    readProofsBeside(await askReport(snapshot, statement, SOMEBODY, filter)),
  );
}

/** All postings behind a figure, named by its column and the codes of its row. */
export async function readPostings(
  database: Database,
  statement: AnyStatement,
  given: Given,
  figure: Given & { readonly column: string },
  { user = SOMEBODY, limit = 1000 }: { user?: Reader; limit?: number } = {},
): Promise<Omit<PostingsReply, 'next'> & { data: PostingRow[] }> {
  const { filter } = filterQuery(statement.report.filters, {}).parse(given) as { filter: Record<string, unknown> };
  return inSnapshot(database, async (snapshot) => {
    const asked = await askReport(snapshot, statement, user, filter);
    const first = await readFigure(asked, { ...figure, limit });
    const data = [...first.data];
    for (let { next } = first; next !== null;) {
      const page = await readFigure(asked, { ...figure, after: next, limit });
      data.push(...page.data);
      ({ next } = page);
    }
    return { ...first, data };
  });
}
