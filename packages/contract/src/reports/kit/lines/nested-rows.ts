import * as z from 'zod';
import type { AnyReport, AnyRow, ReportDefinition } from '../define-report.ts';

// Rows that belong together are one on the wire: an invoice with the list of its collections. Everything else in the product, from the
// statement to screen and files, has a row for each.

type Nesting = Pick<AnyReport, 'nested'>;
type NestedRow = Readonly<Record<string, unknown>>;

/** The schema of a row as it goes over the wire. */
export function nestedRow<Row>({ nested }: Pick<ReportDefinition<Row>, 'nested'>, row: z.ZodType<Row>): z.ZodType<Row> {
  if (!nested) return row;
  const whole = row as unknown as z.ZodObject;
  const inner = Object.fromEntries(nested.fields.map((field) => [field, true])) as Record<string, true> &
    Record<number, never>;
  return whole.omit(inner).extend({ [nested.as]: z.array(whole.pick(inner)) }) as unknown as z.ZodType<Row>;
}

/** Rows as they go over the wire: those of one value of the field are one. */
export function nestRows({ nested }: Nesting, rows: readonly AnyRow[]): readonly NestedRow[] {
  if (!nested) return rows;
  const { as, of, fields } = nested;
  const whole: { of: AnyRow[string] | undefined; row: NestedRow; inner: NestedRow[] }[] = [];
  for (const row of rows) {
    const inner = Object.fromEntries(fields.map((field) => [field, row[field]]));
    const last = whole.at(-1);
    if (last && last.of === row[of]) last.inner.push(inner);
    else whole.push({ of: row[of], row, inner: [inner] });
  }
  return whole.map(({ row, inner }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))),
    [as]: inner,
  }));
}

/** The same back: a row for each of the list; `first` fields stand in the first of them alone. */
export function flattenRows({ nested }: Nesting, data: readonly NestedRow[]): readonly AnyRow[] {
  if (!nested) return data as readonly AnyRow[];
  const { as, first } = nested;
  return data.flatMap(({ [as]: list, ...row }) =>
    (list as readonly AnyRow[]).map((inner, at) => ({
      ...(row as AnyRow),
      ...(at === 0 ? {} : Object.fromEntries(first.map((field) => [field, null]))),
      ...inner,
    })),
  );
}
