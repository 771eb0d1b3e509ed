import { expect, it } from 'vitest';
import { reversalRemarks } from './accrual-reversal.ts';

it.each([
  ['LIGHT OF APRIL', 'REVERSAL OF JE0000123 · LIGHT OF APRIL'],
  [' ', 'REVERSAL OF JE0000123'],
  [null, 'REVERSAL OF JE0000123'],
])('a reversal of what is remarked as %s names the accrual first', (remarks, told) => {
  expect(reversalRemarks({ document_number: 'JE0000123', remarks })).toBe(told);
});

it('remarks of a reversal have no more room than those of any document', () => {
  expect(reversalRemarks({ document_number: 'JE0000123', remarks: 'A'.repeat(2000) })).toHaveLength(2000);
});
