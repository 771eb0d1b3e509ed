import { describe, expect, it } from 'vitest';
import { requireCalendarDate } from '../../calendar/calendar-date.ts';
import { amountText, parseAmount } from '../../money/money.ts';
import { parsePercentage } from '../../money/rate.ts';
import { entryOfTemplate, type TemplateChoices, type TemplateUse } from './entry-of-template.ts';
import { lastAmounts } from './last-amounts.ts';
import { dateInPeriod, isDue } from './regular-schedule.ts';
import type { RegularTemplate, TemplateLine } from './regular-template.ts';

const NONE = { payee_id: null, branch_id: null, department_id: null, section_id: null, billing_service_id: null };
const line = (id: number, given: Partial<TemplateLine> = {}): TemplateLine => ({
  ...NONE,
  id,
  account_id: id,
  section_no: 1,
  amount_mode: 'ask',
  side: 'D',
  part: null,
  amount_minor: 0n,
  atc_id: null,
  remarks: null,
  ...given,
});
const part = (id: number, which: 'vat' | 'withheld' | 'bank', side: 'D' | 'C') =>
  line(id, { amount_mode: 'part', part: which, side });

/** Electricity of picture 26: one asked amount gives VAT, tax withheld and what is paid. */
const ELECTRICITY: RegularTemplate = {
  document_type: 'OB',
  payee_id: 1,
  bank_id: 1,
  currency_id: 1,
  vat: null,
  atc_id: null,
  schedule: 'monthly',
  first_period: null,
  last_period: null,
  day: 31,
  sections: [{ section_no: 1, section_name: 'Lines' }],
  lines: [line(1), part(2, 'vat', 'D'), part(3, 'withheld', 'C'), part(4, 'bank', 'C')],
};
const named = (...off: number[]) =>
  new Map([1, 2, 3, 4, 5, 6].map((id) => [id, { label: `No. ${id}`, active: !off.includes(id) }]));
const choices = (off: Partial<Record<keyof TemplateChoices['records'], number[]>> = {}): TemplateChoices => ({
  records: {
    account: named(...(off.account ?? [])),
    payee: named(...(off.payee ?? [])),
    branch: named(...(off.branch ?? [])),
    department: named(...(off.department ?? [])),
    section: named(),
    bank: named(),
    billing_service: named(),
    alpha_tax_code: named(),
  },
  account_currencies: new Map([[6, 2]]),
});
const use = (amounts: Record<number, string>, given: Partial<TemplateUse> = {}): TemplateUse => ({
  period: 202506,
  document_date: requireCalendarDate('2025-06-30'),
  amounts: new Map(Object.entries(amounts).map(([id, text]) => [Number(id), parseAmount(text)!])),
  last: new Map(),
  vat: 1,
  atc_id: 9,
  rates: new Map([[9, parsePercentage('2.00')!]]),
  choices: choices(),
  ...given,
});
const made = (template: RegularTemplate, given: TemplateUse) => {
  const result = entryOfTemplate(template, given);
  return result.ok
    ? result.lines.map((one) => [one.line.id, amountText(one.debit_minor), amountText(one.credit_minor)])
    : result.faults.map(({ rule, message }) => [rule, message]);
};

describe('the entry of a template', () => {
  it('makes VAT, tax withheld and what is paid of one asked amount', () => {
    expect(made(ELECTRICITY, use({ 1: '22400.00' }))).toEqual([
      [1, '20000.00', '0.00'],
      [2, '2400.00', '0.00'],
      [3, '0.00', '400.00'],
      [4, '0.00', '22000.00'],
    ]);
    const result = entryOfTemplate(ELECTRICITY, use({ 1: '22400.00' }));
    const { total_minor, vat_minor, withheld_minor, net_minor } = result.sums;
    expect([total_minor, vat_minor, withheld_minor, net_minor].map((sum) => amountText(sum))).toEqual([
      '22400.00',
      '2400.00',
      '400.00',
      '22000.00',
    ]);
  });

  it('withholds under the code of a line before that of the header, and claims no VAT without a line for it', () => {
    const lines = [line(1, { atc_id: 5 }), part(3, 'withheld', 'C'), part(4, 'bank', 'C')];
    const rates = new Map([[5, parsePercentage('5.00')!]]);
    expect(made({ ...ELECTRICITY, lines }, use({ 1: '1120.00' }, { rates }))).toEqual([
      [1, '1120.00', '0.00'],
      [3, '0.00', '50.00'],
      [4, '0.00', '1070.00'],
    ]);
  });

  it('takes fixed amounts, those of last time, and what is given before both; 0.00 drops a line', () => {
    const lines = [
      line(1, { amount_mode: 'fixed', amount_minor: 100n }),
      line(2, { amount_mode: 'last' }),
      line(5),
      line(4, { side: 'C', part: 'bank', amount_mode: 'part' }),
    ];
    const template = { ...ELECTRICITY, lines };
    const last = new Map([[2, 250n]]);
    const given = use({ 5: '0.00' }, { last, vat: 0 });
    expect(made(template, given)).toEqual([
      [1, '1.00', '0.00'],
      [2, '2.50', '0.00'],
      [4, '0.00', '3.50'],
    ]);
    expect(made(template, use({ 1: '9.00', 2: '0.00', 5: '0.00' }, { last, vat: 0 }))).toEqual([
      [1, '9.00', '0.00'],
      [4, '0.00', '9.00'],
    ]);
  });

  it('stands in the order of its sections', () => {
    const lines = [line(1, { section_no: 2 }), line(2, { section_no: 1 }), line(3, { side: 'C' })];
    const template: RegularTemplate = { ...ELECTRICITY, document_type: 'JE', lines };
    expect(made(template, use({ 1: '1.00', 2: '1.00', 3: '2.00' })).map(([id]) => id)).toEqual([2, 3, 1]);
  });

  it.each<[string, RegularTemplate, TemplateUse, string[]]>([
    ['an amount misses', ELECTRICITY, use({}), ['missing_amount']],
    ['nothing is left', ELECTRICITY, use({ 1: '0.00' }), ['no_lines']],
    [
      'it does not balance',
      { ...ELECTRICITY, document_type: 'JE', lines: [line(1), line(2, { side: 'C' })] },
      use({ 1: '1.00', 2: '1.01' }),
      ['unbalanced'],
    ],
    ['the date is of another period', ELECTRICITY, use({ 1: '1.00' }, { period: 202507 }), ['wrong_date']],
    ['the period is after its last', { ...ELECTRICITY, last_period: 202505 }, use({ 1: '1.00' }), ['outside_periods']],
    ['an account is inactive', ELECTRICITY, use({ 1: '1.00' }, { choices: choices({ account: [1] }) }), ['inactive']],
    [
      'a department is unknown',
      { ...ELECTRICITY, lines: [line(1, { department_id: 99 }), part(4, 'bank', 'C')] },
      use({ 1: '1.00' }),
      ['unknown'],
    ],
    [
      'an account is kept in another currency',
      { ...ELECTRICITY, lines: [line(6), part(4, 'bank', 'C')] },
      use({ 6: '1.00' }),
      ['different_currency'],
    ],
  ])('is refused when %s', (_name, template, given, rules) => {
    expect(made(template, given).map(([rule]) => rule)).toEqual(rules);
  });

  it('names the line and the field of a fault', () => {
    const lines = [line(1, { department_id: 2 }), part(4, 'bank', 'C')];
    expect(made({ ...ELECTRICITY, lines }, use({ 1: '1.00' }, { choices: choices({ department: [2] }) }))).toEqual([
      ['inactive', 'Line 1, Department: No. 2 is inactive.'],
    ]);
  });

  it('keeps its balance and gives back what it was asked, whatever the amounts', () => {
    const lines = [line(1), line(5), ...ELECTRICITY.lines.slice(1)];
    for (let seed = 1n, round = 0; round < 500; round += 1) {
      seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % (1n << 63n);
      const [one, other] = [((seed >> 20n) % 10_000_000n) + 1n, ((seed >> 7n) % 99_999n) + 1n];
      const amounts = new Map([
        [1, one],
        [5, other],
      ]);
      const result = entryOfTemplate({ ...ELECTRICITY, lines }, use({}, { amounts }));
      if (!result.ok) throw new Error(JSON.stringify(result.faults));
      const posted = result.lines.map(({ line: place, debit_minor, credit_minor }) => ({
        ...place,
        debit_minor,
        credit_minor,
      }));
      const sum = (side: 'debit_minor' | 'credit_minor') => posted.reduce((total, row) => total + row[side], 0n);
      expect(sum('debit_minor')).toBe(sum('credit_minor'));
      const again = lastAmounts({ lines }, posted, 1);
      expect(again.get(1)! + again.get(5)!).toBe(one + other);
    }
  });
});

it('takes last amounts by place, the n-th of equal ones', () => {
  const twice = { account_id: 1, branch_id: 3 };
  const lines = [line(1, twice), line(2, twice), line(3, { side: 'C' })];
  const posted = (debit_minor: bigint, credit_minor: bigint, given: object = {}) => ({
    ...NONE,
    account_id: 1,
    debit_minor,
    credit_minor,
    ...given,
  });
  const found = lastAmounts({ lines }, [posted(5n, 0n, { branch_id: 3 }), posted(7n, 0n, { branch_id: 3 })], 0);
  expect([...found]).toEqual([
    [1, 5n],
    [2, 7n],
  ]);
});

describe('a schedule', () => {
  const of = (schedule: 'none' | 'monthly' | 'quarterly' | 'half_yearly' | 'yearly', first: number | null = null) =>
    [202501, 202502, 202503, 202504, 202505, 202506, 202509, 202512].filter((period) =>
      isDue({ schedule, first_period: first, last_period: 202512, day: 31 }, period),
    );
  it('is due in its months, counted from its first period or the end of the year', () => {
    expect(of('none')).toEqual([]);
    expect(of('monthly', 202505)).toEqual([202505, 202506, 202509, 202512]);
    expect(of('quarterly')).toEqual([202503, 202506, 202509, 202512]);
    expect(of('quarterly', 202502)).toEqual([202502, 202505]);
    expect(of('half_yearly')).toEqual([202506, 202512]);
    expect(of('yearly')).toEqual([202512]);
  });

  it('falls on its day, or on the last of a month that has no such day', () => {
    expect([
      dateInPeriod(5, 202502),
      dateInPeriod(30, 202502),
      dateInPeriod(31, 202506),
      dateInPeriod(1, 202513),
    ]).toEqual(['2025-02-05', '2025-02-28', '2025-06-30', null]);
  });
});
