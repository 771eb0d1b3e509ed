import { sql } from 'kysely';
import type { FigureField } from '@talaan/contract/reports/kit/statement-columns';
import type { Database } from '../../../platform/database/database.ts';

/** An account of the chart that heads others. */
interface Heading {
  readonly acct_code: string;
  readonly acct_desc: string;
  readonly acct_parent: string | null;
}

/** An account with a figure in any column, and the accounts above it from the top of the chart; debit less credit as decimal text. */
export type ChartRow = Heading & {
  readonly acct_group: 'A' | 'L' | 'C' | 'I' | 'E';
  readonly parents: readonly Heading[];
} & { readonly [Field in FigureField]?: string };

/**
 * The accounts that `accountRows` answers, in the order of the chart's tree, below the accounts that head them. The few that do are read
 * beside them and put above them here: walking the tree takes a statement longer than the figures do.
 */
export async function inChart<Row extends ChartRow>(
  database: Database,
  answered: Promise<readonly unknown[]>,
): Promise<Row[]> {
  const reading = sql<Heading>`select acct_code, acct_desc, acct_parent from account where acct_type <> 'S'`;
  const [rows, { rows: headings }] = await Promise.all([answered, reading.execute(database)]);
  const placeBelow = placesBelow(headings);
  return (rows as readonly Omit<Row, 'parents'>[])
    .map((row) => {
      const { parents, path } = placeBelow(row.acct_parent);
      return { row: Object.assign(row, { parents }) as unknown as Row, path: path + row.acct_code };
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ row }) => row);
}

/** Where accounts stand that a heading is above: the headings from the top, and their codes as one text that sorts as the tree does. */
interface Place {
  readonly parents: readonly Heading[];
  readonly path: string;
}

function placesBelow(headings: readonly Heading[]): (code: string | null) => Place {
  const byCode = new Map(headings.map((heading) => [heading.acct_code, heading]));
  const found = new Map<string | null, Place>([[null, { parents: [], path: '' }]]);
  const placeBelow = (code: string | null): Place => {
    const known = found.get(code);
    if (known) return known;
    const heading = byCode.get(code!)!;
    const { parents, path } = placeBelow(heading.acct_parent);
    const place = { parents: [...parents, heading], path: `${path}${code}\0` };
    found.set(code, place);
    return place;
  };
  return placeBelow;
}
