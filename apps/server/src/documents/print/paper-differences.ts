import { cellText } from '@talaan/contract/papers/cell-text';
import type { TableBlock } from '@talaan/contract/papers/paper-blocks';
import type { PaperDifference } from '@talaan/contract/documents/print/verify.contract';
import type { PaperAbout, WrittenBlock } from './paper-kind.ts';

/** What `contentOf` wrote. */
export interface PaperContent {
  readonly title: string;
  readonly company: string;
  readonly about: PaperAbout;
  readonly pages: readonly (readonly WrittenBlock[])[];
}

/** The number that stands on a paper, as the register has it; of several in turn under one code, each. */
export function numbersOn({ pages }: PaperContent, registered: string): string {
  const heads = pages.flat().flatMap((block) => (block.block === 'letterhead' ? [block.number] : []));
  const several = [...new Set(heads)];
  return several.length > 1 ? several.map((number) => number.replace(/^No\. /, '')).join(', ') : registered;
}

/** What a paper says otherwise by now, field by field: by the labels that stand on it, in their order. */
export function differencesOf(printed: PaperContent, now: PaperContent): PaperDifference[] {
  const [before, after] = [fieldsOf(printed), fieldsOf(now)];
  const labelled = [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [was, is] = [before.get(field) ?? null, after.get(field) ?? null];
    return was === is ? [] : [{ field, printed: was, now: is }];
  });
  return [...labelled, ...differencesOnForm(placedOn(printed), placedOn(now))];
}

/** What stands on a form and has no label of its own: the texts that one has and the other has not, in their order. */
function differencesOnForm(printed: readonly string[], now: readonly string[]): PaperDifference[] {
  const [was, is] = [lessOf(printed, now), lessOf(now, printed)];
  return Array.from({ length: Math.max(was.length, is.length) }, (_, at) => ({
    field: 'Form',
    printed: was[at] ?? null,
    now: is[at] ?? null,
  }));
}

/** The texts of one without those of the other, each as often as it stands there. */
function lessOf(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const placedOn = ({ pages }: PaperContent): string[] =>
  pages.flat().flatMap((block) => (block.block === 'placed' ? block.texts : []));

/** The tables of a paper as texts. */
export function tablesOf({ pages }: PaperContent) {
  const tables = pages.flat().filter((block): block is TableBlock => block.block === 'table');
  return tables.map((table) => ({
    caption: table.caption,
    columns: table.columns.map(({ header }) => header),
    rows: table.lines
      .filter(({ look }) => look !== 'blank')
      .map((line) => line.cells.map((cell, at) => textIn(table, cell, at))),
  }));
}

const textIn = ({ columns }: TableBlock, cell: string | null, at: number): string =>
  // A label stands in a column of another kind.
  cell === null ? '' : /^-?\d/.test(cell) ? cellText(columns[at]!.kind, cell) : cell;

/** Every text by what names it. What has the same name on another page and says something else has the number of its page. */
function fieldsOf({ pages }: PaperContent): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [page, blocks] of pages.entries()) {
    for (const [name, text] of blocks.flatMap(textsOf)) {
      const isTold = fields.get(name) === text;
      if (!isTold) fields.set(fields.has(name) ? `${name} (page ${page + 1})` : name, text);
    }
  }
  return fields;
}

function textsOf(block: WrittenBlock): [string, string][] {
  switch (block.block) {
    case 'letterhead':
      return [
        ['Company', block.company.name],
        ['Address of the company', block.company.address],
        ['TIN of the company', block.company.tin],
        ['Paper', block.kind],
        ['Number', block.number],
      ];
    case 'facts':
      return block.facts.map(({ label, value }) => [label, value]);
    case 'table':
      return block.lines.flatMap(({ cells }, row) =>
        cells.flatMap((cell, at): [string, string][] =>
          cell === null || cell === ''
            ? []
            : [[`${block.caption}, row ${row + 1}, ${block.columns[at]!.header}`, textIn(block, cell, at)]],
        ),
      );
    case 'sums':
      return block.sums.map(({ label, amount }) => [label, amount]);
    case 'signatures':
      return block.boxes.map(({ label, signers }) => [
        label,
        signers.map(({ name, date }) => `${name} ${date}`.trim()).join(', '),
      ]);
    case 'heading':
    case 'fine':
      return block.lines.map((line, at) => [
        `${block.block === 'fine' ? 'Fine print' : 'Heading'}, line ${at + 1}`,
        line,
      ]);
    case 'paragraphs':
      return block.paragraphs.map((text, at) => [`Text, paragraph ${at + 1}`, text]);
    case 'placed':
      return [];
  }
}
