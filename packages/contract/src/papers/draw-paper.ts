import type { PaperBlock, TableBlock } from './paper-blocks.ts';
import type { PageRules, Paper } from './paper.ts';
import type { PaperLine } from './paper-table.ts';

/** A paper with its data: what the sheet in the browser and the PDF show. */
export interface DrawnPaper {
  /** 'Journal Voucher JE0000012'. */
  readonly title: string;
  readonly page: PageRules;
  readonly foot: string;
  /** One that flows where it needs to, or as many as the lines of a page ask for. */
  readonly pages: readonly DrawnPage[];
}
export interface DrawnPage {
  readonly blocks: readonly PaperBlock[];
  /** 'PAGE 1 OF 2', where the lines of a page are counted. */
  readonly number: string | null;
  /** Of a paper that is several in turn: what this one is called and says at its foot. Its pages are numbered by themselves. */
  readonly own?: Pick<DrawnPaper, 'title' | 'foot'>;
}

/** Draws a paper from the data of its call: every part in its order, in pages where the lines of a page are counted. */
export function drawPaper<Data>(paper: Paper<Data>, data: Data): DrawnPaper {
  const { lines } = paper.page;
  const named = (one: Data) => ({ title: `${paper.title} ${paper.subject(one)}`.trimEnd(), foot: paper.foot(one) });
  const ownOf = (turn: Data) => (paper.numberedThrough ? {} : { own: named(turn) });
  const pagesOf = (one: Data): DrawnPage[] => {
    const parts = paper.parts.flatMap((part) => part(one) ?? []);
    const blocks = verified(parts, paper.verify?.(one) ?? null, paper.page.size === 'A5');
    return lines === undefined ? [{ blocks, number: null }] : countedPages(blocks, lines);
  };
  const turns = paper.inTurn?.(data);
  return {
    ...named(data),
    page: paper.page,
    pages: turns?.flatMap((turn) => pagesOf(turn).map((page) => ({ ...page, ...ownOf(turn) }))) ?? pagesOf(data),
  };
}

/** The address stands in the fine print that closes the paper, its code beside that; on a small sheet beside who signs, too. */
function verified(blocks: readonly PaperBlock[], address: string | null, isSmall: boolean): readonly PaperBlock[] {
  if (address === null) return blocks;
  const [above, last] = [blocks.at(-2), blocks.at(-1)];
  const verification = { address };
  if (last?.block !== 'fine') return [...blocks, { block: 'fine', lines: [], verification }];
  if (!isSmall || above?.block !== 'signatures') return [...blocks.slice(0, -1), { ...last, verification }];
  return [
    ...blocks.slice(0, -2),
    { ...above, besideCode: true },
    { ...last, verification: { ...verification, rises: true } },
  ];
}

/** What stands before the table heads every page, its totals and what stands after them close the last one. */
function countedPages(blocks: readonly PaperBlock[], perPage: number): DrawnPage[] {
  const at = blocks.findIndex(({ block }) => block === 'table');
  const table = blocks[at] as TableBlock;
  const totals = table.lines.filter(({ look }) => look === 'total');
  const rows = table.lines.filter(({ look }) => look !== 'total');
  const count = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: count }, (_, index): DrawnPage => {
    const isLast = index === count - 1;
    const own: PaperLine[] = rows.slice(index * perPage, (index + 1) * perPage);
    while (own.length < perPage) own.push({ look: 'blank', cells: [] });
    const part: TableBlock = { ...table, lines: isLast ? [...own, ...totals] : own };
    return {
      blocks: [...blocks.slice(0, at), part, ...(isLast ? blocks.slice(at + 1) : [])],
      number: `PAGE ${index + 1} OF ${count}`,
    };
  });
}
