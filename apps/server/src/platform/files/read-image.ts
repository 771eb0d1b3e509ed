interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Width and height of a PNG or JPEG picture in pixels, from its header; null for one that is damaged or breaks off. */
export function readImage(bytes: Buffer): ImageSize | null {
  return bytes[0] === 0x89 ? readPng(bytes) : readJpeg(bytes);
}

/** A PNG is a chain of chunks: the first is its header, with both sizes at fixed places, the last is empty and named IEND. */
function readPng(bytes: Buffer): ImageSize | null {
  const nameAt = (chunk: number) => bytes.toString('latin1', chunk + 4, chunk + 8);
  if (bytes.length < 24 || nameAt(8) !== 'IHDR') return null;
  let at = 8;
  while (at + 12 <= bytes.length && nameAt(at) !== 'IEND') at += 12 + bytes.readUInt32BE(at);
  return at + 12 <= bytes.length ? sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : null;
}

/** A JPEG is a chain of segments; the one that starts the frame (C0 … CF, but for three tables) holds the sizes. */
function readJpeg(bytes: Buffer): ImageSize | null {
  if (!bytes.includes(END_OF_JPEG)) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function sized(width: number, height: number): ImageSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
