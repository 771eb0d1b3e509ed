declare namespace PDFKit {
  interface PDFDocument {
    /** Opens a picture, PNG or JPEG, once; its size is in pixels. Its type is missing in the types of the library. */
    openImage(source: string): { readonly width: number; readonly height: number };
    /** The font that is set. */
    readonly _font: {
      /** As pages name it. */
      readonly id: string;
      /** From units of the font to thousandths of an em. */
      readonly scale: number;
      /** In thousandths of an em above the baseline. */
      readonly ascender: number;
      readonly font: { glyphForCodePoint(codePoint: number): Omit<PdfGlyph, 'codePoints'> };
      /** How a text is set: its glyphs, and where each stands. */
      layout(text: string): PdfRun;
      /** Takes the glyphs of a text into the file: the hexadecimal number of each. */
      encode(text: string): readonly [readonly string[], readonly PdfPosition[]];
      ref(): PDFKitReference;
    };
    /** Writes a line, or bytes, of the file; and how many bytes were written. */
    _write(data: string | Uint8Array): void;
    _offset: number;
    /** Writes the properties of the file a second time, as XML. */
    _addInfo(): void;
    getStructTreeRoot(): PDFKitReference & { readonly data: Record<string, unknown> };
    /** The elements of the content of each page, by its key. */
    getStructParentTree(): { add(key: number, elements: object): void };
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
    /** By their names. */
    readonly fonts: Record<string, PDFKitReference>;
  }

  interface PDFKitReference {
    /** Whether the library packs what is written. */
    readonly compress: boolean;
    /** What the object is; written with it. */
    end(): void;
  }
}
