import { expect, it } from 'vitest';
import { withoutMetadata } from './picture-metadata.ts';

const segment = (marker: number, body: Buffer | string): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + bytes.length, 2);
  return Buffer.concat([head, bytes]);
};
/** EXIF with a place and a way up: 'MM' or 'II', an entry of GPS and one of the orientation. */
function exif(isLittle: boolean, wayUp: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 24 + 4);
  tiff.write(isLittle ? 'II' : 'MM', 'latin1');
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(2, 8);
  for (const [at, tag, value] of [
    [10, 0x8825, 777],
    [22, 0x0112, wayUp],
  ] as const) {
    short(tag, at);
    short(3, at + 2);
    long(1, at + 4);
    short(value, at + 8);
  }
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('14.5995N 120.9842E')]));
}
const START = Buffer.from([0xff, 0xd8]);
const jfif = segment(0xe0, 'JFIF\0');
const profile = segment(0xe2, 'ICC_PROFILE\0');
const adobe = segment(0xee, 'Adobe');
const frame = segment(0xc0, Buffer.alloc(15, 1));
const data = Buffer.concat([segment(0xda, Buffer.alloc(10, 2)), Buffer.from([1, 0xff, 0, 3, 0xff, 0xd9])]);

it.each([true, false])(
  'takes place, texts and thumbnails out of a JPEG and keeps which way up it stands (%s)',
  (isLittle) => {
    const told = [
      exif(isLittle, 6),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/'),
      segment(0xed, 'Photoshop'),
      segment(0xfe, 'by Ana'),
    ];
    const picture = Buffer.concat([START, jfif, ...told, profile, adobe, frame, data, Buffer.from('a second picture')]);
    const bare = withoutMetadata(picture)!;
    expect(bare.toString('latin1')).not.toMatch(/14\.5995|adobe\.com|Photoshop|by Ana|second/);
    const up = bare.subarray(2, bare.indexOf(jfif));
    expect(up.subarray(4, 10).toString('latin1')).toBe('Exif\0\0');
    expect(bare.subarray(2 + up.length)).toEqual(Buffer.concat([jfif, profile, adobe, frame, data]));
    // What is bare stays as it is, which way up it stands as well.
    expect(withoutMetadata(bare)).toEqual(bare);
    expect(withoutMetadata(Buffer.concat([START, exif(isLittle, 1), frame, data]))).toEqual(
      Buffer.concat([START, frame, data]),
    );
  },
);

it('takes texts and EXIF out of a PNG, and nothing of its pixels and colours', () => {
  const chunk = (name: string, body = name) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    return Buffer.concat([head, Buffer.from(`${name}${body}crc!`, 'latin1')]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const of = (...names: string[]) => Buffer.concat([signature, ...names.map((name) => chunk(name))]);
  const picture = Buffer.concat([
    of('IHDR', 'iCCP', 'tEXt', 'eXIf', 'IDAT', 'tIME', 'zzZz', 'IEND'),
    Buffer.from('more'),
  ]);
  expect(withoutMetadata(picture)).toEqual(of('IHDR', 'iCCP', 'IDAT', 'IEND'));
});

it('says that a picture is damaged that breaks off or tells wrong lengths', () => {
  expect(withoutMetadata(Buffer.concat([START, jfif, frame]))).toBeNull();
  expect(withoutMetadata(Buffer.concat([START, frame, data.subarray(0, -2)]))).toBeNull();
  const wrong = exif(false, 6);
  wrong.writeUInt32BE(60_000, 14);
  expect(withoutMetadata(Buffer.concat([START, wrong, frame, data]))).toEqual(Buffer.concat([START, frame, data]));
  expect(withoutMetadata(Buffer.from('89504e470d0a1a0a7fffffff49484452', 'hex'))).toBeNull();
});
