/** Width and height of a PNG or JPEG picture in pixels, from its header; null when the header is damaged. */
export function imageSize(bytes: Buffer): { width: number; height: number } | null {
  return bytes[0] === 0x89 ? pngSize(bytes) : jpegSize(bytes);
}

/** The first chunk of a PNG is its header, with both sizes at fixed places. */
function pngSize(bytes: Buffer) {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** A JPEG is a chain of segments; the one that starts the frame (C0 … CF, but for three tables) holds the sizes. */
function jpegSize(bytes: Buffer) {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function sized(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null;
}
