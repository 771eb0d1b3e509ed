import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { replyText } from './reply-text.ts';

const day = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString().slice(0, 10),
});
const node = z.object({
  name: z.string(),
  get children() {
    return z.array(node);
  },
});

describe('a reply', () => {
  it.each([
    ['without what its schema does not declare', z.object({ id: z.int() }), { id: 1, secret: 'x' }, '{"id":1}'],
    ['with what it declares within itself', node, { name: 'a', x: 1, children: [] }, '{"name":"a","children":[]}'],
    ['in the direction of a reply', z.object({ day }), { day: new Date('2026-03-01') }, '{"day":"2026-03-01"}'],
    ['without a default, which is for requests', z.object({ page: z.int().default(1).optional() }), {}, '{}'],
  ])('is written %s', (_how, schema, reply, text) => {
    expect(replyText(schema)(reply)).toBe(text);
  });

  it('is not written when it is not as declared', () => {
    const write = replyText(z.object({ data: z.object({ id: z.int() }) }));
    expect(() => write({ data: { id: '1' } })).toThrow(/^The reply is not as declared: [^]*data\.id/);
  });
});
