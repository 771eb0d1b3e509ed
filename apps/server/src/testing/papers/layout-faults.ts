import { cellText } from '@talaan/contract/papers/cell-text';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { PAPER_FONT } from '@talaan/contract/papers/font-widths';
import { layOutPaper, type PaperLayout } from '@talaan/contract/papers/layout/paper-layout';
import { MM, type TextMark } from '@talaan/contract/papers/layout/piece';
import { businessNameLine, fineLines, tinLine, type PaperBlock } from '@talaan/contract/papers/paper-blocks';
import { isEmptyTable, isLabel } from '@talaan/contract/papers/paper-table';
import { textWidth } from '@talaan/contract/papers/wrap-text';

/** A text where it stands on its page, in points from the top left corner. */
interface Stood {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isEdge: boolean;
}
type Box = Pick<Stood, 'left' | 'right' | 'top' | 'bottom'>;

/** From the top of a line to the feet of its letters, and above them to their heads, as shares of the size. */
const FOOT = 1.16;
const HEAD = 0.16;
/** What rounding may take, in points. */
const SLACK = 0.1;

/**
 * What is wrong with how a paper stands on its pages: a text that leaves its page or its margins, two that overlap, one that leaves the
 * box that it begins in or runs into a code, a page without anything of its own. Empty where everything is in its place.
 */
export function layoutFaults(paper: DrawnPaper): string[] {
  const layout = layOut(paper);
  const whole = new Set(layout.pages.flatMap(textsOf).map(({ text }) => text));
  const broken = paper.pages.flatMap(({ blocks }) => figuresIn(blocks)).filter((figure) => !whole.has(figure));
  const ofPages = layout.pages.flatMap((page, at) => {
    const texts = textsOf(page);
    const boxes = page.flatMap(({ marks, y }) =>
      marks.flatMap((mark) => ('frame' in mark ? [boxOf(mark.frame, y)] : [])),
    );
    const codes = page.flatMap(({ marks, y }) =>
      marks.flatMap((mark) => ('path' in mark ? [boxOf([mark.x, mark.y, 18 * MM, 18 * MM], y)] : [])),
    );
    const own = texts.filter(({ isEdge }) => !isEdge);
    const faults = [
      ...(own.length === 0 ? ['it has nothing of its own'] : []),
      ...texts
        .filter((text) => !isInside(text, edgesOf(layout, text.isEdge || paper.page.margins !== undefined)))
        .map(({ text }) => `"${text}" leaves the page`),
      ...overlaps(texts).map(([one, other]) => `"${one.text}" overlaps "${other.text}"`),
      ...own.flatMap((text) =>
        boxes.some((box) => begins(text, box) && !isInside(text, box)) ? [`"${text.text}" leaves its box`] : [],
      ),
      ...texts.flatMap((text) =>
        codes.some((code) => overlap(text, code)) ? [`"${text.text}" runs into the code`] : [],
      ),
    ];
    return faults.map((fault) => `page ${at + 1}: ${fault}`);
  });
  return [...ofPages, ...broken.map((figure) => `${figure} is broken`)];
}

/** Figures among facts and sums: each stands on one line. */
function figuresIn(blocks: readonly PaperBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.block === 'sums') return block.sums.map(({ amount }) => amount).filter((amount) => amount !== '');
    return block.block === 'facts'
      ? block.facts.flatMap(({ figure, value }) => (figure && value !== '' ? [value] : []))
      : [];
  });
}

/** Characters of a paper that its pages lack, or have more often than it has; spaces are where lines break, and not counted. */
export function charactersLost(paper: DrawnPaper): string[] {
  const count = new Map<string, number>();
  const add = (texts: readonly string[], by: 1 | -1) => {
    for (const character of texts.join('').replaceAll(/\s/g, ''))
      count.set(character, (count.get(character) ?? 0) + by);
  };
  for (const { blocks } of paper.pages) for (const block of blocks) add(textsIn(block), 1);
  for (const page of layOut(paper).pages)
    add(
      textsOf(page).flatMap(({ text, isEdge }) => (isEdge ? [] : [text])),
      -1,
    );
  return [...count].filter(([, lost]) => lost !== 0).map(([character, lost]) => `${character} ${lost}`);
}

/** Every text of a block as it is read. */
function textsIn(block: PaperBlock): readonly string[] {
  switch (block.block) {
    case 'letterhead': {
      const { company, kind, number, reprint = '' } = block;
      const told = [company.name, businessNameLine(company), company.address, tinLine(company)];
      return [...told.map((text) => text ?? ''), kind, number, reprint];
    }
    case 'heading':
      return block.lines;
    case 'facts':
      return block.facts.flatMap(({ label, value }) => [label, value]);
    case 'table': {
      const { columns, labelColumns, lines, empty } = block;
      if (isEmptyTable(lines)) return [empty];
      const cells = lines.flatMap((line) =>
        columns.map(({ kind }, at) => {
          const cell = line.cells[at] ?? null;
          return isLabel(line.look, at, labelColumns) ? (cell ?? '') : cellText(kind, cell);
        }),
      );
      return [...columns.map(({ header }) => header), ...cells];
    }
    case 'sums':
      return block.sums.flatMap(({ label, amount }) => [label, amount]);
    case 'signatures':
      return block.boxes.flatMap(({ label, signers, byHand = '' }) => [
        label,
        byHand,
        ...signers.flatMap(({ name, date }) => [name, date]),
      ]);
    case 'fine':
      return fineLines(block);
    case 'paragraphs':
      return block.paragraphs;
    case 'placed':
      return block.marks.flatMap((mark) => ('text' in mark ? [mark.text] : []));
  }
}

export function layOut(paper: DrawnPaper): PaperLayout {
  return layOutPaper(paper, { ...PAPER_FONT, picture: () => ({ width: 100, height: 30 }) });
}

/** The texts of a page, in the order in which they are drawn. */
export function textsOf(page: PaperLayout['pages'][number]): Stood[] {
  return page.flatMap(({ marks, y, edge }) =>
    marks.flatMap((mark) => ('text' in mark && mark.text.trim() !== '' ? [stood(mark, y, edge === true)] : [])),
  );
}

function stood({ text, x, y, size, bold }: TextMark, from: number, isEdge: boolean): Stood {
  const width = textWidth(text.trimEnd(), PAPER_FONT[bold ? 'bold' : 'plain']) * size;
  return { text, left: x, right: x + width, top: from + y + HEAD * size, bottom: from + y + FOOT * size, isEdge };
}

function boxOf([left, top, width, height]: readonly [number, number, number, number], y: number): Box {
  return { left, right: left + width, top: y + top, bottom: y + top + height };
}

/** The page, or what its margins of some millimetres leave. */
function edgesOf({ width, height }: PaperLayout, isWhole: boolean): Box {
  const margin = isWhole ? 0 : 7 * MM;
  return { left: margin, right: width - margin, top: margin, bottom: height - margin };
}

const isInside = (one: Box, box: Box): boolean =>
  one.left >= box.left - SLACK &&
  one.right <= box.right + SLACK &&
  one.top >= box.top - SLACK &&
  one.bottom <= box.bottom + SLACK;

const begins = ({ left, top, bottom }: Box, box: Box): boolean =>
  left >= box.left - SLACK && left < box.right && (top + bottom) / 2 > box.top && (top + bottom) / 2 < box.bottom;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right - SLACK &&
  other.left < one.right - SLACK &&
  one.top < other.bottom - SLACK &&
  other.top < one.bottom - SLACK;

function overlaps(texts: readonly Stood[]): [Stood, Stood][] {
  const sorted = texts.toSorted((one, other) => one.top - other.top);
  return sorted.flatMap((one, at) => {
    const found: [Stood, Stood][] = [];
    for (let next = at + 1; next < sorted.length && sorted[next]!.top < one.bottom; next += 1)
      if (overlap(one, sorted[next]!)) found.push([one, sorted[next]!]);
    return found;
  });
}
