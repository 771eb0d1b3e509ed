import { sql } from 'kysely';
import { EXCLUDED, MEASURES, type Measure } from '@talaan/contract/reports/profitability/measures';
import type { MapLine, MapVersion } from '@talaan/contract/reports/profitability/result-map.contract';
import type { Database } from '../../platform/database/database.ts';
import { withSecondPerson } from '../../access/second-person.ts';
import type { WaitingReply } from '@talaan/contract/http/waiting-reply';
import { conflict } from '../../platform/http/problem.ts';

/** A map of results as it is asked for: which line each account belongs to, and the period that it begins with. */
export interface ResultMap {
  /** year × 100 + month */
  readonly effective_from: number;
  readonly lines: readonly { readonly acct_code: string; readonly measure: Measure | typeof EXCLUDED }[];
}

/**
 * Stores a version of the map, with all of its lines. The tables refuse one that begins with a closed period, an account that is none
 * of results, and, where two people could decide about it, a version of one person alone. Throws 409 for an account that is gone.
 */
export async function storeMap(db: Database, { effective_from, lines }: ResultMap): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into report_map_version (report, effective_from) values ('profitability', ${effective_from}) returning id`.execute(
    db,
  );
  const stored = await sql`
    insert into profitability_map (version_id, account_id, measure)
    select ${rows[0]!.id}, a.id, m.measure
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as m (acct_code text, measure text)
    join account a on a.acct_code = m.acct_code`.execute(db);
  if (stored.numAffectedRows !== BigInt(lines.length)) {
    throw conflict('account_gone', 'The map names an account that is there no more. Take in the map anew.');
  }
}

/** What a change of the map is kept under while it waits. */
export const RESULT_MAP = 'profitability_map';
/** The period with which a first version begins that is to hold for all there is. */
export const FIRST_PERIOD = 190101;

/** Stores a version, or keeps it for a second person: a map that leaves an account out would hide an expense. */
export function proposeMap(db: Database, map: ResultMap): Promise<{ data: { accounts: number } } | WaitingReply> {
  const accounts = `${map.lines.length} ${map.lines.length === 1 ? 'account' : 'accounts'}`;
  return withSecondPerson(
    db,
    () => ({
      resource: RESULT_MAP,
      module_name: 'Profitability',
      record_id: null,
      action: 'create',
      label: `Map of results from ${periodText(map.effective_from)}, ${accounts}`,
      body: { ...map },
      before: null,
    }),
    async () => {
      await storeMap(db, map);
      return { data: { accounts: map.lines.length } };
    },
  );
}

/** '2026-11' of 202611. */
export const periodText = (period: number): string =>
  `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}`;

/** The lines of the newest version. */
export async function newestLines(db: Database): Promise<ResultMap['lines']> {
  const { rows } = await sql<ResultMap['lines'][number]>`
    select a.acct_code, m.measure from profitability_map m join account a on a.id = m.account_id
    where m.version_id = (
      select id from report_map_version where report = 'profitability' order by version desc limit 1)
    order by a.acct_code`.execute(db);
  return rows;
}

/** A line as people read it. */
export const lineWords = (line: ResultMap['lines'][number]['measure']): string =>
  line === EXCLUDED ? 'Excluded' : MEASURES[line];

/** The versions, the newest first, and the first open period as yyyy-mm. */
export async function mapVersions(db: Database): Promise<{ earliest: string | null; versions: MapVersion[] }> {
  const [versions, open] = await Promise.all([
    sql<Omit<MapVersion, 'effective_from'> & { effective_from: number }>`
      select v.version, v.effective_from, v.made_at, l.accounts, l.excluded,
        nullif(concat_ws(' ', a.user_first_name, a.user_last_name), '') as asked_by,
        nullif(concat_ws(' ', m.user_first_name, m.user_last_name), '') as made_by
      from report_map_version v
      cross join lateral (
        select count(*)::int as accounts, count(*) filter (where measure = ${EXCLUDED})::int as excluded
        from profitability_map where version_id = v.id) l
      left join pending_change c on c.id = v.change_id
      left join app_user a on a.id = c.requested_by
      left join app_user m on m.id = v.made_by
      where v.report = 'profitability' order by v.version desc`.execute(db),
    sql<{ period: number | null }>`
      select min(period) as period from accounting_period where 1 in (general_journal, cash_receipt, disbursement)`.execute(
      db,
    ),
  ]);
  const period = open.rows[0]?.period ?? null;
  return {
    earliest: period === null ? null : periodText(period),
    versions: versions.rows.map((row) => ({ ...row, effective_from: periodText(row.effective_from) })),
  };
}

/** Every account of results that is posted to, with its line in a version; without one where there is none. */
export async function linesOf(db: Database, version: number | null): Promise<MapLine[]> {
  const { rows } = await sql<MapLine>`
    select a.acct_code, a.acct_desc, m.measure
    from account a
    left join report_map_version v on v.report = 'profitability' and v.version = ${version}
    left join profitability_map m on m.version_id = v.id and m.account_id = a.id
    where a.acct_class = 'I' and a.acct_type = 'S' order by a.acct_code`.execute(db);
  return rows;
}
