import type { TableBlock } from '../paper-blocks.ts';
import type { PaperLine } from '../paper-table.ts';
import { amountText, requireSum } from '@talaan/core/money/money';

/** What stands at the foot of a page and at the head of the next one. */
export interface CarriedLines {
  readonly forward: PaperLine;
  readonly brought: PaperLine;
}

/** By column: minor units of a sum, the last cell as it was, null where nothing is carried. */
type Sums = readonly (bigint | string | null)[];

/** Keeps what the carried columns of a table come to, line by line: rows are summed, heads and totals are not. */
export class CarriedSums {
  readonly #table: TableBlock;
  #counts = false;
  #sums: Sums;

  constructor(table: TableBlock) {
    this.#table = table;
    this.#sums = this.#nothing();
  }

  static areKeptOf({ columns }: TableBlock): boolean {
    return columns.some(({ carried }) => carried !== undefined);
  }

  /** Counts a line; answers what is carried where a page turns before it, null where nothing is. */
  take(line: PaperLine): (() => CarriedLines) | null {
    const isAnew = line.look === 'group' && this.#table.carriedWithin === 'group';
    if (isAnew) {
      this.#counts = false;
      this.#sums = this.#nothing();
    }
    const sums = this.#counts && line.look !== 'total' ? this.#sums : null;
    this.#count(line);
    return sums && (() => linesOf(sums));
  }

  #count({ look, cells }: PaperLine): void {
    if (look !== 'plain' && look !== 'fixed') return;
    this.#counts = true;
    this.#sums = this.#table.columns.map(({ carried }, at) => {
      const [cell, sum] = [cells[at] ?? null, this.#sums[at]!];
      if (carried === 'last') return cell ?? sum;
      return typeof sum === 'bigint' && look === 'plain' && cell !== null ? sum + requireSum(cell) : sum;
    });
  }

  #nothing(): Sums {
    return this.#table.columns.map(({ carried }) => (carried === 'sum' ? 0n : null));
  }
}

function linesOf(sums: Sums): CarriedLines {
  const cells = sums.map((sum) => (typeof sum === 'bigint' ? amountText(sum) : sum));
  const labelled = (label: string): PaperLine => ({ look: 'fixed', strong: true, cells: [label, ...cells.slice(1)] });
  return { forward: labelled('Carried forward'), brought: labelled('Brought forward') };
}
