import { faultsOf, type GridLines, type linesOf } from '../grid/grid-lines.ts';
import type { GridLine } from '../grid/grid-line.ts';
import type { DocumentLines } from './document-form.ts';

/** The changes of the lines of one kind, and how one of them begins. */
type KindOfLines<Field extends string, Line extends GridLine<Field>> = Pick<
  ReturnType<typeof linesOf<Field, Line, unknown>>,
  'start' | 'filled' | 'mark'
> & { readonly empty: (key: number) => Line };

/** Lines of which only what they say is known. */
export const linesBegun = <Field extends string, Line extends GridLine<Field>>(
  { start, empty }: KindOfLines<Field, Line>,
  lines: readonly Partial<Line>[],
): GridLines<Line> => start(lines.map((line, key) => ({ ...empty(key), ...line })));

/** What stands in place of lines of a grid and is given whole with each change: no cell of it is wrong, and it tells its faults as it is typed. */
export function heldWhole<Held>(none: Held) {
  return {
    columns: [],
    none,
    keeps: (held) => held,
    continues: (kept) => (kept ?? none) as Held,
    change: (_before, given) => given,
    mark: (held) => held,
    faults: () => [],
    removedRow: () => null,
    undo: null,
    check: () => [],
  } satisfies Partial<DocumentLines<never, Held, Held>>;
}

/** What the lines of every grid have in common as a document holds them: how a draft keeps them, and what is wrong with them. */
export function heldLines<Field extends string, Line extends GridLine<Field>>(of: KindOfLines<Field, Line>) {
  return {
    kept: 'lines',
    none: of.start([]),
    keeps: (lines) => of.filled(lines).map(({ line }) => ({ ...line, formulas: {} })),
    continues: (kept) => linesBegun(of, Array.isArray(kept) ? kept : []),
    mark: of.mark,
    faults: ({ lines }) => faultsOf(lines),
    removedRow: ({ removed }) => removed?.row ?? null,
    absent: 'no such line',
  } satisfies Partial<DocumentLines<never, GridLines<Line>, never>>;
}
