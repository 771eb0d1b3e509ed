/** One row of a file: its number as the file shows it, and its cells as text; an empty cell is ''. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Rows below the heading that one file may have (reliability G-R14). */
export const MOST_ROWS = 100_000;
export const MOST_COLUMNS = 200;
