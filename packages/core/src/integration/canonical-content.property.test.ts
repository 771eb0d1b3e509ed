import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, contentToHash, saidContent, type JsonValue } from './canonical-content.ts';

it('writes the example of RFC 8785', () => {
  const value: JsonValue = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  // By UTF-16 units, not by code points.
  expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  );
});

it('is the same text for the same data in any order of names, and tells all of it', () => {
  const reversed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, inner]) => [name, reversed(inner)]),
    );
  };
  const data = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(data, (one) => {
      const text = canonicalJson(one);
      expect(canonicalJson(reversed(one))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});

it('hashes what was said: absent, null and empty are one, texts are composed and trimmed, the order of lists counts', () => {
  const said = { batch_no: '77', lines: [{ remarks: 'Añejo' }, { remarks: 'b' }] };
  const same = {
    lines: [
      { remarks: ' An\u0303ejo ', payee: null },
      { payee: '', remarks: 'b' },
    ],
    batch_no: '77',
    rate: undefined,
  };
  expect(contentToHash(same)).toBe(contentToHash(said));
  expect(saidContent(same)).toEqual(said);
  expect(contentToHash({ ...said, lines: said.lines.toReversed() })).not.toBe(contentToHash(said));
});
