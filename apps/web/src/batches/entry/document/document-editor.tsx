import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { EditorFrame } from '../frame/editor-frame.tsx';
import type { EditedDocument } from '../frame/edited-document.ts';
import type { EditorProps } from '../frame/opened-entry.ts';
import { useGridColumns } from '../grid/grid-columns.ts';
import type { GridChange } from '../grid/grid-lines.ts';
import type { Correction } from '../grid/line-doubt.tsx';
import { KeyLine, LinesHead } from '../grid/lines-head.tsx';
import { LinesGrid, type GridControl } from '../grid/lines-grid.tsx';
import { useLinesPaste } from '../grid/use-lines-paste.tsx';
import { lineSourcesOf } from '../lines/line-sources.ts';
import { DocumentHead } from './document-head.tsx';
import type { CommonHeader } from './head-field.ts';
import type { HeadLook } from './head-look.ts';
import { typedCells } from './typed-cells.tsx';
import type { ChoicesOf, FieldOf, LineOf, LinesChangeOf, LinesOf, TypedColumn, TypedLines } from './typed-lines.ts';
import type { EditedForm } from './use-document-form.ts';

/** The page of a document while it is typed: its declared head, and below it what is its own. */
export function DocumentEditor<Header extends CommonHeader, Lines, Change>({
  opened,
  edited,
  document,
  look,
  side,
  sums,
  dialogs,
  onJump = () => undefined,
  children,
}: {
  opened: EditorProps;
  edited: EditedForm<Header, Lines, Change>;
  document: EditedDocument;
  look: HeadLook<Header>;
  side: ReactNode;
  sums: ReactNode;
  dialogs?: ReactNode;
  onJump?: ((cell: { row: number; field: string }) => void) | undefined;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { declared, choices, form, payee, faults, changeHeader } = edited;
  const payees = useMemo(() => lineSourcesOf(choices, client).payee, [choices, client]);
  return (
    <EditorFrame
      opened={opened}
      document={document}
      onJump={onJump}
      side={side}
      footLabel="Total and actions"
      sums={sums}
      menu={[]}
      dialogs={dialogs}
    >
      {(collapsed, expand) => (
        <>
          <DocumentHead
            declared={declared}
            header={form.header}
            choices={choices}
            payees={payees}
            payee={payee}
            faults={faults}
            look={look}
            collapsed={collapsed}
            onExpand={expand}
            onChange={changeHeader}
          />
          {children}
        </>
      )}
    </EditorFrame>
  );
}

type Columns = Readonly<Record<string, TypedColumn>>;

interface GridOf<Declared extends Columns> {
  /** The document with its article: 'An order'. */
  one: string;
  /** Beside the heading of the lines. */
  note: string;
  typed: TypedLines<Declared>;
  choices: ChoicesOf;
  /** What follows for cells in which nothing is typed, by row. */
  implied: ReadonlyMap<number, Readonly<Partial<Record<FieldOf<Declared>, string>>>>;
  corrections?: ReadonlyMap<number, Correction>;
  /** What many pasted lines come to. */
  sumsOf: (pasted: readonly Partial<LineOf<Declared>>[]) => string;
  /** What else fills the lines. */
  fill?: ReactNode;
}

/** So many lines a document may have. */
const MOST_LINES = 500;

/** The lines of a document in their grid: what is drawn, its dialogs, and the way to a cell. */
export function useDocumentGrid<Header extends CommonHeader, Declared extends Columns>(
  { declared, form, changeLines }: EditedForm<Header, LinesOf<Declared>, LinesChangeOf<Declared>>,
  { one, note, typed, choices, implied, corrections, sumsOf, fill }: GridOf<Declared>,
) {
  type Line = LineOf<Declared>;
  type Field = FieldOf<Declared>;
  const control = useRef<GridControl<Field>>(null);
  const { lines } = form.lines;
  const cells = useMemo(() => typedCells(typed, choices, changeLines), [typed, choices, changeLines]);
  const columns = useGridColumns<Line, Field>(declared.document_type, typed.columns, lines, cells);
  const paste = useLinesPaste<Line, Field>({
    columns: typed.columns,
    shown: columns.shown,
    cells,
    headings: typed.headings,
    empty: typed.empty(0),
    most: (rows) => (rows > MOST_LINES ? `${one} has up to ${MOST_LINES} lines; ${rows} were pasted.` : undefined),
    endRow: lines.length - 1,
    read: (placed) => typed.pasted(placed, choices),
    sumsOf,
    onPaste: changeLines,
  });
  const focus = (row: number, field: Field): void => control.current?.focusCell(row, field);
  const first = typed.columns[0]!.field;
  return {
    begin: (row: number) => focus(row, first),
    onJump: ({ row, field }: { row: number; field: string }) => focus(row, field as Field),
    dialog: paste.dialog,
    drawn: (
      <>
        <LinesHead note={note} columns={columns} onPaste={paste.ask} onAdd={() => focus(lines.length - 1, first)}>
          {fill}
        </LinesHead>
        <LinesGrid
          label="Lines"
          columns={columns.shown}
          onResize={columns.resize}
          lines={lines}
          cells={cells}
          implied={implied}
          {...(corrections === undefined ? {} : { corrections })}
          onChange={changeLines as (change: GridChange<Field>) => void}
          onPaste={paste.paste}
          control={control}
        />
        <KeyLine />
      </>
    ),
  };
}
