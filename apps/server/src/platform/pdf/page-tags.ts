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

/** An element whose texts are being drawn. */
interface OpenElement {
  readonly reference: PDFKit.PDFKitReference;
  /** Its object without what stands in it. */
  readonly head: string;
  /** The page of its first text, as it is written. */
  page: string | null;
  /** Elements and numbers of marked content, as they are written. */
  readonly kids: string[];
}

/**
 * The tag tree of a PDF: a part for each paper, in which its texts are what the layout says. Edges of pages are artifacts, which no
 * reader reads out, and so is what is no text. Of a table of any length only the headings are elements, and the text between two of
 * them is a paragraph on each page: as elements its cells would outweigh the pages. Elements are written as they end: the library's,
 * which may be filled in any order, cost more than what is drawn.
 */
export class PageTags {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: OpenElement;
  #part: OpenElement;
  /** From the outermost to the one whose texts are drawn. */
  #open: { readonly of: Meaning; readonly element: OpenElement }[] = [];
  /** The elements of the marked contents of the page, by their numbers. */
  #contents: PDFKit.PDFKitReference[] = [];
  /** What the content that is being written belongs to. */
  #marked: Meaning | 'Layout' | 'Pagination' | null = null;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    const root = pdf.getStructTreeRoot();
    this.#document = this.#begin('Document', { reference: root, kids: [] });
    this.#part = this.#document;
    root.data['K'] = [this.#document.reference];
  }

  /** `record` is the file that belongs to the paper: in a file of many each tells its own. */
  beginPaper(record?: PDFKit.PDFKitReference): void {
    this.#part = this.#begin('Part', this.#document, record ? `\n/AF [${String(record)}]` : '');
  }

  endPaper(): void {
    this.#close(0);
    if (this.#part !== this.#document) write(this.#part);
    this.#part = this.#document;
  }

  /** No paper follows. */
  end(): void {
    write(this.#document);
  }

  /** What is drawn next is no text, or stands at the edge of the page. */
  artifact(type: 'Layout' | 'Pagination'): void {
    if (this.#marked === type) return;
    this.#endContent();
    this.#pdf.addContent(`/Artifact <<\n/Type /${type}\n>> BDC`);
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
    this.#beginContent(elementOf(leaf), element);
    this.#marked = leaf;
  }

  /** The page ends, and what is told of its elements takes no more than a line from now on. */
  endPage(): void {
    this.#endContent();
    if (this.#open[0]?.of === PLAIN[0]) this.#close(0);
    this.#pdf
      .getStructParentTree()
      .add(this.#pdf.page.structParentTreeKey, new Written(`[${this.#contents.join(' ')}]`));
    this.#contents = [];
  }

  #begin(tag: string, parent: Pick<OpenElement, 'reference' | 'kids'>, facts = ''): OpenElement {
    const reference = this.#pdf.ref({});
    parent.kids.push(String(reference));
    return { reference, head: `/S /${tag}\n/P ${String(parent.reference)}${facts}`, page: null, kids: [] };
  }

  #openElement(of: Meaning): void {
    const scope = of.is === 'columnheader' ? '\n/Scope /Column' : '';
    const span = of.span === undefined ? '' : `\n/ColSpan ${of.span}`;
    const attributes = scope + span === '' ? '' : `\n/A <<\n/O /Table${scope}${span}\n>>`;
    const parent = this.#open.at(-1)?.element ?? this.#part;
    this.#open.push({ of, element: this.#begin(elementOf(of), parent, attributes) });
  }

  #close(kept: number): void {
    this.#endContent();
    for (const { element } of this.#open.splice(kept).toReversed()) write(element);
  }

  #beginContent(tag: string, element: OpenElement): void {
    const page = String(this.#pdf.page.dictionary);
    const number = this.#contents.push(element.reference) - 1;
    element.page ??= page;
    element.kids.push(element.page === page ? `${number}` : `<<\n/Type /MCR\n/Pg ${page}\n/MCID ${number}\n>>`);
    this.#pdf.addContent(`/${tag} <<\n/MCID ${number}\n>> BDC`);
  }

  #endContent(): void {
    if (this.#marked !== null) this.#pdf.addContent('EMC');
    this.#marked = null;
  }
}

function write({ reference, head, page, kids }: OpenElement): void {
  const first = page === null ? '' : `\n/Pg ${page}`;
  Object.assign(reference, { data: new Written(`<<\n${head}${first}\n/K [${kids.join(' ')}]\n>>`) });
  reference.end();
}

function pathOf(of: Meaning | undefined): readonly Meaning[] {
  const path = meaningPath(of);
  const told = path[0]?.flows ? path.filter(({ is }) => !IN_TABLE.includes(is)) : path;
  return told.length === 0 ? PLAIN : told;
}

function elementOf({ is, level }: Meaning): string {
  return is === 'heading' ? `${ELEMENTS[is]}${level}` : ELEMENTS[is];
}

/** An object as it is written; the library writes as a text whatever is no plain object. */
class Written {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get [Symbol.toStringTag](): string {
    return 'Written';
  }

  toString(): string {
    return this.#text;
  }
}
