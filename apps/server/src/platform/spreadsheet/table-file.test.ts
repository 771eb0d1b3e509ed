import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { zipFile } from '../../testing/zip-file.ts';
import type { FileRow } from './file-row.ts';
import { openTableFile } from './table-file.ts';
import { writeXlsx } from './xlsx-writer.ts';

const file = (bytes: Buffer | string) => ({ name: 'file', media_type: '', bytes: Buffer.from(bytes as string) });

async function readTable(bytes: Buffer | string) {
  const table = await openTableFile(file(bytes));
  const rows: FileRow[] = [];
  for await (const row of table.rows) rows.push(row);
  return { ...table, rows };
}

async function refusalOf(bytes: Buffer | string) {
  return readTable(bytes).then(
    () => null,
    (error: { status?: number; message: string }) => ({ status: error.status, message: error.message }),
  );
}

describe('a CSV file', () => {
  it('is read with its row numbers, without empty rows, comments and guards against formulas', async () => {
    const text = '\uFEFF\r\nCode;Name;\r\n# required;text\r\nA;"Ñ; ""x"""\r\n;;\r\nB;\'=1+1\r\n# 5;Street\r\n';
    expect(await readTable(text)).toMatchObject({
      format: 'csv',
      header: ['Code', 'Name'],
      rows: [
        { row: 4, cells: ['A', 'Ñ; "x"'] },
        { row: 6, cells: ['B', '=1+1'] },
        { row: 7, cells: ['# 5', 'Street'] },
      ],
    });
  });

  it('keeps characters whole that lie across two pieces', async () => {
    const text = `Name\n${'Peña\n'.repeat(8000)}`;
    const { rows } = await readTable(text);
    expect(rows).toHaveLength(8000);
    expect(new Set(rows.map((row) => row.cells[0]))).toEqual(new Set(['Peña']));
  });
});

describe('a workbook', () => {
  it('has its heading below what says whose list it is, or in its first row where it has one column alone', async () => {
    const text = (header: string) => ({ header, kind: 'text', width: 8 }) as const;
    const heading = ['SAMPOL', 'Branches', 'Makati City', 'Talaan 1.0'];
    const list = {
      title: 'Branches',
      heading,
      columns: [text('Code'), text('Name')],
      rows: [{ cells: ['A', 'Main'] }],
    };
    expect(await readTable(await buffer(writeXlsx(list)))).toMatchObject({
      header: ['Code', 'Name'],
      rows: [{ row: 6, cells: ['A', 'Main'] }],
    });
    const rows = Array.from({ length: 9 }, (_, at) => ({ cells: [`${at}`] }));
    const table = await readTable(await buffer(writeXlsx({ title: 'Codes', columns: [text('Code')], rows })));
    expect([table.header, table.rows.map(({ cells }) => cells[0])]).toEqual([
      ['Code'],
      rows.map(({ cells }) => cells[0]),
    ]);
  });

  it('is read as another reader reads it: texts, exact figures, dates', async () => {
    const bytes = await buffer(
      writeXlsx({
        title: 'Rates',
        columns: [
          { header: 'Code', kind: 'text', width: 8 },
          { header: 'Limit', kind: 'amount', width: 8 },
          { header: 'From', kind: 'date', width: 8 },
        ],
        rows: [{ cells: ['=1+1', '9999999999999.99', '2026-05-31'] }, { cells: ['<Ñ & "b">', null, '1901-03-01'] }],
      }),
    );
    const { header, rows } = await readTable(bytes);
    expect({ header, rows }).toEqual({
      header: ['Code', 'Limit', 'From'],
      rows: [
        { row: 2, cells: ['=1+1', '9999999999999.99', '2026-05-31'] },
        { row: 3, cells: ['<Ñ & "b">', '', '1901-03-01'] },
      ],
    });
    const [, second] = await readSheet(bytes);
    expect(second).toEqual(['=1+1', 9999999999999.99, new Date('2026-05-31')]);
  });

  it('of another maker: shared texts in several runs, prefixes, fractions, dates since 1904, gaps', async () => {
    const bytes = workbook({
      workbook:
        '<x:workbook><x:workbookPr date1904="1"/><x:sheets><x:sheet name="A" r:id="rId7"/></x:sheets></x:workbook>',
      strings:
        '<sst><si><r><t>Pay</t></r><r><t xml:space="preserve">ee &amp; Co</t></r><rPh sb="0"><t>no</t></rPh></si><si><t>a_x000D_b</t></si></sst>',
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\-mmm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      sheet:
        '<worksheet><!-- a <row> --><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c t="inlineStr"><is><t>R<![CDATA[ate]]></t></is></c><c r="D2" t="str"><f>1+1</f><v>Day</v></c></row>' +
        '<row><c r="A3" t="s"><v>1</v></c><c r="B3"><v>5.0999999999999996</v></c><c r="D3" s="1"><v>1</v></c></row><row r="9"><c r="B9"><v>1E+3</v></c></row></sheetData></worksheet>',
    });
    const { header, rows } = await readTable(bytes);
    expect({ header, rows }).toEqual({
      header: ['Payee & Co', 'Rate', '', 'Day'],
      rows: [
        { row: 3, cells: ['a\rb', '5.1', '', '1904-01-02'] },
        { row: 9, cells: ['', '1000'] },
      ],
    });
  });
});

describe('a file that is not what it should be', () => {
  const sheetOf = (sheet: string | Buffer) => workbook({ sheet });

  it.each<[what: string, bytes: () => Buffer | string, status: number, message: RegExp]>([
    ['a paper', () => '%PDF-1.7', 415, /^File content is PDF, expected CSV or XLSX\.$/],
    ['a page', () => ' <!DOCTYPE html><table></table>', 415, /HTML or XML/],
    ['an image with a script', () => '<svg onload="x()"/>', 415, /HTML or XML/],
    ['bytes', () => Buffer.from([0x41, 0, 0x42]), 415, /binary/],
    ['an old or protected workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, /without a password/],
    ['another encoding', () => Buffer.from('Code\r\nSe\xf1or', 'latin1'), 422, /^Save the file as UTF-8\.$/],
    ['two bytes a character', () => Buffer.from('\uFEFFCode', 'utf16le'), 422, /^Save the file as UTF-8\.$/],
    ['open quotes', () => 'Code,Name\r\n"WI', 422, /^Line \d of the file is not valid CSV\.$/],
    ['an endless line', () => `Code\n"${'x'.repeat(2_000_000)}"`, 422, /is not valid CSV/],
    ['a row with too many cells', () => 'Code,Limit\nA,1,234', 422, /^Row 2 has 3 cells, the heading has 2\.$/],
    ['too many rows', () => `Code\n${'A\n'.repeat(100_001)}`, 413, /^The file has more than 100,000 rows\.$/],
    ['too many columns', () => `${'a,'.repeat(200)}a`, 422, /more than 200 columns/],
    ['half an archive', () => workbook({ sheet: '<worksheet/>' }).subarray(0, 200), 422, /not a readable XLSX/],
    ['an archive of something else', () => zipFile({ 'word/document.xml': '<w/>' }), 422, /not a readable XLSX/],
    [
      'a bomb',
      () => zipFile({ 'xl/workbook.xml': `<w>${`<a b="${'x'.repeat(1000)}"/>`.repeat(106_000)}` }),
      413,
      /^Unpacked size is above 100 MB/,
    ],
    ['a part that is protected', () => changed(sheetOf('<worksheet/>'), 8, 1), 422, /not a readable XLSX/],
    ['a part packed in another way', () => changed(sheetOf('<worksheet/>'), 10, 9), 422, /not a readable XLSX/],
    [
      'a part whose name leads out',
      () => zipFile({ '../a': 'x', ...partsOf({ sheet: '<a/>' }) }),
      422,
      /not a readable/,
    ],
    [
      'an archive of too many parts',
      () =>
        zipFile({
          ...partsOf({ sheet: '<a/>' }),
          ...Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`${at}`, ''])),
        }),
      422,
      /not a readable XLSX/,
    ],
    ['tags in tags in tags', () => sheetOf('<a>'.repeat(1000) + '</a>'.repeat(1000)), 422, /not a readable XLSX/],
    [
      'a sheet in another encoding',
      () => sheetOf(Buffer.from('<a>Se\xf1or</a>', 'latin1')),
      422,
      /not a readable XLSX/,
    ],
    ['two roots', () => sheetOf('<worksheet/><worksheet/>'), 422, /not a readable XLSX/],
    ['a tag that another one closes', () => sheetOf('<worksheet><row></worksheet></row>'), 422, /not a readable XLSX/],
    ['a letter that XML cannot hold', () => sheetOf('<worksheet>&#xD83D;</worksheet>'), 422, /not a readable XLSX/],
    ['entities of its own', () => sheetOf('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 422, /not a readable XLSX/],
    ['a sheet that breaks off', () => sheetOf('<worksheet><sheetData><row r="1"><c'), 422, /not a readable XLSX/],
    ['an endless text', () => sheetOf(`<worksheet>${'x'.repeat(400_000)}</worksheet>`), 422, /not a readable XLSX/],
    [
      'a row of no number',
      () => sheetOf('<worksheet><row r="abc"><c><v>1</v></c></row></worksheet>'),
      422,
      /not a readable/,
    ],
    [
      'a row far out',
      () => sheetOf('<worksheet><row r="1e9"><c><v>1</v></c></row></worksheet>'),
      422,
      /not a readable/,
    ],
    [
      'a character that no text can hold',
      () =>
        sheetOf(
          '<worksheet><row><c t="str"><v>Code</v></c></row><row><c t="str"><v>a_x0000_</v></c></row></worksheet>',
        ),
      422,
      /^Row 2 holds, in column 1, a character that no text can hold/,
    ],
    [
      'half a character in the heading',
      () => sheetOf('<worksheet><row><c t="str"><v>_xD83D_</v></c></row></worksheet>'),
      422,
      /^The heading holds, in column 1, a character/,
    ],
    [
      'a column far out',
      () => sheetOf('<worksheet><row><c r="XFD1"><v>1</v></c></row></worksheet>'),
      422,
      /200 columns/,
    ],
  ])('%s is refused', { timeout: 20_000 }, async (_what, bytes, status, message) => {
    expect(await refusalOf(bytes())).toEqual({ status, message: expect.stringMatching(message) });
  });

  it('does not unpack more than it needs', async () => {
    const bytes = zipFile({
      'xl/media/image1.png': Buffer.alloc(200 * 1024 * 1024),
      ...partsOf({ sheet: '<worksheet/>' }),
    });
    expect(bytes.length).toBeLessThan(1024 * 1024);
    expect(await readTable(bytes)).toMatchObject({ header: [], rows: [] });
  });
});

interface WorkbookParts {
  workbook?: string;
  strings?: string;
  styles?: string;
  sheet: string | Buffer;
}

function partsOf({
  workbook = '<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
  ...parts
}: WorkbookParts) {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  return {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId7', 'worksheet', '/xl/worksheets/a.xml')}${
      parts.strings ? relation('rId8', 'sharedStrings', 'sharedStrings.xml') : ''
    }${parts.styles ? relation('rId9', 'styles', 'styles.xml') : ''}</Relationships>`,
    'xl/worksheets/a.xml': parts.sheet,
    ...(parts.strings ? { 'xl/sharedStrings.xml': parts.strings } : {}),
    ...(parts.styles ? { 'xl/styles.xml': parts.styles } : {}),
  };
}

const workbook = (parts: WorkbookParts) => zipFile(partsOf(parts));

/** The archive with one byte of each entry of its directory replaced: 8 says how it is protected, 10 how it is packed. */
function changed(archive: Buffer, at: number, value: number): Buffer {
  const bytes = Buffer.from(archive);
  for (let entry = bytes.indexOf('PK\x01\x02'); entry >= 0; entry = bytes.indexOf('PK\x01\x02', entry + 4)) {
    bytes.writeUInt8(value, entry + at);
  }
  return bytes;
}
