declare module 'zip-stream' {
  import type { Readable, Transform } from 'node:stream';

  /** Streams a ZIP archive whose entries are appended one after the other. */
  export default class ZipStream extends Transform {
    constructor(options?: { level?: number });
    entry(
      source: Readable | Buffer | string,
      data: { name: string; date?: Date },
      callback: (error: Error | null) => void,
    ): this;
    finalize(): void;
  }
}
