import * as z from 'zod';
import { expect, it } from 'vitest';
import { Problem } from '../platform/http/problem.ts';
import { requireWhole } from './whole-body.ts';

const whole = z.object({
  po_date: z.string('po date is required.'),
  remarks: z.string().default('none'),
  // Twice as much each time that it is read.
  quantity: z.number().transform((quantity) => quantity * 2),
});
const read = whole.partial().parse({ po_date: '2026-03-31', quantity: 3 });

it('takes what was read as it is, leaves out what the whole does not have, and fills in what may be left out', () => {
  expect(requireWhole(whole, { ...read, status: 7 })).toEqual({ po_date: '2026-03-31', remarks: 'none', quantity: 6 });
});

it('tells what is missing in the words of its schema', () => {
  const asked = () => requireWhole(whole, { quantity: 6, po_date: undefined });
  expect(asked).toThrow(Problem);
  expect(asked).toThrow('po date is required.');
});
