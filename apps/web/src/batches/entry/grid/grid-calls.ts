import type { Choice } from './grid-line.ts';

/** Where the focus goes after a commit. */
export type Direction = 'next' | 'previous' | 'up' | 'down';

/** What a row asks of its grid. */
export interface GridCalls {
  focusCell: (row: number, column: number) => void;
  editCell: (row: number, column: number) => void;
  commit: (text: string, picked: Choice | null | undefined, direction: Direction) => void;
  /** The focus went elsewhere: the cell keeps what was typed. */
  commitAndLeave: (text: string) => void;
  leaveEditing: () => void;
  removeLine: (row: number) => void;
  selectLine: (row: number, extending: boolean) => void;
}
