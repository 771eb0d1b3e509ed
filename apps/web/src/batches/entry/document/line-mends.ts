import { amountText, formatAmount } from '@talaan/core/money/money';
import { amountWithin } from '../grid/amount-within.ts';
import type { CellValue } from '../grid/grid-lines.ts';
import type { Correction } from '../grid/line-doubt.tsx';
import type { Columns, FieldOf, LineOf, LinesChangeOf } from './typed-columns.ts';

/** What cells are given that were meant to say something else, and how a button says it. */
export interface Mended<Field extends string> {
  readonly label: string;
  readonly values: readonly (readonly [Field, CellValue])[];
}

/** What mends a line whose cell is faulty, by the field of that; null where it is not known. */
export type LineMends<Declared extends Columns> = Readonly<
  Partial<Record<FieldOf<Declared>, (line: LineOf<Declared>) => Mended<FieldOf<Declared>> | null>>
>;

/** What mends the first fault of each faulty line, by row; nothing where that is not known. */
export function correctionsBy<Declared extends Columns>(
  mends: LineMends<Declared>,
  lines: readonly LineOf<Declared>[],
  change: (made: LinesChangeOf<Declared>) => void,
): Map<number, Correction> {
  const fields = Object.keys(mends) as FieldOf<Declared>[];
  return new Map(
    lines.flatMap((line, row): [number, Correction][] => {
      const [mended] = fields.flatMap((field) =>
        line.faults[field] === undefined ? [] : (mends[field]?.(line) ?? []),
      );
      if (mended === undefined) return [];
      const apply = (): void => mended.values.forEach(([field, value]) => change({ type: 'set', row, field, value }));
      return [[row, { label: `Use ${mended.label}`, apply }]];
    }),
  );
}

/** The amount within what was typed, which has no sign. */
export function withoutSign<Field extends string>(field: Field, typed: string): Mended<Field> | null {
  const minor = amountWithin(typed);
  if (minor === null) return null;
  const size = minor < 0n ? -minor : minor;
  return { label: formatAmount(size), values: [[field, { kind: 'amount', amount: amountText(size) }]] };
}
