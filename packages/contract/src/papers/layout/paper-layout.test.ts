import { describe, expect, it } from 'vitest';
import type { DrawnPage, DrawnPaper } from '../draw-paper.ts';
import type { PaperBlock, TableBlock, TableColumn } from '../paper-blocks.ts';
import type { PaperLine } from '../paper-table.ts';
import type { PlacedPiece } from './page-flow.ts';
import { layOutPaper, openPaper, type PlacedPage } from './paper-layout.ts';
import type { TextMark } from './piece.ts';

/** Every character is half as wide as it is high. */
const HALF = { plain: () => 0.5, bold: () => 0.5, picture: () => ({ width: 10, height: 10 }) };
const COLUMNS: TableColumn[] = [
  { header: 'Code', kind: 'text', grows: false },
  { header: 'Remarks', kind: 'text', grows: true },
  { header: 'Amount', kind: 'amount', grows: false },
];
const plain = (...cells: (string | null)[]): PaperLine => ({ look: 'plain', cells });
const group = (...cells: (string | null)[]): PaperLine => ({ look: 'group', cells });
const total = (...cells: (string | null)[]): PaperLine => ({ look: 'total', cells });

const tableOf = (lines: PaperLine[], columns = COLUMNS): TableBlock => ({
  block: 'table',
  caption: 'Lines',
  columns,
  labelColumns: 2,
  lines,
  empty: 'NO DATA FOUND',
});
const COMPANY = { name: 'SAMPOL', tin: '', vat_registered: true, address: '', logo: null };
const SIGNATURES: PaperBlock = {
  block: 'signatures',
  boxes: [{ label: 'Approved by', signers: [{ name: 'Ben Cruz', date: '05-2-2025' }] }],
};

function layOut(
  blocks: PaperBlock[],
  page: Partial<DrawnPaper['page']> = { margins: 'report' },
  number: string | null = null,
) {
  const pages: DrawnPage[] = [{ blocks, number }];
  const rules = { size: 'A4', orientation: 'portrait', ...page } as const;
  return layOutPaper({ title: 'Paper', page: rules, foot: 'Made', pages }, HALF);
}

/** Of what is read: an empty cell has a text of no characters. */
const textMarks = (pieces: readonly PlacedPiece[]) =>
  pieces.flatMap((piece) => piece.marks.flatMap((mark) => ('text' in mark && mark.text !== '' ? [mark] : [])));
const texts = (piece: PlacedPiece) => textMarks([piece]).map(({ text }) => text);
/** The pieces of a page without its edges. */
const bodyOf = (page: readonly PlacedPiece[]) => page.filter(({ height }) => height > 0);

describe('the pages of a paper', () => {
  it.each([...Array(110).keys()])(
    'keep a group head with its first row, the total with the last and signatures with the total, after %i rows',
    (count) => {
      const lines = [
        ...Array.from({ length: count }, () => plain('1', 'plain', '1.00')),
        group('2', 'GROUP', '2.00'),
        plain('21', 'last', '2.00'),
        total('Grand total', null, '3.00'),
      ];
      const { pages } = layOut([tableOf(lines), SIGNATURES]);
      const bodies = pages.map((page) => bodyOf(page).map((piece) => texts(piece)[0]));
      expect(bodies.map((body) => body[0])).toEqual(pages.map(() => 'Code'));
      expect(bodies.flat().filter((first) => first !== 'Code')).toHaveLength(lines.length + 1);
      expect(bodies.map((body) => body.at(-1))).not.toContain('2');
      expect(bodies.at(-1)!.slice(-4)).toEqual(['2', '21', 'Grand total', 'Approved by']);
      const placed = pages.flatMap(bodyOf);
      expect(Math.min(...placed.map(({ y }) => y))).toBeGreaterThanOrEqual(80);
      expect(Math.max(...placed.map(({ y, height }) => y + height))).toBeLessThanOrEqual(841.89 - 30);
    },
  );

  it('never let rows overlap, whatever their height', () => {
    const rows = Array.from({ length: 200 }, (_, at) => plain('1', 'word '.repeat((at * 7) % 90), '1.00'));
    const gaps = layOut([tableOf(rows)]).pages.flatMap((page) => {
      const body = bodyOf(page);
      return body.slice(1).map(({ y }, at) => y - body[at]!.y - body[at]!.height);
    });
    expect(gaps.length).toBeGreaterThan(150);
    expect(Math.min(...gaps)).toBeGreaterThan(-1e-9);
  });

  it('take remarks of any length, which belong to the counted page on which they begin', () => {
    const remarks = Array.from({ length: 150 }, (_, at) => `remark ${at}`);
    const facts: PaperBlock = {
      block: 'facts',
      facts: [{ label: 'Remarks', value: remarks.join('\n'), wide: true }],
      inRow: 2,
      boxed: false,
    };
    const rows = Array.from({ length: 13 }, () => plain('1', 'item', '1.00'));
    const { pages } = layOut([tableOf(rows), facts, SIGNATURES], {}, 'PAGE 1 OF 1');
    const placed = pages.flatMap(bodyOf);
    expect(Math.max(...placed.map(({ y, height }) => y + height))).toBeLessThanOrEqual(841.89 - 45);
    expect(placed.flatMap(texts).filter((text) => /^remark \d/.test(text))).toEqual(remarks);
    expect(bodyOf(pages.at(-1)!).flatMap(texts)).toContain('Approved by');
    expect(pages.map((page) => textMarks(page).at(-1)!.text)).toEqual([
      'PAGE 1 OF 1',
      ...pages.slice(1).map(() => 'PAGE 1 OF 1, continued'),
    ]);
  });

  it('each bear the stamp of their own document and no other', () => {
    const documentOf = (stamp: string | null, count: number): DrawnPage => ({
      blocks: [
        { block: 'letterhead', company: COMPANY, kind: 'INVOICE', number: '1', stamp },
        tableOf(Array.from({ length: count }, () => plain('1', 'row', '1.00'))),
        SIGNATURES,
      ],
      number: null,
    });
    const pages = [documentOf('VOID', 80), documentOf(null, 80), documentOf('NOT YET ISSUED', 3)];
    const page = { size: 'A4', orientation: 'portrait' } as const;
    const layout = layOutPaper({ title: 'Paper', page, foot: '', pages }, HALF);
    const stamps = layout.pages.map((placed) =>
      placed.flatMap(({ marks }) => marks.flatMap((mark) => ('stamp' in mark ? [mark.stamp] : []))),
    );
    expect(stamps).toEqual([['VOID'], ['VOID'], [], [], ['NOT YET ISSUED']]);
  });

  it('have the size and the orientation that the paper asks for', () => {
    const size = (page: Partial<DrawnPaper['page']>) => {
      const { width, height } = layOut([tableOf([])], page);
      return [Math.round(width), Math.round(height)];
    };
    expect(size({ size: 'A4', orientation: 'landscape' })).toEqual([842, 595]);
    expect(size({ size: 'A5', orientation: 'portrait' })).toEqual([420, 595]);
    // 8.5 × 13 in, and a stock of 8 × 3 in, which lies as it is given.
    expect(size({ size: 'Folio' })).toEqual([612, 936]);
    expect(size({ size: { width: 203.2, height: 76.2 } })).toEqual([576, 216]);
  });
});

it('closes a paper with its code, 18 mm wide at the right edge, beside the last lines of the fine print', () => {
  const verification = { address: 'https://books.example.ph/verify/0123456789ABCDEF' };
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at} ${'word '.repeat(30)}`);
  const closing = bodyOf(layOut([SIGNATURES, { block: 'fine', lines, verification }], {}).pages[0]!);
  const code = closing.at(-1)!;
  const [mark] = code.marks.flatMap((one) => ('path' in one ? [one] : []));
  const mm = 72 / 25.4;
  expect(mark!.x + 41 * mark!.scale).toBeCloseTo((210 - 12) * mm, 1);
  expect(41 * mark!.scale).toBeCloseTo(18 * mm, 6);
  expect(code.y + code.height).toBeLessThanOrEqual(841.89 - 16 * mm);
  const beside = textMarks([code]);
  expect(beside.at(-1)!.text).toBe(`Verify this paper at ${verification.address}`);
  const all = textMarks(closing.slice(2));
  expect(all.map(({ text }) => text).join(' ')).toBe(
    [...lines.map((line) => line.trim()), beside.at(-1)!.text].join(' '),
  );
  expect(Math.max(...all.map(({ x, text, size }) => x + text.length * 0.5 * size))).toBeLessThan(mark!.x);
});

it('sets the date of who signed beside the end of the name, or whole below it', () => {
  const named = (...names: string[]) =>
    bodyOf(
      layOut([
        { block: 'signatures', boxes: names.map((name) => ({ label: 'By', signers: [{ name, date: '05-2-2025' }] })) },
      ]).pages[0]!,
    ).flatMap(textsOfPiece);
  const textsOfPiece = (piece: PlacedPiece) => textMarks([piece]).filter(({ text }) => text !== 'By');
  const [name, beside] = named('Ben Cruz');
  expect([beside!.text, beside!.y]).toEqual(['05-2-2025', name!.y]);
  expect(beside!.x).toBeGreaterThan(name!.x);
  const narrow = named('Carla Mae Santos', 'b', 'c', 'd', 'e').slice(0, 2);
  expect(narrow.map(({ text }) => text)).toEqual(['Carla Mae Santos', '05-2-2025']);
  expect(narrow[1]).toMatchObject({ x: narrow[0]!.x });
  expect(narrow[1]!.y).toBeGreaterThan(narrow[0]!.y);
});

it('goes on with its own heads where several tables follow one another, each total with its last row', () => {
  const many = (name: string) =>
    tableOf(
      [...Array.from({ length: 70 }, () => plain('1', name, '1.00')), total(`Total ${name}`, null, '70.00')],
      [{ header: name, kind: 'text', grows: false }, ...COLUMNS.slice(1)],
    );
  const { pages } = layOut([many('first'), many('second'), SIGNATURES]);
  const bodies = pages.map((page) => bodyOf(page).map(texts));
  expect(pages.length).toBeGreaterThan(2);
  for (const body of bodies) {
    const of = (row: readonly string[]) => /first|second/.exec(row.join(' '))?.[0];
    // The first line of a page is a head, and the one of the rows below it.
    expect(body[0]![0]).toBe(of(body[1]!));
    const totals = body.flatMap((row, at) => (row[0]?.startsWith('Total') ? [at] : []));
    for (const at of totals) expect(of(body[at - 1]!)).toBe(of(body[at]!));
  }
  expect(bodies.at(-1)!.at(-1)![0]).toBe('Approved by');
});

it('frames facts that stand apart, with every rule of theirs inside', () => {
  const named = ['Bank', 'No.', 'Date', 'Amount'].map((label) => ({ label, value: 'x' }));
  const piecesOf = (boxed: boolean) =>
    bodyOf(layOut([{ block: 'facts', facts: named, inRow: 4, boxed }, SIGNATURES]).pages[0]!);
  const [first, ...rest] = piecesOf(true);
  const marks = first!.marks.flatMap((mark) => ('frame' in mark ? [mark.frame] : []));
  const [left, top, width, height] = marks[0]!;
  const row = rest.find((piece) => texts(piece).includes('Bank'))!;
  expect(texts(row)).toEqual(['Bank', 'x', 'No.', 'x', 'Date', 'x', 'Amount', 'x']);
  const rules = row.marks.flatMap((mark) => ('rule' in mark ? [mark] : []));
  expect(rules).toHaveLength(4);
  for (const { rule, y } of rules) {
    expect(rule[0]).toBeGreaterThan(left);
    expect(rule[1]).toBeLessThan(left + width);
    expect(row.y + y).toBeLessThan(first!.y + top + height);
  }
  expect(piecesOf(false)[0]!.marks.some((mark) => 'frame' in mark)).toBe(false);
});

it('begins the first values of facts at one place, whatever stands between; a frame is on its own', () => {
  const factsOf = (label: string, boxed: boolean): PaperBlock => ({
    block: 'facts',
    facts: [{ label, value: `of ${label}`, wide: true }],
    inRow: 2,
    boxed,
  });
  const blocks = [factsOf('Date', false), tableOf([]), factsOf('Prepared by', false), factsOf('No.', true)];
  const marks = textMarks(layOut([...blocks, SIGNATURES]).pages[0]!);
  const [date, prepared, boxed] = ['Date', 'Prepared by', 'No.'].map(
    (label) => marks.find(({ text }) => text === `of ${label}`)!.x,
  );
  expect(date).toBe(prepared);
  expect(boxed).toBeLessThan(date!);
});

it('ends figures among facts where their rules end, so that decimal points stand below one another', () => {
  const figures = ['112,000.00', '12,000.00', '0.00'].map((value, at) => ({ label: `Sum ${at}`, value, figure: true }));
  const block: PaperBlock = { block: 'facts', facts: figures, inRow: 1, boxed: false };
  const rows = bodyOf(layOut([block, SIGNATURES]).pages[0]!).slice(0, 3);
  for (const row of rows) {
    const value = textMarks([row])[1]!;
    const [rule] = row.marks.flatMap((mark) => ('rule' in mark ? [mark.rule] : []));
    expect(value.x + value.text.length * 0.5 * value.size).toBeCloseTo(rule![1], 6);
  }
});

describe('the columns of a table', () => {
  const rowsOf = (lines: PaperLine[], columns = COLUMNS, page: Partial<DrawnPaper['page']> = { margins: 'report' }) =>
    bodyOf(layOut([tableOf(lines, columns)], page).pages[0]!).slice(1);

  it('stay inside the paper and align their figures at the right', () => {
    const rows = rowsOf([plain('1', 'a', '9999999999999.99'), plain('2', 'b', '-1.00')]);
    const end = ({ x, text, size }: TextMark) => x + text.length * 0.5 * size;
    const ends = rows.map((row) => end(textMarks([row])[2]!));
    expect(ends[0]).toBeCloseTo(ends[1]!, 6);
    expect(ends[0]).toBeLessThanOrEqual(595.28 - 28);
    expect(Math.min(...textMarks(rows).map(({ x }) => x))).toBeGreaterThanOrEqual(28);
  });

  it('wrap long texts, break words that fit nowhere, and never shorten: a very long one goes on on the next page', () => {
    const [wrapped] = rowsOf([plain('1', `two ${'x'.repeat(300)}\nsecond`, null)]).map((row) => texts(row).slice(1));
    expect(wrapped!.join('').replaceAll(' ', '')).toBe(`two${'x'.repeat(300)}second`);
    expect(wrapped!.at(-1)).toBe('second');
    const words = Array.from({ length: 1500 }, (_, at) => `word${at}`);
    const { pages } = layOut([tableOf([plain('1', words.join(' '), '1.00'), total('Grand total', null, '1.00')])]);
    expect(pages.length).toBeGreaterThan(1);
    const rows = pages.map((page) => bodyOf(page).slice(1));
    expect(
      rows
        .flat()
        .flatMap(texts)
        .filter((text) => text.startsWith('word'))
        .join(' '),
    ).toBe(words.join(' '));
    expect(Math.max(...rows.flat().map(({ y, height }) => y + height))).toBeLessThanOrEqual(841.89 - 30);
    expect(texts(rows.at(-1)!.at(-1)!)).toEqual(['Grand total', '1.00']);
    expect(rows.at(-1)!.length).toBeGreaterThan(1);
  });

  it('leave their room to the others where they have no text at all', () => {
    const columns = [...COLUMNS, { header: 'Note', kind: 'text', grows: true } as const];
    const heightWith = (note: string | null) =>
      rowsOf([plain('1', 'word '.repeat(15), '1.00', note)], columns)[0]!.height;
    expect(heightWith(null)).toBeLessThan(heightWith('note'));
  });

  it('use smaller type rather than cut figures of many wide columns', () => {
    const columns = [
      ...COLUMNS,
      ...Array.from({ length: 4 }, (_, at): TableColumn => ({ header: `Amount ${at}`, kind: 'amount', grows: false })),
    ];
    const line = plain('1', 'a', ...Array.from({ length: 5 }, () => '9999999999999.99'));
    const sizeOf = (rows: PlacedPiece[]) => textMarks(rows)[0]!.size;
    expect(sizeOf(rowsOf([line]))).toBe(9);
    const narrow = rowsOf([line], columns);
    expect(sizeOf(narrow)).toBeLessThan(9);
    expect(texts(narrow[0]!)[6]).toBe('9,999,999,999,999.99');
    expect(sizeOf(rowsOf([line], columns, { orientation: 'landscape' }))).toBe(9);
  });
});

describe('a table whose lines come one by one', () => {
  const TOTALS = total('Grand total', null, '123456.00');
  const REPORT = { size: 'A4', orientation: 'portrait', margins: 'report' } as const;
  const HEADING: PaperBlock = { block: 'heading', lines: ['SAMPOL', 'Journal', 'MAY 2025'] };

  /** Gives lines one by one; answers the pages, and how many lines had come when each was given away. */
  function flow(lines: readonly PaperLine[], table: Partial<TableBlock> = {}, heading: PaperBlock = HEADING) {
    const pages: PlacedPage[] = [];
    const after: number[] = [];
    let came = 0;
    const blocks = [heading, { ...tableOf([]), totals: [TOTALS], ...table }, SIGNATURES];
    const paper = { title: 'Journal', page: REPORT, foot: 'Made', pages: [{ blocks, number: null }] };
    const open = openPaper(paper, HALF, (page) => {
      pages.push(page);
      after.push(came);
    });
    for (const line of lines) {
      came += 1;
      open.put([line]);
    }
    open.end();
    return { pages, after };
  }
  const rows = (count: number) => Array.from({ length: count }, (_, at) => plain(String(at), `row ${at}`, '1.00'));
  const bodies = (pages: readonly PlacedPage[]) => pages.map((page) => bodyOf(page).map((piece) => texts(piece)[0]));

  it('is laid out as it would be whole, page by page, and each page leaves when it is full', () => {
    const lines = [...rows(2000), TOTALS];
    const { pages, after } = flow(lines);
    const whole = layOut([HEADING, { ...tableOf(lines), totals: [TOTALS] }, SIGNATURES]);
    expect(bodies(pages)).toEqual(bodies(whole.pages));
    // Once the first thousand gave the columns their widths, no more than a page of lines is held.
    const held = after.slice(0, -1).map((came, at) => came - Number(bodies(pages)[at]!.at(-1)));
    expect(Math.max(...held.slice(26))).toBeLessThan(3);
    expect(
      new Set(
        pages.flatMap((page) =>
          textMarks(page)
            .filter(({ text }) => text.startsWith('Page'))
            .map(({ text }) => text),
        ),
      ).size,
    ).toBe(pages.length);
    const places = pages.map((page) =>
      page.at(-1)!.marks.flatMap((mark) => ('pageCount' in mark ? [[mark.x, page.at(-1)!.y]] : [])),
    );
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  });

  it('is whole on one page when it is short, with the number of its pages', () => {
    const [page, ...others] = flow([...rows(5), TOTALS]).pages;
    expect(others).toEqual([]);
    expect(textMarks(page!).at(-1)!.text).toBe('Page 1 of 1');
    expect(
      flow([TOTALS])
        .pages.flatMap(textMarks)
        .map(({ text }) => text),
    ).toContain('NO DATA FOUND');
  });

  it('gives figures the width of the totals, sets a wider one smaller and breaks a wider code', () => {
    const late = [plain('1234567890123', 'late', '-9999999999999.99'), TOTALS];
    const marks = flow([...rows(2000), ...late]).pages.flatMap(textMarks);
    const end = ({ x, text, size }: TextMark) => x + text.length * 0.5 * size;
    const [usual, wide] = ['1.00', '-9,999,999,999,999.99'].map((text) => marks.find((mark) => mark.text === text)!);
    expect(wide!.size).toBeLessThan(usual!.size);
    expect(end(wide!)).toBeCloseTo(end(usual!), 6);
    const at = marks.findIndex(({ text }) => text === 'late');
    const broken = marks.slice(at - 4, at).filter(({ x }) => x === marks.find(({ text }) => text === '1999')!.x);
    expect(broken.map(({ text }) => text).join('')).toBe('1234567890123');
  });

  it('carries sums from page to page, of the table or of each group', () => {
    const columns = COLUMNS.map((column): TableColumn =>
      column.kind === 'amount' ? { ...column, carried: 'sum' } : column,
    );
    const edges = (table: Partial<TableBlock>, lines: PaperLine[]) =>
      flow(lines, table).pages.map((page) =>
        bodyOf(page)
          .map(texts)
          .filter(([label]) => label!.endsWith('forward')),
      );
    const pages = edges({ columns }, [...rows(1500), TOTALS]);
    const held = bodies(flow([...rows(1500), TOTALS], { columns }).pages).map(
      (body) => body.filter((first) => /^\d+$/.test(first!)).length,
    );
    let sum = 0;
    for (const [at, count] of held.entries()) {
      const brought = at === 0 ? [] : [['Brought forward', formatted(sum)]];
      sum += count;
      const forward = at === held.length - 1 ? [] : [['Carried forward', formatted(sum)]];
      expect(pages[at]).toEqual([...brought, ...forward]);
    }
    expect(sum).toBe(1500);
    const short = [group('2', 'GROUP', null), ...rows(6)];
    const many = Array.from({ length: 200 }, () => short).flat();
    const carried = edges({ columns, carriedWithin: 'group' }, many).flat();
    expect(carried.length).toBeGreaterThan(20);
    for (const [, amount] of carried) expect(Number(amount)).toBeLessThan(6);
  });

  it('carries what the last line has of a running balance', () => {
    const columns = COLUMNS.map((column): TableColumn =>
      column.kind === 'amount' ? { ...column, carried: 'last' } : column,
    );
    const lines = Array.from({ length: 1200 }, (_, at) => plain('1', 'row', `${at}.00`));
    const [first, second] = flow(lines, { columns }).pages.map((page) => bodyOf(page).map(texts));
    const last = first!.findLast(([code]) => code === '1')!.at(-1);
    expect(first!.at(-1)).toEqual(['Carried forward', last]);
    expect(second!.slice(1, 2)).toEqual([['Brought forward', last]]);
  });

  it('repeats the heading on each page where it is asked to, clear of the edge whatever its lines', () => {
    const heading: PaperBlock = {
      block: 'heading',
      everyPage: true,
      lines: ['SAMPOL', 'Journal', 'MAY', 'Main Street', 'TIN 1'],
    };
    const { pages } = flow([...rows(1200), TOTALS], {}, heading);
    for (const page of pages) {
      const marks = page.flatMap(({ y, marks: own }) =>
        own.flatMap((mark) => ('text' in mark ? [{ ...mark, y: y + mark.y }] : [])),
      );
      expect(marks.filter(({ y }) => y < 80).map(({ text }) => text)).toEqual(heading.lines);
      expect(Math.min(...marks.map(({ y }) => y))).toBeGreaterThan(12);
    }
  });

  it('keeps Beginning with its group, Ending with its last row, and reads labels as they stand', () => {
    const columns: TableColumn[] = [{ header: 'Date', kind: 'date', grows: false }, ...COLUMNS.slice(1)];
    const fixed = (label: string): PaperLine => ({ look: 'fixed', cells: [label, null, '5.00'] });
    const account = [
      group('102101 · CIB - BDO CA 0001 of the main branch', null, null),
      fixed('Beginning'),
      ...Array.from({ length: 7 }, () => plain('2025-05-02', 'row', '1.00')),
      fixed('Movement for the month'),
      fixed('Ending'),
    ];
    const { pages } = flow(Array.from({ length: 150 }, () => account).flat(), { columns });
    for (const body of bodies(pages)) {
      expect(body.at(-1)).toMatch(/^(05-2-2025|Ending|Beginning|Approved by)$/);
      expect(body[1]).toMatch(/^(102101|05-2-2025)/);
    }
    const widest = Math.max(
      ...pages
        .flatMap(textMarks)
        .filter(({ text }) => text === 'row')
        .map(({ x }) => x),
    );
    expect(widest).toBeLessThan(28 + 12 * 9);
  });

  it('insets the rows of a group in a group, sets what is strong in bold, and results below zero in red', () => {
    const lines: PaperLine[] = [
      { look: 'group', level: 0, cells: ['P1', null, null] },
      { look: 'group', level: 1, cells: ['A1', null, null] },
      { look: 'fixed', level: 2, cells: ['Beginning', null, '0.00'] },
      { look: 'plain', level: 2, cells: ['row', 'text', '-1.00'] },
      { look: 'fixed', level: 2, strong: true, cells: ['Ending', null, '-1.00'] },
      { look: 'total', cells: ['Total', null, '-1.00'] },
    ];
    const columns = COLUMNS.map((column): TableColumn =>
      column.kind === 'amount' ? { ...column, result: true } : column,
    );
    const marks = textMarks(layOut([tableOf(lines, columns)]).pages[0]!);
    const [outer, ...inner] = ['P1', 'A1', 'Beginning', 'row', 'Ending'].map((text) =>
      marks.find((mark) => mark.text === text)!,
    );
    expect(inner.map(({ x }) => x - outer!.x)).toEqual([8, 16, 16, 16]);
    expect(inner.map(({ bold }) => bold)).toEqual([true, false, false, true]);
    expect(marks.filter(({ red }) => red).map(({ text }) => text)).toEqual(['-1.00', '-1.00', '-1.00']);
  });

  it('heads columns that stand together by their band on each page, over their own room and no more', () => {
    const columns = ['Beginning', 'Ending'].flatMap((band) =>
      ['Debit', 'Credit'].map((header): TableColumn => ({ header, kind: 'amount', grows: false, band })),
    );
    const lines = Array.from({ length: 120 }, (_, at) => plain(`${at}`, '1.00', '2.00', '3.00', '4.00'));
    const { pages } = layOut([tableOf(lines, [COLUMNS[0]!, ...columns])]);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const [head] = bodyOf(page);
      expect(texts(head!)).toEqual(['Beginning', 'Ending', 'Code', 'Debit', 'Credit', 'Debit', 'Credit']);
      const [beginning, , , debit, , secondDebit] = textMarks([head!]);
      expect(beginning!.y).toBeLessThan(debit!.y);
      expect(beginning!.x + beginning!.text.length * 4.5).toBeLessThan(secondDebit!.x + 5 * 4.5);
      expect(bodyOf(page)[1]!.y).toBeCloseTo(head!.y + head!.height);
    }
  });
});

const formatted = (sum: number) => `${sum.toLocaleString('en')}.00`;
