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
