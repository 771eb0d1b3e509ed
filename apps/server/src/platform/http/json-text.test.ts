import { describe, expect, it } from 'vitest';
import { parseJson } from './json-text.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON from outside', () => {
  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
    ['{"a":"\\"a\\": \\\\","b":",{}[]"}'],
    ['["a","a",{},{"a":{}}]'],
    ['{"remarks":"\\ud83d\\ude00 ñ \\u000a"}'],
    [nested(32)],
    ['7'],
  ])('reads %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"status":2,"status":7}', 400, 'The name "status" stands twice in one object of the request.'],
    ['{"details":[{"a":1},{"a":1,"\\u0061":2}]}', 400, 'The name "a" stands twice in one object of the request.'],
    ['{"__proto__":{"super_user":true}}', 400, 'The request may not hold the name "__proto__".'],
    [nested(33), 400, 'The request is nested more than 32 levels deep.'],
    [`[${'0,'.repeat(100_000)}0]`, 413, 'A list of the request has more than 100,000 entries.'],
    ['{"body":{"remarks":"a\\u0000b"}}', 422, 'body.remarks holds a character that no text can hold. Remove it.'],
    ['{"rows":["a","\\ud800"]}', 422, 'rows.1 holds a character that no text can hold. Remove it.'],
    ['{"\\u0000":1}', 400, 'A name in the request holds a character that no text can hold.'],
    ...['', '{', '{"a', '{"a":"\\', '{"a":1,}', ']', '}{', '{"a\\x":1}', '{"a":01}', 'NaN', "{'a':1}"].map(
      (text) => [text, 400, 'The request is not valid JSON.'] as const,
    ),
  ] as const)('refuses %j', (text, status, message) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ status, message }));
  });
});
