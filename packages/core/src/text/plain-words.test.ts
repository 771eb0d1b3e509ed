import { expect, it } from 'vitest';
import { plainWords } from './plain-words.ts';

it.each([
  ['Unit 4-B, #12 Sto. Niño St. (cor. Mabini), Parañaque/NCR', 'Unit 4 B 12 Sto Niño St cor Mabini Parañaque NCR'],
  ["  O'Higgins\tBldg;\n2/F ", 'O Higgins Bldg 2 F'],
  ['Pen\u0303afrancia & Co.', 'Peñafrancia Co'],
  ['###', ''],
])('%j leaves as %j', (text, plain) => {
  expect(plainWords(text)).toBe(plain);
});
