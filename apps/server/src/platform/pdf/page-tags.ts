import type { PaperTag } from '@talaan/contract/papers/layout/piece';

/**
 * The tag tree of a PDF, page by page (ISO 32000, 14.8): each heading is an element, and so is the text between two of them; edges of
 * pages are artifacts, which no reader reads out. Rows of a table are text in its order, not cells: as elements they would outweigh
 * the pages of a long report.
 */
export class PageTags {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #document: PDFKit.PDFStructureElement;
  #open: { readonly tag: PaperTag | 'P'; readonly of: object } | null = null;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#document = pdf.struct('Document');
    pdf.addStructure(this.#document);
  }

  /** What is drawn next is that, `of` this piece: two headings are never one. */
  begin(tag: PaperTag | 'P', of: object): void {
    const isSame = this.#open?.tag === tag && (!tag.startsWith('H') || this.#open.of === of);
    if (isSame) return;
    this.end();
    if (tag === 'Artifact') this.#pdf.markContent(tag, { type: 'Pagination' });
    else this.#document.add(this.#pdf.struct(tag, {}, this.#pdf.markStructureContent(tag)));
    this.#open = { tag, of };
  }

  /** The page ends. */
  end(): void {
    if (this.#open) this.#pdf.endMarkedContent();
    this.#open = null;
  }
}
