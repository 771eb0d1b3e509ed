import { describe, expect, it } from 'vitest';
import { field } from './field.ts';
import { ambiguityOf, bulkFields, fileFields } from './file-fields.ts';
import { resourceNamed } from '../resources/resource-table.ts';

describe('a cell that can be read in two ways', () => {
  const amount = field.amount({ label: 'Limit' });
  const rate = field.rate({ label: 'Rate' });
  const date = field.date({ label: 'Start' });

  it.each([
    [amount, '1.234,50', 'Limit 1.234,50 can be read in two ways. Write it as 1234.50.'],
    [amount, '12,5', 'Limit 12,5 can be read in two ways. Write it as 1234.50.'],
    [rate, '56,250', 'Rate 56,250 can be read in two ways. Write it as 56.25.'],
    [date, '03/04/2026', 'Start 03/04/2026 can be read in two ways. Write it as 2026-12-31.'],
    [amount, '1,234.50', null],
    [amount, '1,234', null],
    [amount, '1234.50', null],
    [date, '2026-04-03', null],
    [field.general({ label: 'Note', max: 9 }), '1.234,50', null],
  ])('%# %o %s: %s', (shape, cell, message) => {
    expect(ambiguityOf(shape, cell)).toBe(message);
  });
});

describe('the fields of a file', () => {
  it('name the record, and leave out what is not entered or not one value', () => {
    const fields = fileFields(resourceNamed('payee'));
    expect(fields.filter(({ key }) => key).map(({ name }) => name)).toEqual(['payee_code']);
    expect(fields.map(({ name }) => name)).not.toContain('payee_banks');
    expect(fileFields(resourceNamed('user')).map(({ name }) => name)).not.toContain('password');
  });

  it('can be changed for many records, except those that name a record', () => {
    const names = bulkFields(resourceNamed('payee')).map(({ name }) => name);
    expect(names).toContain('status');
    expect(names).not.toContain('payee_code');
  });
});
