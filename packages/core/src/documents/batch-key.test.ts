import { expect, it } from 'vitest';
import { batchKey, batchName, readBatchKey, typesNumberedBy } from './batch-key.ts';
import { ALL_DOCUMENT_TYPES } from './document-type.ts';

it.each([
  ['CV', '0010234', '0010234'],
  ['PO', 'PO0000012', 'PO0000012'],
  ['BI', '0010234', 'BI-0010234'],
  ['CN', '0010234', 'CN-0010234'],
])('names a batch of type %s by %s as %s', (document_type, batch_number, key) => {
  expect(batchKey({ document_type, batch_number })).toBe(key);
  expect(readBatchKey(` ${key.toLowerCase()}`).batch_number.toUpperCase()).toBe(batch_number);
});

it('names no two batches alike, whatever their types', () => {
  const series = ALL_DOCUMENT_TYPES.map((document_type) => batchKey({ document_type, batch_number: '0000001' }));
  // Those of the series of batches share their numbers; a number with letters is nobody else's.
  expect(new Set(series)).toEqual(new Set(['0000001', 'BI-0000001', 'CN-0000001']));
});

it('is named by its type and its number in a message', () => {
  const names = ['BI', 'CV', 'CN'].map((document_type) => batchName({ document_type, batch_number: '0000030' }));
  expect(names).toEqual(['BI 0000030', 'CV 0000030', 'CN 0000030']);
  expect(batchName({ document_type: 'PO', batch_number: 'PO0000012' })).toBe('PO0000012');
});

it('reads no type out of other texts', () => {
  for (const text of ['0010234', 'ABI-0000001', 'BI-0000001-2', 'CV-0010234', 'BI-HOB0000001', 'PO0000012', 'XX-1', ''])
    expect(readBatchKey(text)).toEqual({ document_type: null, batch_number: text });
});

it('knows the types that a series numbers', () => {
  expect(typesNumberedBy('batch').toSorted()).toEqual(['CR', 'CV', 'CW', 'DM', 'JE', 'OB']);
  expect(typesNumberedBy('po')).toEqual(['PO']);
});
