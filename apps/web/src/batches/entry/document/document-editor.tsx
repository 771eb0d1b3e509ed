import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { FootSums, type FootFigures } from '../frame/foot-bar.tsx';
import { EditorFrame } from '../frame/editor-frame.tsx';
import type { EditedDocument } from '../frame/edited-document.ts';
import type { EditorProps } from '../frame/opened-entry.ts';
import { useGridColumns } from '../grid/grid-columns.ts';
import { KeyLine, LinesHead } from '../grid/lines-head.tsx';
import { LinesGrid } from '../grid/lines-grid.tsx';
import { useLinesPaste } from '../grid/use-lines-paste.tsx';
import { lineSourcesOf } from '../lines/line-sources.ts';
import { DocumentHead } from './document-head.tsx';
import type { CommonHeader } from './head-field.ts';
import type { HeadLook } from './head-look.ts';
import { correctionsBy } from './line-mends.ts';
import { typedCells } from './typed-cells.tsx';
import type { ChoicesOf, FieldOf, LineOf, LinesChangeOf, LinesOf, Columns } from './typed-columns.ts';
import type { LinesInGrid } from './typed-lines.ts';
import type { EditedForm } from './use-document-form.ts';

/** The page of a document while it is typed: its declared head, and below it what is its own. */
export function DocumentEditor<Header extends CommonHeader, Lines, Change>({
  opened,
  edited,
  document,
  look,
  side,
  sums,
  children,
}: {
  opened: EditorProps;
  edited: EditedForm<Header, Lines, Change>;
  document: EditedDocument;
  look: HeadLook<Header>;
  side: ReactNode;
  /** In the foot: how many lines, and what they come to. */
  sums: FootFigures;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { declared, choices, form, payee, faults, changeHeader, grid } = edited;
  const payees = useMemo(() => lineSourcesOf(choices, client).payee, [choices, client]);
  return (
    <EditorFrame
      opened={opened}
      document={document}
      onJump={({ row, field }) => grid.current?.focusCell(row, field)}
      side={side}
      footLabel="Total and actions"
      sums={<FootSums {...sums} />}
      menu={[]}
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

/** So many lines a document may have. */
const MOST_LINES = 500;

interface DocumentGridProps<Header extends CommonHeader, Declared extends Columns> {
  edited: EditedForm<Header, LinesOf<Declared>, LinesChangeOf<Declared>>;
  /** Its lines as they are declared. */
  own: LinesInGrid<Declared, Header>;
  /** What else fills the lines. */
  children?: ReactNode;
}

const NO_CHOICES: ChoicesOf = {};

/** The lines of a document in their grid, with what is done with all of them. */
export function DocumentGrid<Header extends CommonHeader, Declared extends Columns>({
  edited,
  own: { typed, grid: look },
  children,
}: DocumentGridProps<Header, Declared>) {
  const { declared, form, changeLines, grid } = edited;
  const { lines } = form.lines;
  const blank = typed.empty(0);
  const shared = look.shared?.(form.header);
  const implied = useMemo(() => {
    const rows = look.implies === undefined ? [] : typed.filled(form.lines);
    return new Map(rows.map(({ line, row }) => [row, look.implies!(line, shared)]));
  }, [typed, form.lines, look, shared]);
  const corrections = useMemo(
    () => look.mends && correctionsBy(look.mends, lines, changeLines),
    [look, lines, changeLines],
  );
  const choices = useMemo(() => look.choices?.(edited.choices) ?? NO_CHOICES, [look, edited.choices]);
  const cells = useMemo(() => typedCells(typed, choices, changeLines), [typed, choices, changeLines]);
  const columns = useGridColumns<LineOf<Declared>, FieldOf<Declared>>(
    declared.kind.types[0],
    typed.columns,
    lines,
    cells,
  );
  const end = lines.length - 1;
  const paste = useLinesPaste<LineOf<Declared>, FieldOf<Declared>>({
    columns: typed.columns,
    shown: columns.shown,
    cells,
    headings: typed.headings,
    empty: blank,
    most: (rows) => (rows > MOST_LINES ? `${look.one} has up to ${MOST_LINES} lines; ${rows} were pasted.` : undefined),
    endRow: end,
    read: (placed) => typed.pasted(placed, choices),
    sumsOf: (pasted) => `Total ${formatAmount(sumMinor(pasted.map((line) => look.amountOf({ ...blank, ...line }))))}`,
    onPaste: changeLines,
  });
  const add = (): void => grid.current?.focusCell(end, typed.columns[0]!.field);
  return (
    <>
      <LinesHead note={look.note} columns={columns} onPaste={paste.ask} onAdd={add}>
        {children}
      </LinesHead>
      <LinesGrid
        label="Lines"
        columns={columns.shown}
        onResize={columns.resize}
        lines={lines}
        cells={cells}
        implied={implied}
        {...(corrections === undefined ? {} : { corrections })}
        onChange={changeLines}
        onPaste={paste.paste}
        control={grid}
      />
      <KeyLine />
      {paste.dialog}
    </>
  );
}
