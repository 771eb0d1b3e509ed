import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { STARTER_PARTS, type StarterPart } from '@talaan/contract/resources/organisation/setup.contract';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { projectPath } from '../../platform/project-paths.ts';
import { FIRST_PERIOD, proposeMap, type ResultMap } from '../result-map/result-map.store.ts';
import { importRecords } from '../uploads/import-records.ts';
import type { WriteContext } from '../records/resource-override.ts';
import { serveResource } from '../overrides/serve-resource.ts';

/** Files of db/starter: lists that a money-transfer group in the Philippines starts from, with nothing of one company. */
const FILES: Record<StarterPart, readonly (readonly [resource: ResourceName, file: string])[]> = {
  account: [['account', 'accounts.csv']],
  alpha_tax_code: [['alpha_tax_code', 'atc-codes.csv']],
  bank_header: [['bank_header', 'bank-headers.csv']],
  transaction_type: [['transaction_type', 'transaction-types.csv']],
  role: [
    ['role', 'roles.csv'],
    ['role_access', 'role-access.csv'],
  ],
};

/** Every part of the starter set. */
export const EVERY_PART = Object.keys(FILES) as StarterPart[];

/** A part of the starter set with the number of its records. */
export interface StarterList {
  readonly part: StarterPart;
  readonly records: number;
}

/** The parts whose list is empty, as `loadStarterParts` takes them. */
export async function openStarterParts(db: Database): Promise<StarterList[]> {
  const empty = EVERY_PART.map((part) => sql`not exists (select from ${sql.table(part)}) as ${sql.ref(part)}`);
  const found = await sql<Record<StarterPart, boolean>>`select ${sql.join(empty)}`.execute(db);
  const open = EVERY_PART.filter((part) => found.rows[0]![part]);
  return Promise.all(
    open.map(async (part) => {
      const files = await Promise.all(FILES[part].map(([, file]) => readStarter(file)));
      return { part, records: files.reduce((sum, file) => sum + parse(file, { columns: true }).length, 0) };
    }),
  );
}

/**
 * Stores parts of the starter set, through the checks of every import. Throws 409 `not_empty` when a list has records:
 * what a company has entered is neither changed nor mixed with other codes.
 */
export async function loadStarterParts(context: WriteContext, parts: readonly StarterPart[]): Promise<StarterList[]> {
  const open = new Set((await openStarterParts(context.db)).map(({ part }) => part));
  const loaded: StarterList[] = [];
  for (const part of new Set(parts)) {
    if (!open.has(part)) {
      const { title } = STARTER_PARTS[part];
      throw conflict('not_empty', `${title}: there are records already. The starter set goes into an empty list only.`);
    }
    let records = 0;
    for (const [resource, name] of FILES[part]) {
      const file = { name, media_type: 'text/csv', bytes: await readStarter(name) };
      records += (await importRecords(context, serveResource(resourceNamed(resource)), [file], false)).added;
    }
    if (part === 'account') await proposeMap(context.db, { effective_from: FIRST_PERIOD, lines: await starterMap() });
    loaded.push({ part, records });
  }
  return loaded;
}

/** Which line of the results each account of the starter chart belongs to. */
export async function starterMap(): Promise<ResultMap['lines']> {
  return parse(await readStarter('profitability-map.csv'), { columns: true });
}

function readStarter(file: string): Promise<Buffer> {
  return readFile(projectPath('db', 'starter', file));
}
