declare namespace PDFKit {
  interface PDFDocument {
    /** Opens a picture, PNG or JPEG, once; its size is in pixels. Its type is missing in the types of the library. */
    openImage(source: string): { readonly width: number; readonly height: number };
    /** The font that is set. */
    readonly _font: {
      /** From units of the font to thousandths of an em. */
      readonly scale: number;
      readonly font: { glyphForCodePoint(codePoint: number): Omit<PdfGlyph, 'codePoints'> };
      /** How a text is set: its glyphs, and where each stands. */
      layout(text: string): PdfRun;
    };
    /** Draws one line of text, whose width and number of words are told. */
    _fragment(
      text: string,
      x: number,
      y: number,
      options: { readonly textWidth: number; readonly wordCount: number },
    ): void;
    /** Writes a line, or bytes, of the file; and how many bytes were written. */
    _write(data: string | Uint8Array): void;
    _offset: number;
    /** Writes the properties of the file a second time, as XML. */
    _addInfo(): void;
    /** The elements of the content of each page, by its key. */
    getStructParentTree(): { add(key: number, elements: object): void; get(key: number): unknown };
  }

  interface PdfGlyph {
    readonly id: number;
    readonly advanceWidth: number;
    /** What it stands for where text is taken from the file. */
    readonly codePoints: readonly number[];
  }
  interface PdfRun {
    readonly glyphs: readonly PdfGlyph[];
    readonly positions: readonly PdfPosition[];
    readonly advanceWidth: number;
  }
  interface PdfPosition {
    readonly xAdvance: number;
    readonly yAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
    readonly advanceWidth: number;
  }

  interface PDFPage {
    readonly structParentTreeKey: number;
  }

  interface PDFStructureElement {
    readonly dictionary: { readonly data: { A?: object; AF?: readonly PDFKitReference[] } };
  }

  interface PDFKitReference {
    /** Whether the library packs what is written. */
    readonly compress: boolean;
    /** What the object is; written with it. */
    end(): void;
  }
}
