import { sql } from 'kysely';
import { MAINTENANCE_REPORT, RECORDS_AT_ONCE } from '@talaan/contract/reports/files/maintenance-report.contract';
import { manilaClock } from '@talaan/contract/papers/manila-clock';
import { footLines, headingLines } from '@talaan/contract/reports/kit/lines/report-paper';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ChildrenField, FieldShape } from '@talaan/contract/resource/field';
import { isSingleValue } from '@talaan/contract/resource/field';
import { factsOf, RESOURCE_NAMES, type ResourceName } from '@talaan/contract/resource/resource-index';
import { allResources } from '@talaan/contract/resources/resource-table';
import { ACCESS, levelMissingText } from '@talaan/core/access/access-level';
import { formatReportDate } from '@talaan/core/calendar/calendar-date';
import { levelOn, mayOpen } from '../../access/may-open.ts';
import { serveResource } from '../../masterdata/overrides/serve-resource.ts';
import { cellOf, keysOfReferences } from '../../masterdata/records/file-columns.ts';
import { findIds, listRecords } from '../../masterdata/records/read-records.ts';
import type { ServedResource } from '../../masterdata/records/served-resource.ts';
import { sheetColumn, sheetOfRecords } from '../../masterdata/uploads/export-records.ts';
import { readIssuer } from '../../ledger/issuer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import { exportFileName, type Sheet, type SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { writeWorkbook } from '../../platform/spreadsheet/xlsx-writer.ts';
import { openSnapshot } from '../kit/snapshots/read-snapshot.ts';

const TITLE = 'Maintenance Report';

/** As what it is noted when somebody takes it out. */
export const TAKEN_OUT = { action: 'export', table: 'company' } as const;

/** Records whose inner rows are read at a time. */
const RECORDS_AT_A_TIME = 500;

/** The lists that a person may take out, in the order of the menu: those that are named, or all that he may Select (decisions §8). */
export function listsFor(user: Principal, named?: readonly ResourceName[]): AnyResource[] {
  const lists = allResources().filter(({ name }) => named === undefined || named.includes(name));
  const open = lists.filter(({ module }) => mayOpen(user, module));
  const refused = named && lists.find((list) => !open.includes(list));
  if (refused !== undefined)
    throw forbidden('module_access', levelMissingText([refused.module], ACCESS.select, levelOn(user, refused.module)));
  return open;
}

/** The report as its call sends it, and as it is made in the background when it is long (reports.md §14). */
export const filedMaintenanceReport = {
  name: MAINTENANCE_REPORT,
  title: TITLE,
  accessOf: (filter: MaintenanceFilter) =>
    namesIn(filter).map((name) => ({ kind: 'module', module: factsOf(name).module, level: ACCESS.select }) as const),
  taken_out: TAKEN_OUT,
  formats: ['xlsx'],
  async subjectOf(_: Database, user: Principal, filter: MaintenanceFilter) {
    return listsOf(user, filter)
      .map(({ title }) => title.many)
      .join(' · ');
  },
  async isLong(database: Database, user: Principal, filter: MaintenanceFilter) {
    const counts = await Promise.all(listsOf(user, filter).map((list) => countRecords(database, serveResource(list))));
    return counts.reduce((sum, count) => sum + count, 0) > RECORDS_AT_ONCE;
  },
  open({ database, user, filter }: { database: Database; user: Principal; filter: MaintenanceFilter }) {
    return openMaintenanceReport(database, user, listsOf(user, filter));
  },
} as const;

type MaintenanceFilter = Readonly<Record<string, string>>;

/**
 * The names in a filter as the tray keeps it, by comma. They are named there, so that the right to each is asked again whenever the file
 * is: what was everything that its owner might see yesterday is not that today.
 */
function namesIn({ resources = '' }: MaintenanceFilter): ResourceName[] {
  if (resources === '') throw invalid({ resources: ['Name the lists.'] });
  return resources.split(',').map((name) => {
    if (!isResourceName(name)) throw invalid({ resources: [`There is no list ${name}.`] });
    return name;
  });
}

const isResourceName = (name: string): name is ResourceName => (RESOURCE_NAMES as readonly string[]).includes(name);

const listsOf = (user: Principal, filter: MaintenanceFilter): AnyResource[] => listsFor(user, namesIn(filter));

/** Begins the workbook in one snapshot: a sheet Contents, then each list by its key, the inactive ones too, then its inner rows. */
export async function openMaintenanceReport(database: Database, user: Principal, lists: readonly AnyResource[]) {
  const snapshot = await openSnapshot(database);
  try {
    const now = new Date();
    const issuer = await readIssuer(snapshot.db, { user_name: user.name, now });
    const served = lists.map((list) => serveResource(list));
    const counted: { list: ServedResource; rows: number }[] = [];
    for (const list of served) counted.push({ list, rows: await countRecords(snapshot.db, list) });
    return {
      name: exportFileName(MAINTENANCE_REPORT, now.getTime(), 'xlsx'),
      confidential: [],
      content: (tell: (rows: number) => void = () => {}) => {
        let done = 0;
        const count = () => tell((done += 1));
        const sheets = [contents(counted, issuer), ...sheetsOf(snapshot.db, served, count)];
        return writeWorkbook(TITLE, sheets).once('close', () => void snapshot.close());
      },
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

function contents(
  counted: readonly { list: ServedResource; rows: number }[],
  issuer: Awaited<ReturnType<typeof readIssuer>>,
): Sheet {
  const period = `AS OF ${formatReportDate(manilaClock(issuer.generated_at).date)}`;
  return {
    title: 'Contents',
    heading: headingLines({
      ...issuer,
      report_title: TITLE,
      period,
      basis: 'active and inactive records',
      filters: [],
    }),
    columns: [
      { header: 'List', kind: 'text', width: 40 },
      { header: 'Rows', kind: 'integer', width: 12 },
    ],
    rows: counted.map(({ list, rows }) => ({ cells: [list.definition.title.many, rows] })),
    footing: footLines(issuer),
  };
}

function sheetsOf(db: Database, lists: readonly ServedResource[], count: () => void): Sheet[] {
  const own = new Set(allResources().map(({ table }) => table));
  return lists.flatMap((list) => {
    const { fields, key } = list.definition;
    const inner = Object.entries(fields).flatMap(([name, shape]) =>
      // Rows with a list of their own stand in it.
      shape.kind === 'children' && !own.has(shape.table) ? [sheetOfInner(db, list, name, shape)] : [],
    );
    const { rows, ...sheet } = sheetOfRecords(db, list, () => findIds(db, list, { filters: {}, sort: key }));
    return [{ ...sheet, rows: eachCounted(rows, count) }, ...inner];
  });
}

async function* eachCounted(rows: Sheet['rows'], count: () => void): AsyncGenerator<SheetRow> {
  for await (const row of rows) {
    count();
    yield row;
  }
}

/** The inner rows of every record of a list, each after the key of its record. */
function sheetOfInner(db: Database, list: ServedResource, name: string, { fields, label }: ChildrenField): Sheet {
  const { key, title } = list.definition;
  const shown = Object.entries(fields).filter(([, shape]) => isSingleValue(shape));
  return {
    title: `${label} of ${title.many}`,
    columns: [sheetColumn(list.definition.fields[key]!), ...shown.map(([, shape]) => sheetColumn(shape))],
    rows: innerRows(db, list, name, shown),
  };
}

async function* innerRows(
  db: Database,
  list: ServedResource,
  name: string,
  shown: readonly (readonly [string, FieldShape])[],
): AsyncGenerator<SheetRow> {
  const { key } = list.definition;
  const keys = await keysOfReferences(db, { fields: Object.fromEntries(shown) });
  for (let page = 1; ; page += 1) {
    const { rows } = await listRecords(db, list, { filters: {}, sort: key, page, pages: RECORDS_AT_A_TIME });
    for (const record of rows)
      for (const inner of record[name] as Record<string, unknown>[])
        yield {
          cells: [String(record[key]), ...shown.map(([field, shape]) => cellOf(field, shape, inner[field], keys))],
        };
    if (rows.length < RECORDS_AT_A_TIME) return;
  }
}

async function countRecords(db: Database, { sql: parts }: ServedResource): Promise<number> {
  const found = await sql<{ rows: number }>`
    select count(*)::int as rows from ${parts.table} where ${parts.part ?? sql`true`}`.execute(db);
  return found.rows[0]!.rows;
}
