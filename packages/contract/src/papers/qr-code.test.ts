import { decodeQR } from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrCode } from './qr-code.ts';

/** What a camera sees of the path: dark modules of 4 × 4 points. */
function seen({ modules, path }: ReturnType<typeof qrCode>) {
  const edge = modules * 4;
  const data = new Uint8Array(edge * edge * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let down = Number(y) * 4; down < (Number(y) + 1) * 4; down += 1)
      data.fill(0, (down * edge + Number(x) * 4) * 4, (down * edge + (Number(x) + Number(length)) * 4) * 4);
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width: edge, height: edge, data };
}

it.each(['https://books.example.ph/verify/0123456789ABCDEF', `https://example.ph/${'ñ₱/'.repeat(60)}`])(
  'reads as what it was made of: %s',
  (text) => {
    const code = qrCode(text);
    expect(decodeQR(seen(code))).toBe(text);
    // Four modules at each edge stay white.
    const places = [...code.path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, ...numbers]) => numbers.map(Number));
    expect(Math.min(...places.flatMap(([x, y]) => [x!, y!]))).toBe(4);
    expect(Math.max(...places.flatMap(([x, y, length]) => [x! + length!, y! + 1]))).toBe(code.modules - 4);
  },
);
