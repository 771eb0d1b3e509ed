import { sql } from 'kysely';
import { EXCLUDED, MEASURES, type Measure } from '@talaan/contract/reports/profitability/measures';
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
export function proposeMap(db: Database, map: ResultMap): Promise<undefined | WaitingReply> {
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
      return undefined;
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
