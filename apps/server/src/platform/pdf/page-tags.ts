import { meaningPath } from '@talaan/contract/papers/layout/meaning-path';
import type { Meaning, TextMark } from '@talaan/contract/papers/layout/piece';

/** The elements of ISO 32000, 14.8. */
const ELEMENTS = {
  heading: 'H',
  paragraph: 'P',
  list: 'L',
  item: 'LI',
  term: 'Lbl',
  definition: 'LBody',
  group: 'Div',
  table: 'Table',
  row: 'TR',
  columnheader: 'TH',
  cell: 'TD',
} as const satisfies Record<Meaning['is'], string>;

/** Texts that are something by themselves are a paragraph together. */
const PLAIN: readonly Meaning[] = [{ is: 'paragraph' }];
const IN_TABLE: readonly string[] = ['table', 'row', 'columnheader', 'cell'] satisfies Meaning['is'][];

/**
 * The tag tree of a PDF: a part for each paper, in which its texts are what the layout says. Edges of pages are artifacts, which no
 * reader reads out, and so is what is no text. Of a table of any length only the headings are elements, and the text between two of
 * them is a paragraph on each page: as elements its cells would outweigh the pages.
 */
export class PageTags {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: PDFKit.PDFStructureElement;
  #part: PDFKit.PDFStructureElement | null = null;
  /** From the outermost to the one whose texts are drawn. */
  #open: { readonly of: Meaning; readonly element: PDFKit.PDFStructureElement }[] = [];
  /** What the content that is being written belongs to. */
  #marked: Meaning | 'Layout' | 'Pagination' | null = null;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#document = pdf.struct('Document');
    pdf.addStructure(this.#document);
  }

  /** `record` is the file that belongs to the paper: in a file of many each tells its own. */
  beginPaper(record?: PDFKit.PDFKitReference): void {
    this.#part = this.#pdf.struct('Part');
    if (record) this.#part.dictionary.data.AF = [record];
    this.#document.add(this.#part);
  }

  endPaper(): void {
    this.#close(0);
    this.#part?.end();
    this.#part = null;
  }

  /** What is drawn next is no text, or stands at the edge of the page. */
  artifact(type: 'Layout' | 'Pagination'): void {
    if (this.#marked === type) return;
    this.#endContent();
    this.#pdf.markContent('Artifact', { type });
    this.#marked = type;
  }

  /** This text is drawn next; an empty one has its element all the same. */
  text({ text, of }: Pick<TextMark, 'text' | 'of'>): void {
    const path = pathOf(of);
    const differs = path.findIndex((one, at) => this.#open[at]?.of !== one);
    const kept = differs < 0 ? path.length : differs;
    if (kept < this.#open.length || kept < path.length) {
      this.#close(kept);
      for (const one of path.slice(kept)) this.#openElement(one);
    }
    const { of: leaf, element } = this.#open.at(-1)!;
    if (text === '' || this.#marked === leaf) return;
    this.#endContent();
    element.add(this.#pdf.markStructureContent(elementOf(leaf)));
    this.#marked = leaf;
  }

  /** The page ends, and what is told of its elements takes no more than a line from now on. */
  endPage(): void {
    this.#endContent();
    if (this.#open[0]?.of === PLAIN[0]) this.#close(0);
    const tree = this.#pdf.getStructParentTree();
    const key = this.#pdf.page.structParentTreeKey;
    tree.add(key, new ElementsOfPage(tree.get(key) as readonly object[]));
  }

  #openElement(of: Meaning): void {
    const element = this.#pdf.struct(elementOf(of));
    const scope = of.is === 'columnheader' ? { Scope: 'Column' } : {};
    const span = of.span === undefined ? {} : { ColSpan: of.span };
    const attributes = { ...scope, ...span };
    if (Object.keys(attributes).length > 0) element.dictionary.data.A = { O: 'Table', ...attributes };
    (this.#open.at(-1)?.element ?? this.#part!).add(element);
    this.#open.push({ of, element });
  }

  #close(kept: number): void {
    this.#endContent();
    for (const { element } of this.#open.splice(kept).toReversed()) element.end();
  }

  #endContent(): void {
    if (this.#marked !== null) this.#pdf.endMarkedContent();
    this.#marked = null;
  }
}

function pathOf(of: Meaning | undefined): readonly Meaning[] {
  const path = meaningPath(of);
  const told = path[0]?.flows ? path.filter(({ is }) => !IN_TABLE.includes(is)) : path;
  return told.length === 0 ? PLAIN : told;
}

function elementOf({ is, level }: Meaning): string {
  return is === 'heading' ? `${ELEMENTS[is]}${level}` : ELEMENTS[is];
}

/** References as they are written; the library writes as a text whatever is no plain object. */
class ElementsOfPage {
  readonly #text: string;

  constructor(elements: readonly object[]) {
    this.#text = `[${elements.map(String).join(' ')}]`;
  }

  get [Symbol.toStringTag](): string {
    return 'ElementsOfPage';
  }

  toString(): string {
    return this.#text;
  }
}
