declare namespace PDFKit {
  interface PDFDocument {
    /** Opens a picture, PNG or JPEG, once; its size is in pixels. Its type is missing in the types of the library. */
    openImage(source: string): { readonly width: number; readonly height: number };
    /** The font that is set; it keeps the layout of every word that was written in it. */
    readonly _font: {
      layoutCache: Record<string, unknown>;
      readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
      layoutRun(text: string, features?: unknown): unknown;
    };
    /** Writes the properties of the file a second time, as XML. */
    _addInfo(): void;
  }

  interface PDFKitReference {
    /** What the object is; written with it. */
    end(): void;
  }
}
