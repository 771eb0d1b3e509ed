import { describe, expect, it } from 'vitest';
import { guessColumns } from './guess-columns.ts';

const FIELDS = [
  { name: 'payee_code', label: 'Payee code' },
  { name: 'payee_desc', label: 'Description', also: ['Name'] },
  { name: 'payee_type', label: 'Payee type', also: ['Type'] },
  { name: 'zip_code', label: 'Zip code' },
  { name: 'contact_num', label: 'Contact number', also: ['Mobile'] },
];

describe('the field of a heading', () => {
  it.each<[headings: string[], fields: (string | null)[]]>([
    [
      ['Payee code', 'Description'],
      ['payee_code', 'payee_desc'],
    ],
    [
      ['PAYEE_DESC', 'payee-code'],
      ['payee_desc', 'payee_code'],
    ],
    [
      ['Descriptions', 'Contact numbers', 'Place'],
      ['payee_desc', 'contact_num', null],
    ],
    [
      ['NAME', 'Type', 'Zip', 'Mobile', 'Payee'],
      ['payee_desc', 'payee_type', 'zip_code', 'contact_num', null],
    ],
    [
      ['Name', 'Description'],
      [null, 'payee_desc'],
    ],
    [
      ['Colour', '', 'Zip Códe'],
      [null, null, 'zip_code'],
    ],
    [
      ['Code', 'Payee code'],
      [null, 'payee_code'],
    ],
    [
      ['Payee code', 'payee_code'],
      ['payee_code', null],
    ],
  ])('%j: %j', (headings, fields) => {
    expect(guessColumns(FIELDS, headings).map(({ field }) => field)).toEqual(fields);
  });

  it('is the one that was chosen before, also when that was none, unless it is gone', () => {
    const remembered = { Name: 'payee_desc', 'Zip code': null, Old: 'gone' };
    expect(guessColumns(FIELDS, ['Name', 'Zip code', 'Old', 'Description'], remembered)).toEqual([
      { field: 'payee_desc', certain: true },
      { field: null, certain: true },
      { field: null, certain: false },
      { field: null, certain: false },
    ]);
  });

  it('is certain by name, not by likeness', () => {
    expect(guessColumns(FIELDS, ['zip_code', 'Descriptions'])).toEqual([
      { field: 'zip_code', certain: true },
      { field: 'payee_desc', certain: false },
    ]);
  });
});
