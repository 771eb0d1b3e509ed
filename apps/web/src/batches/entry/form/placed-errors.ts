import { capital } from '@talaan/core/text/capital';
import type { CellFault } from '../lines/entry-lines.ts';
import { columnOfField } from '../lines/entry-line.ts';

export interface PlacedErrors {
  /** By field of the header. */
  header: Record<string, string>;
  cells: CellFault[];
  /** What concerns no field that the page shows. */
  rest: string[];
}

/**
 * Places the server's messages: `headers.0.document_date`, `details.3.debit_amount` (lines as they were sent).
 * `rows` gives the row of the grid for each line that was sent.
 */
export function placeErrors(errors: Record<string, string[]>, rows: readonly number[]): PlacedErrors {
  const placed: PlacedErrors = { header: {}, cells: [], rest: [] };
  for (const [path, messages] of Object.entries(errors)) {
    const message = messages.join(' ');
    const [list, place, name] = path.split('.');
    const row = rows[Number(place)];
    const field = columnOfField(name ?? '');
    if (list === 'headers' && name !== undefined) placed.header[name] = capital(message);
    else if (list === 'details' && row !== undefined && field !== null) {
      placed.cells.push({ row, field, message: capital(message.replace(/^line \d+: /, '')) });
    } else placed.rest.push(capital(message));
  }
  return placed;
}
