import { PAPER_FONT } from '../font-widths.ts';
import { MM } from './piece.ts';
import type { PaperBlock } from '../paper-blocks.ts';
import type { PageBox } from '../paper.ts';
import { textWidth } from '../wrap-text.ts';

/**
 * The stamp of what these blocks are: it stands on every page over which they flow, so that no page passes for one of a
 * document that is approved and stands. Null where none is due.
 */
export function stampOf(blocks: readonly PaperBlock[]): string | null {
  return blocks.find((block) => block.block === 'letterhead' || block.block === 'placed')?.stamp ?? null;
}

/** Degrees by which a stamp rises from left to right. */
export const STAMP_ANGLE = -30;

/**
 * The size of a stamp on a page: 72 points (ux §8), less where its letters, in bold capitals, would be wider or rise higher
 * than the page. In: the page in mm. Out: points.
 */
export function stampSize({ length }: string, { width, height }: Pick<PageBox, 'width' | 'height'>): number {
  const [wide, high] = [width * MM, height * MM];
  return Math.min(72, (1.2 * wide) / length, high / (0.42 * length + 0.9));
}

/**
 * Where a stamp begins before it is turned around the middle of its page, and its size: by the top of its line, as texts stand. In and out:
 * points.
 */
export function stampPlace(stamp: string, { width, height }: Pick<PageBox, 'width' | 'height'>) {
  const size = stampSize(stamp, { width: width / MM, height: height / MM });
  return { x: (width - textWidth(stamp, PAPER_FONT.bold) * size) / 2, y: (height - size) / 2, size };
}
