import { describe, expect, it } from 'vitest';
import { requireRate } from '../money/rate.ts';
import { pesoAmounts, pesosByRate, validateEntry } from './journal-entry.ts';
import type { AccountFacts, DraftEntry, DraftLine, EntryFacts } from './journal-entry.ts';

const [PHP, USD, EUR] = [1, 2, 3];

function account(currency_id: number, acct_group: string, facts: Partial<AccountFacts> = {}): AccountFacts {
  const acct_class = acct_group === 'I' || acct_group === 'E' ? 'I' : 'B';
  return { acct_type: 'S', acct_class, acct_group, currency_id, active: true, ...facts };
}

const FACTS: EntryFacts = {
  accounts: new Map([
    ['102103', account(PHP, 'A')],
    ['102303', account(USD, 'A')],
    ['102403', account(EUR, 'A')],
    ['105030', account(USD, 'A')],
    ['108020', account(PHP, 'A')],
    ['201050', account(USD, 'L')],
    ['203030', account(PHP, 'L')],
    ['404020', account(PHP, 'I')],
    ['404099', account(PHP, 'I', { acct_class: 'B' })],
    ['502050', account(PHP, 'E')],
    ['506090', account(PHP, 'E')],
    ['502000', account(PHP, 'E', { acct_type: 'G' })],
    ['301050', account(PHP, 'C', { acct_class: 'I' })],
    ['506099', account(PHP, 'E', { acct_class: 'B' })],
    ['109999', account(PHP, 'A', { active: false })],
  ]),
  branches: new Map([
    [1, { code: 'SMP-001', active: true }],
    [2, { code: 'SMP-014', active: false }],
  ]),
  departments: new Map([
    [1, { code: 'ACCT', active: true }],
    [2, { code: 'TREA', active: true }],
  ]),
  sections: new Map([[1, { code: 'ACCT01', active: true, department_id: 1 }]]),
  payees: new Map([[1, { code: 'P000001', active: false }]]),
};

function line(
  account_code: string,
  debit_amount: string,
  credit_amount: string,
  facts: Partial<DraftLine> = {},
): DraftLine {
  return {
    account_code,
    debit_amount,
    credit_amount,
    branch_id: 1,
    department_id: 1,
    section_id: null,
    payee_id: null,
    ...facts,
  };
}

function entry(lines: DraftLine[], facts: Partial<DraftEntry> = {}): DraftEntry {
  return { currency_id: PHP, dollar_rate: '1', adjusting: false, lines, ...facts };
}

function messages(draft: DraftEntry, purpose: 'draft' | 'complete' = 'complete'): string[] {
  const result = validateEntry(draft, FACTS, purpose);
  return result.ok ? [] : result.faults.map((fault) => fault.message);
}

/** Where each fault stands: line (none for the entry), field and code. */
function places(draft: DraftEntry): string[] {
  const result = validateEntry(draft, FACTS, 'complete');
  return result.ok ? [] : result.faults.map(({ line: at, field, code }) => `${at ?? 'entry'} ${field} ${code}`);
}

const VOUCHER = [
  line('502050', '50,000.00', ''),
  line('108020', '6000.00', '0.00', { department_id: null }),
  line('203030', '', '1000', { department_id: null }),
  line('102103', '', '55000.00', { department_id: null }),
];

describe('a peso entry', () => {
  it('is accepted as worked example E04 books it', () => {
    const result = validateEntry(entry(VOUCHER), FACTS, 'complete');
    if (!result.ok) throw new Error(result.faults[0]?.message);
    expect(result.lines.map((amounts) => [amounts.debit_php_minor, amounts.credit_php_minor])).toEqual([
      [50_000_00n, 0n],
      [6_000_00n, 0n],
      [0n, 1_000_00n],
      [0n, 55_000_00n],
    ]);
  });

  it('must balance, unless it is a draft', () => {
    const draft = entry([line('102103', '100.00', ''), line('203030', '', '99.99')]);
    expect(messages(draft)).toEqual(['Entry is not balanced: PHP debit 100.00, credit 99.99, difference 0.01.']);
    expect(messages(draft, 'draft')).toEqual([]);
  });

  it('has 2 to 5,000 lines', () => {
    const text = 'An entry needs 2 to 5,000 lines.';
    const [first] = VOUCHER;
    if (first === undefined) throw new Error('the voucher has lines');
    const many = (count: number) => entry(Array.from({ length: count }, () => first));
    expect(messages(many(0))).toContain(text);
    expect(messages(many(1))).toContain(text);
    expect(messages(many(5001), 'draft')).toEqual([text]);
    expect(messages(many(1), 'draft')).toEqual([]);
    const full = Array.from({ length: 5000 }, (_, index) => line('102103', index % 2 ? '1' : '', index % 2 ? '' : '1'));
    expect(messages(entry(full))).toEqual([]);
  });

  it.each([
    ['5', '5'],
    ['', ''],
    ['0.00', '0'],
    ['1.005', ''],
    ['-5', ''],
    ['1000000000000000', ''],
    ['abc', ''],
    ['5', 'abc'],
    ['abc', '5'],
  ])('refuses the amounts %j and %j on one line', (debit, credit) => {
    expect(messages(entry([line('102103', debit, credit)]), 'draft')).toEqual([
      'line 1: enter either a debit or a credit above 0, at most 2 decimals.',
    ]);
  });

  it('needs a department by class or by group of the account', () => {
    const without = { department_id: null };
    const draft = entry([
      line('301050', '5', '', without),
      line('506099', '', '3', without),
      line('404099', '', '1', without),
      line('102103', '', '1', without),
    ]);
    expect(messages(draft)).toEqual([
      'line 1: department is required on an income or expense account.',
      'line 2: department is required on an income or expense account.',
      'line 3: department is required on an income or expense account.',
    ]);
  });

  it('takes no line of pesos only', () => {
    const draft = entry([line('102103', '', '', { debit_php: '5' })]);
    expect(messages(draft, 'draft')).toEqual(['line 1: enter either a debit or a credit above 0, at most 2 decimals.']);
  });

  it('has rate 1', () => {
    expect(messages(entry(VOUCHER, { dollar_rate: '55.25' }))).toEqual(['dollar rate of a peso entry is 1.']);
  });

  it('names every fault with its line', () => {
    const draft = entry([
      line('502050', '10', '', { department_id: null, branch_id: null }),
      line('502000', '10', '', { branch_id: 2, section_id: 1, department_id: 2 }),
      line('109999', '', '1.001', { payee_id: 1, section_id: 9 }),
      line('', '10', '', { branch_id: 77 }),
      line('888888', '', '20', { department_id: 8, payee_id: 6 }),
    ]);
    expect(messages(draft)).toEqual([
      'line 1: department is required on an income or expense account.',
      'line 1: branch is required.',
      'line 2: account 502000 is a heading. Choose a subsidiary account.',
      'line 2: branch SMP-014 is inactive.',
      'line 2: section ACCT01 is not of this department.',
      'line 3: enter either a debit or a credit above 0, at most 2 decimals.',
      'line 3: account 109999 is inactive.',
      'line 3: section 9 does not exist.',
      'line 3: payee P000001 is inactive.',
      'line 4: account is required.',
      'line 4: branch 77 does not exist.',
      'line 5: account 888888 does not exist.',
      'line 5: department 8 does not exist.',
      'line 5: payee 6 does not exist.',
    ]);
    expect(places(draft)).toEqual([
      '1 department_id required',
      '1 branch_id required',
      '2 account_code not_postable',
      '2 branch_id inactive',
      '2 section_id section_department',
      '3 debit_amount amount',
      '3 account_code inactive',
      '3 section_id unknown',
      '3 payee_id inactive',
      '4 account_code required',
      '4 branch_id unknown',
      '5 account_code unknown',
      '5 department_id unknown',
      '5 payee_id unknown',
    ]);
    expect(places(entry([], { dollar_rate: '2' }))).toEqual(['entry details line_count', 'entry dollar_rate rate']);
    const unbalanced = entry([line('102303', '1', ''), line('102103', '', '3')]);
    expect(places(unbalanced)).toEqual(['1 account_code account_currency', 'entry details not_balanced']);
    expect(messages(unbalanced)).toContain('Entry is not balanced: PHP debit 1.00, credit 3.00, difference 2.00.');
  });

  it('takes a section of its department, and a blank as no amount', () => {
    expect(messages(entry([line('102103', '5', ' ', { section_id: 1 }), line('203030', ' ', '5')]))).toEqual([]);
  });
});

describe('a foreign entry', () => {
  const DOLLARS = { currency_id: USD, dollar_rate: '55.25' };
  const PAYMENT = entry(
    [
      line('201050', '1234.56', ''),
      line('102303', '', '1234.56'),
      line('404020', '', '', { debit_php: '555.55' }),
      line('201050', '0', '0', { credit_php: '555.55' }),
    ],
    DOLLARS,
  );

  it('books the dollar cheque of worked example E06 with its realised loss', () => {
    const result = validateEntry(PAYMENT, FACTS, 'complete');
    if (!result.ok) throw new Error(result.faults[0]?.message);
    expect(result.lines.map((one) => [one.debit_php_minor, one.credit_php_minor])).toEqual([
      [68_209_44n, 0n],
      [0n, 68_209_44n],
      [555_55n, 0n],
      [0n, 555_55n],
    ]);
    expect(result.lines.map((one) => [one.debit_minor, one.credit_minor])).toEqual([
      [1_234_56n, 0n],
      [0n, 1_234_56n],
      [0n, 0n],
      [0n, 0n],
    ]);
  });

  it('lists the difference of each currency', () => {
    const draft = entry(
      [line('102303', '100', ''), line('105030', '', '90'), line('404020', '', '', { debit_php: '1' })],
      DOLLARS,
    );
    expect(messages(draft)).toEqual([
      'Entry is not balanced: USD debit 100.00, credit 90.00, difference 10.00.',
      'Entry is not balanced: PHP debit 5,526.00, credit 4,972.50, difference 553.50.',
    ]);
  });

  it('takes accounts in its currency and in pesos only', () => {
    const draft = entry([line('102303', '100', ''), line('102403', '', '50'), line('102103', '', '50')], DOLLARS);
    expect(messages(draft)).toEqual(['line 2: account 102403 is kept in EUR; this entry is in USD.']);
  });

  it('needs a rate above 0', () => {
    const text = 'dollar rate must be a number above 0 with at most 6 decimals.';
    for (const dollar_rate of ['0', '-56', '56,5', 'NaN', '']) {
      expect(messages({ ...PAYMENT, dollar_rate })).toEqual([text]);
    }
  });

  it('settles a payable at the rate it was booked at, with the loss as its difference', () => {
    const settled = entry(
      [
        line('201050', '1234.56', '', { debit_php: '67653.89' }),
        line('404020', '', '', { debit_php: '555.55' }),
        line('102303', '', '1234.56'),
      ],
      DOLLARS,
    );
    const result = validateEntry(settled, FACTS, 'complete');
    if (!result.ok) throw new Error(result.faults[0]?.message);
    expect(result.lines.map((amounts) => [amounts.debit_php_minor, amounts.credit_php_minor])).toEqual([
      [67_653_89n, 0n],
      [555_55n, 0n],
      [0n, 68_209_44n],
    ]);
  });

  it('takes the pesos that the rate gives as those of the rate, on any account', () => {
    const echoed = [
      line('102303', '2', '', { debit_php: '110.50', credit_php: '0.00' }),
      line('105030', '', '2', { credit_php: '110.50' }),
    ];
    expect(messages(entry(echoed, DOLLARS))).toEqual([]);
    expect(messages(entry([line('102103', '2', '', { debit_php: '2.00' }), line('102103', '', '2')]))).toEqual([]);
  });

  it.each([
    [
      'on a peso account',
      [line('102103', '2', '', { debit_php: '9' }), line('102303', '', '2')],
      DOLLARS,
      'line 1: account 102103 is kept in PHP, so its pesos follow the rate.',
    ],
    [
      'on both sides',
      [line('201050', '2', '', { debit_php: '9' }), line('102303', '', '2', { credit_php: '9' })],
      DOLLARS,
      'line 2: pesos other than those of the rate stand on one side only, and line 1 has them as a debit.',
    ],
    [
      'on the other side',
      [line('201050', '2', '', { credit_php: '110.50' }), line('102303', '', '2')],
      DOLLARS,
      'line 1: pesos stand on the side of the amount, with at most 2 decimals.',
    ],
    [
      'that cannot be read',
      [line('201050', '2', ''), line('102303', '', '2', { credit_php: 'x' })],
      DOLLARS,
      'line 2: pesos stand on the side of the amount, with at most 2 decimals.',
    ],
    [
      'in a peso entry',
      [line('102103', '2', '', { debit_php: '9' }), line('102103', '', '2')],
      {},
      'line 1: a peso entry is booked at its amounts. Leave the pesos empty.',
    ],
  ] as const)('refuses pesos of its own %s', (_, lines, header, message) => {
    expect(messages(entry([...lines], header), 'draft')).toEqual([message]);
  });

  it('says at which field and line pesos are wrong', () => {
    const wrong = (debit: Partial<DraftLine>, credit: Partial<DraftLine>) =>
      places(entry([line('201050', '2', '', debit), line('102303', '', '2', credit)], DOLLARS));
    expect(wrong({ credit_php: '5' }, { debit_php: '5' })).toEqual(['1 debit_php pesos', '2 credit_php pesos']);
    expect(wrong({ debit_php: 'x' }, {})).toEqual(['1 debit_php pesos']);
    expect(wrong({ debit_php: '9' }, { credit_php: '9' })).toEqual(['2 credit_php pesos']);
    const onPesos = entry([line('102103', '2', '', { debit_php: '9' }), line('102303', '', '2')], DOLLARS);
    expect(places(onPesos)[0]).toBe('1 debit_php pesos');
  });

  it('takes pesos of its own on the credit alone, names the debit that has them too, and none of an unknown account', () => {
    const credit = line('201050', '', '2', { credit_php: '9' });
    expect(messages(entry([credit, line('102303', '2', '')], DOLLARS), 'draft')).toEqual([]);
    expect(messages(entry([credit, line('102303', '2', '', { debit_php: '8' })], DOLLARS), 'draft')).toEqual([
      'line 1: pesos other than those of the rate stand on one side only, and line 2 has them as a debit.',
    ]);
    const unknown = line('888888', '2', '', { debit_php: '9' });
    expect(messages(entry([unknown], DOLLARS), 'draft')).toEqual(['line 1: account 888888 does not exist.']);
  });

  it('stays in its currency when it adjusts', () => {
    const adjusting = { ...DOLLARS, adjusting: true };
    const draft = entry([line('102403', '2', ''), line('102303', '', '2')], adjusting);
    expect(messages(draft)).toEqual(['line 1: account 102403 is kept in EUR; this entry is in USD.']);
    const own = entry([line('105030', '2', ''), line('102303', '', '2')], adjusting);
    expect(messages(own)).toEqual([]);
  });

  it('takes a difference line on one side and without amounts only', () => {
    const text = 'line 1: enter either a debit or a credit above 0, at most 2 decimals.';
    for (const draft of [
      line('404020', '', '', { debit_php: '5', credit_php: '5' }),
      line('404020', '', '', { debit_php: '5.001' }),
      line('404020', '5', '5', { debit_php: '5' }),
    ]) {
      expect(messages(entry([draft], DOLLARS), 'draft')).toEqual([text]);
    }
  });

  it('refuses a line that has no peso value', () => {
    const tiny = entry([line('102303', '0.01', ''), line('105030', '', '0.01')], {
      currency_id: USD,
      dollar_rate: '0.3',
    });
    expect(messages(tiny)).toEqual([
      'line 1: the amount is less than one centavo at this rate.',
      'line 2: the amount is less than one centavo at this rate.',
    ]);
    expect(places(tiny)).toEqual(['1 debit_amount no_peso_value', '2 debit_amount no_peso_value']);
  });
});

describe('a foreign account in a peso entry', () => {
  const LINES = [line('102303', '1500', ''), line('105030', '600', ''), line('506090', '', '2100')];

  it('is refused in an ordinary journal', () => {
    expect(messages(entry(LINES))).toEqual([
      'line 1: account 102303 is kept in USD; this entry is in PHP.',
      'line 2: account 105030 is kept in USD; this entry is in PHP.',
    ]);
  });

  it('is revalued by the adjusting journal of worked example E06', () => {
    expect(messages(entry(LINES, { adjusting: true }))).toEqual([]);
  });
});

describe('pesosByRate', () => {
  it('keeps the pesos of a difference line, of either side, and converts every other line', () => {
    const none = { debit_minor: 0n, credit_minor: 0n };
    const lines = [
      { ...none, debit_php_minor: 7n },
      { ...none, credit_php_minor: 7n },
      { debit_minor: 4n, credit_minor: 0n, debit_php_minor: 900n },
    ];
    expect(pesosByRate(lines, requireRate('0.5'))).toEqual([
      { debit_php_minor: 7n, credit_php_minor: 0n },
      { debit_php_minor: 0n, credit_php_minor: 7n },
      { debit_php_minor: 2n, credit_php_minor: 0n },
    ]);
  });
});

describe('pesoAmounts', () => {
  const thirds = [33_33n, 33_33n, 33_34n];

  it('puts the rounding difference on the largest line, whichever side it is on', () => {
    const half = requireRate('0.5');
    const debits = thirds.map((debit_minor) => ({ debit_minor, credit_minor: 0n }));
    const credits = thirds.map((credit_minor) => ({ debit_minor: 0n, credit_minor }));
    expect(pesoAmounts([...debits, { debit_minor: 0n, credit_minor: 100_00n }], half)).toEqual([
      ...[16_67n, 16_67n, 16_67n].map((debit_php_minor) => ({ debit_php_minor, credit_php_minor: 0n })),
      { debit_php_minor: 0n, credit_php_minor: 50_01n },
    ]);
    expect(pesoAmounts([{ debit_minor: 100_00n, credit_minor: 0n }, ...credits], half)[0]).toEqual({
      debit_php_minor: 50_01n,
      credit_php_minor: 0n,
    });
  });

  it('takes the first of equally large lines and never a difference line', () => {
    const sides = pesoAmounts(
      [
        { debit_minor: 0n, credit_minor: 0n, debit_php_minor: 900n, credit_php_minor: 0n },
        ...[5n, 5n].map((debit_minor) => ({ debit_minor, credit_minor: 0n })),
        ...[3n, 3n, 3n, 1n].map((credit_minor) => ({ debit_minor: 0n, credit_minor })),
        { debit_minor: 0n, credit_minor: 0n, debit_php_minor: 0n, credit_php_minor: 900n },
      ],
      requireRate('0.5'),
    ).map((pesos) => pesos.debit_php_minor - pesos.credit_php_minor);
    expect(sides).toEqual([900n, 4n, 3n, -2n, -2n, -2n, -1n, -900n]);
  });

  it('leaves an unbalanced document as it converts', () => {
    const pesos = pesoAmounts(
      [
        { debit_minor: 100n, credit_minor: 0n },
        { debit_minor: 0n, credit_minor: 50n },
      ],
      requireRate('55.25'),
    );
    expect(pesos[0]?.debit_php_minor).toBe(5525n);
    expect(pesos[1]?.credit_php_minor).toBe(2763n);
  });
});
