declare namespace PDFKit {
  interface PDFDocument {
    /** Opens a picture, PNG or JPEG, once; its size is in pixels. Its type is missing in the types of the library. */
    openImage(source: string): { readonly width: number; readonly height: number };
  }
}
