import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText } from '@talaan/core/money/money';

/**
 * Reads what a spreadsheet puts on the clipboard: rows by line, cells by tab; a cell in double quotes may hold both, and
 * doubled quotes inside. Empty rows at the end are left out.
 */
export function readPastedTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === '\t') endCell();
    else if (character === '\n') {
      endCell();
      rows.push(row);
      row = [];
    } else if (character !== '\r') cell += character;
  }
  endCell();
  rows.push(row);
  while (rows.length > 0 && rows.at(-1)!.every((one) => one === '')) rows.pop();
  return rows;
}

/** Cells as a spreadsheet takes them: rows by line, cells by tab, quoted where they hold a tab, a quote or a line end. */
export function writePastedTable(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
}

/** Pasted rows as cells of a grid: which column each comes from, and the rows without the heading. */
export interface PastedCells<Field extends string> {
  readonly columns: readonly (Field | null)[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Places pasted cells in columns. A first row of column names is recognised (two of `headings` at least, letters only) and
 * read by name; otherwise the cells go to the visible columns from `start` on.
 */
export function placePasted<Field extends string>(
  table: readonly (readonly string[])[],
  visible: readonly Field[],
  start: Field,
  headings: Readonly<Record<string, Field>>,
): PastedCells<Field> {
  const [first = [], ...rest] = table;
  const named = first.map((name) => headings[lettersOf(name)] ?? null);
  if (named.filter((column) => column !== null).length >= 2) {
    return {
      columns: named.map((column) => (column !== null && visible.includes(column) ? column : null)),
      rows: rest,
    };
  }
  return { columns: visible.slice(visible.indexOf(start)), rows: table };
}

/** Letters of a heading. */
export function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * Amounts of a spreadsheet may carry a currency sign or stand as '-' for none. A spreadsheet gives results: what would be a
 * sum is something else, such as a date of the next column.
 */
export function readPastedAmount(text: string): { value: string; fault?: string } {
  const bare = text.replace(/^(?:₱|PHP|Php|P|\$|USD)\s*/, '').trim();
  if (bare === '' || bare === '-') return { value: '' };
  const read = readTypedAmount(bare);
  if (!read.ok || read.isSum) return { value: '', fault: read.ok ? NO_AMOUNT : read.message };
  return { value: read.minor === 0n ? '' : amountText(read.minor) };
}
