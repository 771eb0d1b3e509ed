import { expect, it } from 'vitest';
import { totalFaults } from './batch-totals.ts';

const line = (debit_amount: string, credit_amount: string) => ({ debit_amount, credit_amount });
const batch = {
  batch_no: '77',
  control: { documents: 2, lines: 4, debit: '150.00', credit: '150.00' },
  documents: [
    { document_no: 'A', lines: [line('100.00', '0.00'), line('0.00', '100.00')] },
    { document_no: 'B', lines: [line('50.00', '0.00'), line('0.00', '50.00')] },
  ],
};

it('finds nothing in a batch that adds up to what it says of itself', () => {
  expect(totalFaults(batch)).toEqual([]);
});

it('tells each total, each document that does not balance, and each number that stands twice', () => {
  const documents = [batch.documents[0]!, { document_no: 'A', lines: [line('50.00', '0.00'), line('0.00', '49.99')] }];
  const control = { documents: 3, lines: 5, debit: '151.00', credit: '150.00' };
  expect(totalFaults({ ...batch, control, documents }).map(({ path, rule }) => [path, rule])).toEqual([
    ['documents.1.document_no', 'twice'],
    ['documents.1', 'unbalanced'],
    ['control.documents', 'control'],
    ['control.lines', 'control'],
    ['control.debit', 'control'],
    ['control.credit', 'control'],
  ]);
});
