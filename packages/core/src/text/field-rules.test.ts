import { describe, expect, it } from 'vitest';
import { checkFieldText, FIELD_RULES, flattenServerErrors, isFieldKind, stripEmoji } from './field-rules.ts';
import type { FieldKind } from './field-rules.ts';

const LETTERS = 'can only contain letters, spaces or hyphens.';
const NUMBERS_AND_LETTERS = 'can only contain numbers and letters.';

const CASES: [FieldKind, string[], string[], string][] = [
  ['text', ['Ana-Maria dela Peña', 'Nuñez', 'nun\u0303ez'], ['Juan 2', "O'Neil", 'a.b'], LETTERS],
  [
    'email',
    ['a.b+c@mail.example.ph'],
    ['a@b', 'a b@c.ph', '@c.ph', 'a@c..ph', 'a@-c.ph', '-oX@c.ph', '.a@c.ph', 'a..b@c.ph', 'a.@c.ph'],
    'must be a valid email address.',
  ],
  [
    'phone',
    ['1234567', '639171234567890'],
    ['123456', '1234567890123456', '+639171234567', '123-4567'],
    'must contain only digits and be between 7 and 15 digits long.',
  ],
  ['number', ['007'], ['1.5', '-1', '1,000', '٣'], 'must contain only digits.'],
  ['code', ['ACCT01', 'A 1'], ['SMP-001', 'A/1', 'A_1', 'A\t1'], NUMBERS_AND_LETTERS],
  [
    'general',
    ['SAMPOL PADALA SERVICES, INC. (HOB) 1/2', 'SMP-001'],
    ['S&R', 'a;b', '<b>', 'a\nb'],
    NUMBERS_AND_LETTERS,
  ],
  ['bank', ['BDO Unibank, Inc.', 'CIB - BPI CA 0001'], ['A&B', '#1'], NUMBERS_AND_LETTERS],
  ['amount', ['1,234.50'], ['-5', '1e3', '₱5', '1 000'], 'can only contain numbers and dot.'],
  [
    'address',
    ['12 Rizal St., Brgy. San Jose (Pob.), Biñan-City'],
    ['12/3 Rizal', '#12 Rizal'],
    'can only contain letters, numbers, spaces, parentheses or hyphens.',
  ],
  ['bank_account', ['0000-1111-22'], ['0000 1111', '12a'], 'can only contain numbers and hyphens.'],
];

describe('kinds', () => {
  it.each(CASES)('%s admits and refuses what the specification says', (kind, admitted, refused, message) => {
    for (const value of admitted) expect(checkFieldText(kind, 'branch name', value)).toBeNull();
    for (const value of refused) expect(checkFieldText(kind, 'branch name', value)).toBe(`branch name ${message}`);
  });

  it('lets the search bar take its wider set and names no field', () => {
    expect(checkFieldText('search', 'Search', `A&B "ñ" $1, (x)/y. o'k-1`)).toBeNull();
    expect(checkFieldText('search', 'Search', 'a;b')).toBe(
      'Search bar can only contain letters, numbers, spaces, parentheses, or hyphens.',
    );
  });

  it('covers every kind', () => {
    expect([...CASES.map(([kind]) => kind), 'search'].toSorted()).toEqual(Object.keys(FIELD_RULES).toSorted());
  });

  it('names an unknown kind', () => {
    expect(checkFieldText('colour', 'branch name', 'x')).toBe('Unsupported field type for branch name.');
    expect(isFieldKind('toString')).toBe(false);
  });

  it('keeps a label that looks like a replacement pattern', () => {
    expect(checkFieldText('number', '$& name', 'x')).toBe('$& name must contain only digits.');
  });
});

describe('presence', () => {
  it('requires content', () => {
    for (const value of [null, undefined, '', '   ']) {
      expect(checkFieldText('general', 'company name', value)).toBe('company name is required.');
    }
  });

  it('lets an optional field be absent, but not blank', () => {
    expect(checkFieldText('general', 'remarks', null, 'optional')).toBeNull();
    expect(checkFieldText('general', 'remarks', '', 'optional')).toBeNull();
    expect(checkFieldText('general', 'remarks', '  ', 'optional')).toBe('remarks cannot be empty');
    expect(checkFieldText('number', 'zip code', 'x', 'optional')).toBe('zip code must contain only digits.');
  });
});

const HIDDEN = [
  '😀',
  '👨‍👩‍👧',
  '🇵🇭',
  '👍🏽',
  '1️⃣',
  '❤️',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u202e',
  '\u00ad',
  '\u3164',
  '\u{e0041}',
];

describe('emoji and characters without width', () => {
  it.each(HIDDEN)('refuses %j in every kind', (hidden) => {
    for (const kind of Object.keys(FIELD_RULES).filter(isFieldKind)) {
      expect(checkFieldText(kind, 'branch name', `12${hidden}34567`)).toBe(
        FIELD_RULES[kind].message.replace('{field}', 'branch name'),
      );
    }
  });

  it('strips them and keeps the rest', () => {
    expect(stripEmoji(`Peña ${HIDDEN.join('')}& Co. #1 ₱5`)).toBe('Peña 1& Co. #1 ₱5');
  });
});

describe('flattenServerErrors', () => {
  it('removes paths, replaces underscores, lists each message once in order', () => {
    expect(
      flattenServerErrors({
        'headers.0.document_date': ['The headers.0.document_date field is required.'],
        'headers.1.document_date': ['The headers.1.document_date field is required.'],
        'company.company_name': ['company.company_name is required.'],
        details: [
          'line 10: branch is required.',
          'line 2: branch is required.',
          'details.4.debit_amount is too large.',
        ],
        'headers.0.remarks': [' headers.0.remarks is too long. '],
        acct_code: ['acct_code is already used.'],
      }),
    ).toEqual([
      'acct code is already used.',
      'company name is required.',
      'debit amount is too large.',
      'line 2: branch is required.',
      'line 10: branch is required.',
      'remarks is too long.',
      'The document date field is required.',
    ]);
  });

  it('leaves decimals and addresses alone', () => {
    expect(flattenServerErrors({ amount: ['Only 100.00 of 1,200.50 is open. Ask a.b@mail.ph.'] })).toEqual([
      'Only 100.00 of 1,200.50 is open. Ask a.b@mail.ph.',
    ]);
    expect(flattenServerErrors({})).toEqual([]);
  });
});
