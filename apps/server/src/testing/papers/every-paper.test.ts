import { expect, it } from 'vitest';
import { MM } from '@talaan/contract/papers/layout/piece';
import { qrCode } from '@talaan/contract/papers/qr-code';
import { extremePapers, type Extreme } from './extreme-papers.ts';
import { LONG_NAME, MARKUP_TEXTS } from './extreme-texts.ts';
import { charactersLost, layOut, layoutFaults, textsOf } from './layout-faults.ts';

/** What is wrong with any paper of these data, by its name. */
function faultsOf(extreme: Extreme): Record<string, string[]> {
  const faults = extremePapers(extreme).map(([name, paper]): [string, string[]] => [
    name,
    [...layoutFaults(paper), ...charactersLost(paper)],
  ]);
  return Object.fromEntries(faults.filter(([, list]) => list.length > 0));
}

it.each([
  [60, true],
  [2, false],
])(
  'every paper of %i lines stands on its pages, foreign %s: names of 80 characters and the largest amounts, none cut, none over another',
  { timeout: 20_000 },
  (lines, foreign) => {
    expect(faultsOf({ texts: [LONG_NAME], lines, foreign })).toEqual({});
  },
);

it('every paper prints markup as it stands', () => {
  expect(faultsOf({ texts: MARKUP_TEXTS, lines: 10, foreign: true })).toEqual({});
});

const RECEIPTS = ['or', 'or of a collection', 'ar', 'ar of a collection'].map((name) => `receipt ${name}`);

it('keeps a receipt on the one page of its small sheet: what needs more room is set smaller, its code is not', () => {
  for (const [name, paper] of extremePapers({ texts: [LONG_NAME], lines: 1, foreign: true }, RECEIPTS)) {
    const { pages } = layOut(paper);
    expect([name, pages.length]).toEqual([name, 1]);
    const marks = pages[0]!.flatMap((piece) => (piece.edge ? [] : piece.marks));
    // The fine print of 8 points is the smallest, and goes down to four fifths.
    expect(Math.min(...marks.flatMap((mark) => ('size' in mark ? [mark.size] : [])))).toBeGreaterThanOrEqual(6.4);
    const codes = marks.flatMap((mark) => ('path' in mark ? [mark] : []));
    const last = paper.pages[0]!.blocks.at(-1)!;
    const { modules } = qrCode((last.block === 'fine' ? last.verification : undefined)!.address);
    expect(codes.map(({ scale }) => (scale * modules) / MM)).toEqual([expect.closeTo(18, 6)]);
  }
});

/** Papers of documents, whose amounts are in the currency of these. */
const OF_DOCUMENTS = ['voucher', 'letter', 'journal voucher', 'details', 'details of a series', 'order', 'invoice'];

it('says of what is in another currency at which rate it is how much in pesos, and of what is in pesos no rate', () => {
  const textOf = (foreign: boolean) =>
    extremePapers({ texts: ['Name'], lines: 2, foreign }, [...OF_DOCUMENTS, ...RECEIPTS, 'receipt e']).map(
      ([name, paper]) =>
        [
          name,
          layOut(paper)
            .pages.flatMap(textsOf)
            .map(({ text }) => text)
            .join('\n'),
        ] as const,
    );
  const said = textOf(true);
  expect(said).toHaveLength(OF_DOCUMENTS.length + RECEIPTS.length + 1);
  for (const [name, text] of said) {
    expect([name, /\b55\.333333\b/.test(text)]).toEqual([name, true]);
    expect([name, /peso equivalent|\bIn PHP\b|\bTOTAL PHP\b|\bTotal Due PHP\b/i.test(text)]).toEqual([name, true]);
  }
  for (const [name, text] of textOf(false))
    expect([name, /55\.333333|peso equivalent|In PHP/i.test(text)]).toEqual([name, false]);
});

it('says under its number which copy it is, whatever paper has copies', () => {
  const names = [...OF_DOCUMENTS, ...RECEIPTS, 'receipt e', 'statement'];
  const heads = extremePapers({ texts: ['Name'], lines: 2, foreign: false }, names).map(([name, { pages }]) => {
    const [head] = pages[0]!.blocks;
    return [name, head?.block === 'letterhead' ? head.reprint : undefined];
  });
  expect(heads).toEqual(names.map((name) => [name, 'REPRINT 2']));
});

it('numbers the pages of each of several papers by themselves', () => {
  for (const [, paper] of extremePapers({ texts: ['Name'], lines: 2, foreign: false }, ['receipt e'])) {
    const numbers = layOut(paper).pages.map((page) => textsOf(page).filter(({ text }) => text.startsWith('Page ')));
    expect(numbers.map((texts) => texts.map(({ text }) => text))).toEqual([['Page 1 of 1'], ['Page 1 of 1']]);
  }
});

/** What stands below the lines of a paper, and who signs for it: nothing comes between them but what closes the paper. */
const CLOSED_BY_TOTALS = ['voucher', 'letter', 'journal voucher', 'order', 'invoice'];

it('keeps signatures with the totals and these with the last row, wherever the lines end', { timeout: 20_000 }, () => {
  const faults: string[] = [];
  for (let lines = 1; lines <= 40; lines += 1) {
    for (const [name, paper] of extremePapers({ texts: ['Name'], lines, foreign: false }, CLOSED_BY_TOTALS)) {
      const closing = layOut(paper).pages.find((page) =>
        textsOf(page).some(({ text }) => /^(Prepared By|Authorised)/.test(text)),
      )!;
      const texts = textsOf(closing).map(({ text }) => text);
      const rows = texts.filter((text) => text === String(lines) || /^105010|^Name$/.test(text));
      if (!texts.some((text) => /^TOTAL|^Total Due/.test(text)) || rows.length === 0)
        faults.push(`${name}, ${lines} lines`);
    }
  }
  expect(faults).toEqual([]);
});
