/** Begin of a JPEG, of its pictures and its end. */
const SOI = 0xd8;
const SOS = 0xda;
const EOI = 0xd9;
const COMMENT = 0xfe;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** What is said of a picture but for its colours: JFIF, the ICC profile and Adobe's transform of colours are needed to show it. */
const KEPT_APPLICATIONS: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);

/** Chunks of a PNG that its pixels and colours are made of. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD hIST pHYs'.split(' '),
);

/**
 * A PNG or JPEG picture without what it tells beside its pixels: where, when and by whose device it was taken, texts, and what follows
 * its end. Its colours and the way up of a JPEG are kept. Null for one that is damaged.
 */
export function withoutMetadata(bytes: Buffer): Buffer | null {
  return bytes[0] === 0x89 ? barePng(bytes) : bareJpeg(bytes);
}

function barePng(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return null;
    if (KEPT_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}

function bareJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [];
  let wayUp = 1;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    // A marker may be filled up to its place.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    if (marker === SOS) {
      // Data never hold this marker: the first one is the end, whatever follows it.
      const last = bytes.indexOf(Buffer.from([0xff, EOI]), end);
      if (last < 0) return null;
      const up = wayUp === 1 ? [] : [orientation(wayUp)];
      return Buffer.concat([Buffer.from([0xff, SOI]), ...up, ...kept, bytes.subarray(at, last + 2)]);
    }
    const isApplication = marker >= 0xe0 && marker <= 0xef;
    if (marker === 0xe1) wayUp = orientationOf(segment) ?? wayUp;
    if (marker !== COMMENT && (!isApplication || KEPT_APPLICATIONS.has(marker))) kept.push(segment);
    at = end;
  }
  return null;
}

/** Which way up a picture stands, 1 to 8, by its EXIF; null where it does not say. */
function orientationOf(segment: Buffer): number | null {
  if (!segment.subarray(4, 10).equals(EXIF) || segment.length < 20) return null;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return null;
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An EXIF segment that says which way up a picture stands, and nothing else. */
function orientation(value: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(value, 18);
  const head = Buffer.from([0xff, 0xe1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([head, EXIF, tiff]);
}
