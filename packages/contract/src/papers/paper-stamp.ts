import type { PaperBlock } from './paper-blocks.ts';

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
 * The size of a stamp on a page: 72 points (ux §8), less where its letters, in bold capitals, would be wider than the page.
 * Takes the width of the page and answers the size in the same unit, points.
 */
export function stampSize(stamp: string, pageWidth: number): number {
  return Math.min(72, (1.2 * pageWidth) / stamp.length);
}
