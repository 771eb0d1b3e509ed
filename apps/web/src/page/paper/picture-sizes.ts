import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';

/** Pictures stay once they are here, so that a copy is drawn as soon as it is counted. */
const loaded = new Map<string, HTMLImageElement>();

/** How large a picture is; one that could not be loaded, or is not here yet, is nothing. */
export function pictureSize(source: string): { readonly width: number; readonly height: number } {
  const picture = loaded.get(source);
  return { width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 };
}

/** Whether every picture of a paper is here, or cannot be loaded. */
export function hasPictures(paper: DrawnPaper): boolean {
  return picturesOf(paper).every((source) => loaded.has(source));
}

/** Ends when it is so. */
export async function loadPictures(paper: DrawnPaper): Promise<void> {
  const missing = picturesOf(paper).filter((source) => !loaded.has(source));
  await Promise.all(
    missing.map(async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode().catch(() => undefined);
      loaded.set(source, picture);
    }),
  );
}

function picturesOf({ pages }: DrawnPaper): string[] {
  const blocks = pages.flatMap((page) => page.blocks);
  return blocks.flatMap((block) => (block.block === 'letterhead' && block.company.logo ? [block.company.logo] : []));
}
