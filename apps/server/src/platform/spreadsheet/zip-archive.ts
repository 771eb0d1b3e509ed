import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { invalid, Problem } from '../http/problem.ts';

/** The parts of a ZIP archive that lies in memory; each is unpacked when it is asked for, piece by piece. */
export interface ZipArchive {
  has(name: string): boolean;
  /** Text of a part, in pieces. Throws 413 as soon as all that was unpacked exceeds the limit. */
  text(name: string): AsyncGenerator<string>;
}

const MOST_UNPACKED_BYTES = 100 * 1024 * 1024;
const MOST_PARTS = 2000;
const PIECE_BYTES = 16 * 1024;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

interface Part {
  readonly method: number;
  readonly bytes: Buffer;
}

export const unreadableWorkbook = () =>
  invalid({ file: ['The file is not a readable XLSX workbook.'] }, 'malformed_file');

/**
 * Opens an archive by its directory. Nothing that the archive says about sizes is believed: what comes out is counted
 * (reliability G-S09). Throws 422 for what is no archive, or a protected one.
 */
export function openZipArchive(bytes: Buffer): ZipArchive {
  const parts = readDirectory(bytes);
  let room = MOST_UNPACKED_BYTES;

  async function* unpacked({ method, bytes: packed }: Part): AsyncGenerator<Buffer> {
    const source = Readable.from([packed], { objectMode: false });
    const pieces = method === STORED ? slices(packed) : source.pipe(createInflateRaw({ chunkSize: PIECE_BYTES }));
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      room -= piece.length;
      if (room < 0) throw new Problem(413, 'too_large', 'Unpacked size is above 100 MB.');
      yield piece;
    }
  }

  return {
    has: (name) => parts.has(name),
    async *text(name) {
      const part = parts.get(name);
      if (!part) throw unreadableWorkbook();
      const decoder = new TextDecoder('utf-8', { fatal: true });
      try {
        for await (const piece of unpacked(part)) yield decoder.decode(piece, { stream: true });
        yield decoder.decode();
      } catch (error) {
        if (error instanceof Problem) throw error;
        throw unreadableWorkbook();
      }
    },
  };
}

async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

function readDirectory(bytes: Buffer): Map<string, Part> {
  const parts = new Map<string, Part>();
  try {
    let end = bytes.length - 22;
    while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
    const count = bytes.readUInt16LE(end + 10);
    if (count > MOST_PARTS) throw new RangeError('too many parts');
    let at = bytes.readUInt32LE(end + 16);
    for (let left = count; left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('broken directory');
      const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
      parts.set(name.replaceAll('\\', '/').replace(/^\//, ''), readPart(bytes, at));
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch {
    throw unreadableWorkbook();
  }
  return parts;
}

function readPart(bytes: Buffer, entry: number): Part {
  const isEncrypted = (bytes.readUInt16LE(entry + 8) & 1) === 1;
  const method = bytes.readUInt16LE(entry + 10);
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new RangeError('not readable');
  const local = bytes.readUInt32LE(entry + 42);
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  return { method, bytes: bytes.subarray(from, from + bytes.readUInt32LE(entry + 20)) };
}
