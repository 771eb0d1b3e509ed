import { sql } from 'kysely';
import { anyResource, type AnyResource } from '@talaan/contract/resource/define-resource';
import { account } from '@talaan/contract/resources/books/account.resource';
import { bank } from '@talaan/contract/resources/books/bank.resource';
import { branch } from '@talaan/contract/resources/organisation/branch.resource';
import { department } from '@talaan/contract/resources/organisation/department.resource';
import { section } from '@talaan/contract/resources/organisation/section.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import type { FilterControls } from '@talaan/contract/reports/kit/report-filters';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { FoundRecord } from './report-statement.ts';

/** What the filters of reports may refer to. */
const REFERRED = [account, bank, branch, department, section, payee].map((definition) => anyResource(definition));

/**
 * The records that a checked filter names, by the name of their control. Throws 422 for each that is not there, by its name; the
 * codes of a range must be there too.
 */
export async function findReferences(
  database: Database,
  controls: FilterControls,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, FoundRecord>> {
  const found: Record<string, FoundRecord> = {};
  const faults: Record<string, string[]> = {};
  for (const [name, control] of Object.entries(controls)) {
    if (control.kind === 'budget') {
      const year = control.year(values);
      const code = values[name] as string | undefined;
      const version = year === null ? undefined : await findBudget(database, year, code);
      if (version) found[name] = version;
      else if (year !== null)
        faults[code === undefined ? 'compare' : name] = [
          code === undefined
            ? `There is no budget of ${year}. Take one in, or choose another comparison.`
            : `There is no budget ${code} of ${year}.`,
        ];
      continue;
    }
    if (control.kind !== 'reference' && control.kind !== 'range') continue;
    const definition = REFERRED.find((one) => one.name === control.resource);
    if (!definition) throw new Error(`No filter refers to ${control.resource}.`);
    const one = definition.title.one.toLowerCase();
    if (control.kind === 'range') {
      for (const [end, code] of Object.entries(values[name] as object)) {
        const record = await find(database, definition, 'code', String(code));
        if (record) found[`${name}_${end}`] = record;
        else faults[control.names![end === 'from' ? 0 : 1]!] = [`There is no ${one} ${code}.`];
      }
      continue;
    }
    const value = values[name] as string | undefined;
    if (value === undefined) continue;
    const record = await find(database, definition, control.by, value);
    if (record) found[name] = record;
    else faults[name] = [`There is no ${one} ${control.by === 'id' ? 'with Record ID ' : ''}${value}.`];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return found;
}

async function find(database: Database, { table, dropdown }: AnyResource, by: 'code' | 'id', value: string) {
  const code = sql.ref(dropdown.code);
  const { rows } = await sql<FoundRecord>`
    select id, ${code} as code, concat_ws(' ', ${sql.join(dropdown.name.map((name) => sql.ref(name)))}) as name
    from ${sql.table(table)} where ${by === 'id' ? sql`id = ${value}::int` : sql`${code} = ${value}`}`.execute(
    database,
  );
  return rows[0];
}

/** A version of the budget of a year: the one of a code, else the newest. */
async function findBudget(database: Database, year: number, code: string | undefined) {
  const { rows } = await sql<FoundRecord>`
    select id, code, name from budget_version
    where fiscal_year = ${year} and ${code === undefined ? sql`true` : sql`code = ${code}`}
    order by version desc limit 1`.execute(database);
  return rows[0];
}
