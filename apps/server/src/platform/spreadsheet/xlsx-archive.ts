import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { invalid, Problem } from '../http/problem.ts';

/** What a part of a workbook holds, in the order of its text. Names of tags come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** The parts of a workbook that lies in memory; each is unpacked when it is asked for, piece by piece. */
export interface XlsxArchive {
  /**
   * Tells the handler what a part holds, and yields after each piece. Throws 413 as soon as all that was unpacked exceeds
   * the limit, 422 for a part that is missing, protected or not well formed.
   */
  read(part: string, handler: Partial<XmlHandler>): AsyncGenerator<void>;
}

const MOST_UNPACKED_BYTES = 100 * 1024 * 1024;
const MOST_PARTS = 2000;
/** Characters between two tags; a cell of a workbook has at most 32,767. */
const LONGEST_TEXT = 256 * 1024;
const DEEPEST_TAG = 100;

export const unreadableWorkbook = () =>
  invalid({ file: ['The file is not a readable XLSX workbook.'] }, 'malformed_file');

/**
 * Opens an archive by its directory. Nothing that the archive says about sizes is believed: what comes out is counted
 * (reliability G-S09). Throws for what is no archive.
 */
export async function openXlsxArchive(bytes: Buffer): Promise<XlsxArchive> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: false });
  const parts = await partsOf(archive);
  let room = MOST_UNPACKED_BYTES;

  return {
    async *read(name, handler) {
      const part = parts.get(name);
      if (!part) throw unreadableWorkbook();
      const xml = xmlReader(handler);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      try {
        for await (const piece of await archive.openReadStreamPromise(part)) {
          room -= piece.length;
          if (room < 0) throw new Problem(413, 'too_large', 'Unpacked size is above 100 MB.');
          xml.write(decoder.decode(piece, { stream: true }));
          yield;
          await setImmediate();
        }
        xml.write(decoder.decode());
        xml.close();
        yield;
      } catch (error) {
        if (error instanceof Problem) throw error;
        throw unreadableWorkbook();
      }
    },
  };
}

/** The parts of an archive by name; throws for what is no archive or has too many of them. */
async function partsOf(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > MOST_PARTS) throw new Error('The archive has too many parts.');
  const parts = new Map<string, Entry>();
  for await (const part of archive.eachEntry()) parts.set(part.fileName, part);
  return parts;
}

/**
 * A parser whose memory is bounded by text between two tags and by depth. Document types, and with them entities of a
 * file's own making, are refused. Throws for what is not well formed.
 */
function xmlReader(handler: Partial<XmlHandler>) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    depth += 1;
    if (depth > DEEPEST_TAG) throw unreadableWorkbook();
    handler.open?.(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth -= 1;
    handler.close?.(withoutPrefix(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('doctype', () => {
    throw unreadableWorkbook();
  });
  return {
    write(piece: string): void {
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > LONGEST_TEXT) throw unreadableWorkbook();
    },
    close(): void {
      parser.close();
    },
  };
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);
