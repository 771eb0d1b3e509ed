import { expect, it } from 'vitest';
import * as z from 'zod';
import { flag } from '../documents/wire-values.ts';
import { wireWords } from './wire-words.ts';

const body = z.object({
  remarks: z.string().max(5),
  lines: z.array(z.object({ unit_price: z.number().min(0).max(10) })).max(2),
  kind: z.enum(['or', 'ar']),
  with_signals: flag.optional(),
});

const told = (given: object) => {
  const read = body.safeParse(given, { error: wireWords });
  return read.success ? [] : read.error.issues.map(({ message }) => message);
};

it('tells the field, its line and what it must be, of whatever a schema has no words of its own for', () => {
  const line = { unit_price: 1 };
  expect(told({ remarks: 'long enough', lines: [line, { unit_price: -1 }], kind: 'x', with_signals: 2 })).toEqual([
    'remarks may have up to 5 characters.',
    'line 2: unit price must be 0 or more.',
    'kind must be or or ar.',
    'with signals is not a value that can be taken here.',
  ]);
  expect(told({ remarks: 5, lines: [{ unit_price: 11 }], kind: 'or' })).toEqual([
    'remarks must be a text.',
    'line 1: unit price must be 10 or less.',
  ]);
  expect(told({ remarks: '', lines: [line, line, line], kind: 'or' })).toEqual(['lines may have up to 2 entries.']);
  expect(told({ lines: {} })).toEqual(['remarks is required.', 'lines must be a list.', 'kind must be or or ar.']);
});
