import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPdfPieces, readPdfStrokes } from '../../../apps/server/src/testing/pdf-text.ts';
import type { Papers } from './paper-likeness.ts';

/** Dots of an inch. */
const RESOLUTION = 100;
/** Shades of grey, of 256, that no eye tells apart: the edges of letters. */
const SHADES = 8;
const CODE = (18 / 25.4) * 72;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/**
 * The share of the pixels of each page in which the file of a paper differs from what the browser prints, in percent. What differs by
 * itself between two copies is left out: their codes, and the lines that say when each was made. Needs `pdftoppm` of Poppler.
 */
export function pixelDifferences({ file, print }: Papers): number[] {
  const own = areasOfCopy(file);
  const printed = picturesOf(print);
  return picturesOf(file).map((picture, page) => {
    const other = printed[page];
    if (!other) return 100;
    const [width, height] = [Math.min(picture.width, other.width), Math.min(picture.height, other.height)];
    const areas = own.filter((area) => area.page === page);
    let count = 0;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const shades = picture.pixels[y * picture.width + x]! - other.pixels[y * other.width + x]!;
        if (Math.abs(shades) <= SHADES) continue;
        const [left, top] = [x, y].map((pixel) => (pixel / RESOLUTION) * 72) as [number, number];
        if (!areas.some(({ box }) => left >= box[0] && left <= box[2] && top >= box[1] && top <= box[3])) count += 1;
      }
    }
    return (100 * count) / (width * height);
  });
}

/** From left and top to right and bottom, in points. */
function areasOfCopy(file: Buffer): { page: number; box: readonly [number, number, number, number] }[] {
  const right = Math.max(...readPdfStrokes(file).map(({ box: [left, , width] }) => left + width));
  return readPdfPieces(file).flatMap(({ page, width, baseline, text }) => {
    const line = { page, box: [0, baseline - 10, width, baseline + 4] as const };
    if (text.startsWith('Verify this paper'))
      return [line, { page, box: [right - CODE - 2, baseline - CODE - 4, right + 2, baseline + 8] as const }];
    return /\d\d:\d\d|REPRINT/.test(text) ? [line] : [];
  });
}

function picturesOf(pdf: Buffer): Picture[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-paper-'));
  try {
    writeFileSync(path.join(folder, 'paper.pdf'), pdf);
    execFileSync('pdftoppm', ['-r', String(RESOLUTION), '-gray', 'paper.pdf', 'page'], { cwd: folder });
    const files = readdirSync(folder).filter((name) => name.endsWith('.pgm'));
    return files.toSorted().map((name) => pictureOf(readFileSync(path.join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A portable graymap: `P5`, width, height and the deepest shade, then a byte a pixel. */
function pictureOf(file: Buffer): Picture {
  const [head, width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(file.subarray(0, 64).toString('latin1'))!;
  return { width: Number(width), height: Number(height), pixels: file.subarray(head.length) };
}
