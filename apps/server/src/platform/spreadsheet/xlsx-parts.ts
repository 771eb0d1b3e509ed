import type { CellKind, RowLook } from './sheet.ts';

/** A worksheet that has been written: its name and the rows of its column heads, which repeat on paper. */
export interface PlacedSheet {
  name: string;
  heads: { readonly first: number; readonly last: number };
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Number formats by cell kind; the numbers below 164 are built into the format. */
const NUMBER_FORMATS: Record<CellKind, number> = {
  text: 49,
  integer: 1,
  amount: 4,
  rate: 164,
  percent: 167,
  date: 165,
  instant: 166,
};
const OWN_FORMATS: Record<number, string> = {
  164: '#,##0.000000',
  165: 'yyyy-mm-dd',
  166: 'yyyy-mm-dd hh:mm',
  167: '0.0',
};

const KINDS = Object.keys(NUMBER_FORMATS) as CellKind[];
const LOOKS: readonly RowLook[] = ['plain', 'group', 'fixed', 'total'];
const FONT_BOLD = 1;
const FILLS: Record<RowLook, number> = { plain: 0, group: 2, fixed: 0, total: 0 };
const BORDERS: Record<RowLook, number> = { plain: 0, group: 0, fixed: 0, total: 2 };

const FIRST_CELL_STYLE = 5;
const STYLE_COUNT = FIRST_CELL_STYLE + KINDS.length * LOOKS.length;

/** Style numbers of the cells, in the order in which `stylesheet` writes them; the inert twin of a style stands one set later. */
export const styleOf = {
  plainText: 0,
  heading: 1,
  headText: 2,
  headFigure: 3,
  headBand: 4,
  cell: (kind: CellKind, look: RowLook) => FIRST_CELL_STYLE + LOOKS.indexOf(look) * KINDS.length + KINDS.indexOf(kind),
  /** The same style marked as quoted text, so that editing the cell does not turn it into a formula. */
  inert: (style: number) => style + STYLE_COUNT,
} as const;

/** Styles of all cells: kinds × looks, then the same again as quoted text. */
export function stylesheet(): string {
  const styles = [
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"@/>',
    `<xf numFmtId="49" fontId="${FONT_BOLD}" fillId="0" borderId="0" applyNumberFormat="1" applyFont="1"@/>`,
    `<xf numFmtId="49" fontId="${FONT_BOLD}" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"@><alignment vertical="center" wrapText="1"/></xf>`,
    `<xf numFmtId="49" fontId="${FONT_BOLD}" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"@><alignment horizontal="right" vertical="center" wrapText="1"/></xf>`,
    `<xf numFmtId="49" fontId="${FONT_BOLD}" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"@><alignment horizontal="center" vertical="center" wrapText="1"/></xf>`,
    ...LOOKS.flatMap((look) =>
      KINDS.map(
        (kind) =>
          `<xf numFmtId="${NUMBER_FORMATS[kind]}" fontId="${look === 'plain' ? 0 : FONT_BOLD}" fillId="${FILLS[look]}" borderId="${BORDERS[look]}" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"@/>`,
      ),
    ),
  ];
  const all = [
    ...styles.map((style) => style.replace('@', '')),
    ...styles.map((style) => style.replace('@', ' quotePrefix="1"')),
  ];
  const formats = Object.entries(OWN_FORMATS).map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
  const border = (top: string, bottom: string) =>
    `<border><left/><right/><top${top}/><bottom${bottom}/><diagonal/></border>`;
  const thin = ' style="thin"';
  return (
    `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="10"/><name val="Arial"/><family val="2"/></font><font><b/><sz val="10"/><name val="Arial"/><family val="2"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFECEFF3"/></patternFill></fill></fills>' +
    `<borders count="3">${border('', '')}${border('', thin)}${border(thin, ' style="double"')}</borders>` +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${all.length}">${all.map((style) => style.replace('<xf ', '<xf xfId="0" ')).join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** The workbook with its sheets and the rows that repeat on every printed page. Names are given as XML text. */
export function workbook(sheets: readonly PlacedSheet[]): string {
  const entries = sheets.map((sheet, at) => `<sheet name="${sheet.name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const titles = sheets.map(
    (sheet, at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${sheet.name}'!$${sheet.heads.first}:$${sheet.heads.last}</definedName>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`;
}

export function workbookRelations(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${RELATIONS}">${sheets.join('')}<Relationship Id="rId${sheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

export function packageRelations(): string {
  return `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
}

/** Title of the document, given as XML text. */
export function coreProperties(title: string): string {
  return `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>Talaan</dc:creator></cp:coreProperties>`;
}

export function contentTypes(sheetCount: number): string {
  const type = (part: string, kind: string) => `<Override PartName="${part}" ContentType="${kind}"/>`;
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = Array.from({ length: sheetCount }, (_, at) =>
    type(`/xl/worksheets/sheet${at + 1}.xml`, `${spreadsheet}.worksheet+xml`),
  );
  return (
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
    type('/xl/workbook.xml', `${spreadsheet}.sheet.main+xml`) +
    sheets.join('') +
    type('/xl/styles.xml', `${spreadsheet}.styles+xml`) +
    type('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') +
    '</Types>'
  );
}
