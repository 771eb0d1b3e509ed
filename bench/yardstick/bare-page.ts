// A page of plain tables and inputs, as anybody would write it with React: what the product's screens are held against. It shows
// what `bare` says, and its keys do what they do in the product.
import { createElement as h, memo, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** What the page shows: a list, a grid of inputs, or a report whose rows stand in groups by their first cell. */
export interface BarePage {
  readonly kind: 'list' | 'lines' | 'report';
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const { kind, heads, rows } = (globalThis as unknown as { bare: BarePage }).bare;

const Row = memo(function Row({
  cells,
  active,
  marked,
}: {
  cells: readonly string[];
  active: boolean;
  marked: boolean;
}) {
  return h(
    'tr',
    { 'aria-selected': marked, style: { background: active ? '#dde8f6' : marked ? '#f3ecd2' : undefined } },
    cells.map((cell, at) => h('td', { key: at }, cell)),
  );
});

function table(head: ReactNode, body: ReactNode): ReactNode {
  return h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, body));
}

function useKeys(act: (key: string, withControl: boolean) => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => act(event.key, event.ctrlKey);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}

function List(): ReactNode {
  const [active, setActive] = useState(-1);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [column, setColumn] = useState<number | null>(null);
  const [open, setOpen] = useState(false);
  const order = rows.map((_, at) => at);
  if (column !== null) order.sort((one, other) => rows[one]![column]!.localeCompare(rows[other]![column]!));
  useKeys((key) => {
    if (key === 'j' || key === 'ArrowDown') setActive((at) => Math.min(at + 1, rows.length - 1));
    if (key === 'x') setMarked((before) => new Set([...before, active]));
    if (key === 'Enter') setOpen(true);
    if (key === 'Escape') {
      setMarked(new Set());
      setOpen(false);
    }
  });
  return [
    table(
      heads.map((head, at) =>
        h('th', { key: at }, h('button', { type: 'button', onClick: () => setColumn(at) }, head)),
      ),
      order.map((row, at) => h(Row, { key: row, cells: rows[row]!, active: at === active, marked: marked.has(at) })),
    ),
    open &&
      h(
        'dl',
        { key: 'open' },
        rows[order[active]!]!.map((cell, at) => h('dd', { key: at }, cell)),
      ),
  ];
}

const Line = memo(function Line(line: {
  cells: readonly string[];
  row: number;
  write: (row: number, column: number, text: string) => void;
}) {
  const move = (event: KeyboardEvent, column: number) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    document.querySelector<HTMLInputElement>(`[data-cell="${line.row + 1}:${column}"]`)?.focus();
  };
  return h(
    'tr',
    null,
    line.cells.map((value, column) =>
      h(
        'td',
        { key: column },
        h('input', {
          value,
          'data-cell': `${line.row}:${column}`,
          onKeyDown: (event: KeyboardEvent) => move(event, column),
          onChange: (event: { target: { value: string } }) => line.write(line.row, column, event.target.value),
        }),
      ),
    ),
  );
});

function Lines(): ReactNode {
  const [lines, setLines] = useState(rows);
  const [write] = useState(
    () => (row: number, column: number, text: string) =>
      setLines((before) => before.map((cells, at) => (at === row ? cells.with(column, text) : cells))),
  );
  return [
    table(
      heads.map((head, at) => h('th', { key: at }, head)),
      lines.map((cells, row) => h(Line, { key: row, cells, row, write })),
    ),
    h(
      'output',
      { key: 'sum' },
      lines.reduce((sum, cells) => sum + Number(cells.at(-1)), 0),
    ),
  ];
}

function Report(): ReactNode {
  const groups = [...new Set(rows.map((cells) => cells[0]!))];
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const shown = rows.filter((cells) => !folded.has(cells[0]!));
  const [active, setActive] = useState(0);
  useKeys((key, withControl) => {
    const group = rows[active]![0]!;
    if (key === 'ArrowLeft') setFolded(new Set(withControl ? groups : [group]));
    if (key === 'ArrowRight') setFolded(new Set());
    if (key === 'ArrowDown') setActive((at) => at + 1);
    if (key === 'PageDown') setActive((at) => at + 30);
  });
  return table(
    heads.map((head, at) => h('th', { key: at }, head)),
    shown.map((cells, at) => h(Row, { key: cells.at(-1)!, cells, active: at === active, marked: false })),
  );
}

const Page = { list: List, lines: Lines, report: Report }[kind];
createRoot(document.querySelector('main')!).render(h(Page));
