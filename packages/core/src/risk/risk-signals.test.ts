import { describe, expect, it } from 'vitest';
import { addDays, requireCalendarDate } from '../calendar/calendar-date.ts';
import { STATUS } from '../documents/status.ts';
import { parsePercentage } from '../money/rate.ts';
import { riskSignals, type OtherPayment, type RiskFacts, type SharedFile } from './risk-signals.ts';

const day = requireCalendarDate;
/** A Tuesday. */
const DAY = day('2026-03-10');

const LEVELS = [
  { level_code: 'L2', level_name: 'Department Head', min_amount_minor: 20_000_01n },
  { level_code: 'L3', level_name: 'Finance Director', min_amount_minor: 100_000_01n },
  { level_code: 'L1', level_name: 'Section Head', min_amount_minor: 0n },
];

const QUIET: RiskFacts = {
  status: STATUS.FOR_APPROVAL_1,
  today: DAY,
  duplicate_days: 30,
  payee_account_days: 14,
  currency: 'PHP',
  amount_php_minor: 15_000_00n,
  is_series: false,
  regular_trx: null,
  documents: [{ document_date: DAY, amount_minor: 15_000_00n, reference: 'si00123' }],
  payments: [],
  shared_files: [],
  same_day: [],
  levels: LEVELS,
  payees: [],
  payee_account: null,
  holidays: [],
  withholding: [],
  withholding_reason: '',
};

const other = (change: Partial<OtherPayment>): OtherPayment => ({
  batch_id: '7',
  document_date: DAY,
  amount_minor: 1n,
  currency: 'PHP',
  regular_trx: null,
  reference: null,
  ...change,
});
const payments = (change: Partial<OtherPayment>): Partial<RiskFacts> => ({ payments: [other(change)] });
const alike = (days: number) => payments({ amount_minor: 15_000_00n, document_date: addDays(DAY, days) });
const alikeOf = (regular_trx: number, days = -10) =>
  payments({ amount_minor: 15_000_00n, regular_trx, document_date: addDays(DAY, days) });
const said = (days: number) => payments({ reference: 'si00123', document_date: addDays(DAY, days) });
const account = (added: number, changed: number | null = null, is_first = false): Partial<RiskFacts> => ({
  payee_account: {
    account_number: '0001',
    added_on: addDays(DAY, -added),
    changed_on: changed === null ? null : addDays(DAY, -changed),
    is_first,
  },
});
const sameDay = (...amounts: bigint[]): Partial<RiskFacts> => ({
  same_day: amounts.map((amount_php_minor, place) => ({ batch_id: `${place + 1}`, amount_php_minor })),
});
const file = (pays: boolean): Partial<RiskFacts> => ({ shared_files: [{ name: 'si.pdf', batch_id: '9', pays }] });
const dated = (date: string, rest: Partial<RiskFacts> = {}): Partial<RiskFacts> => ({
  documents: [{ ...QUIET.documents[0]!, document_date: day(date) }],
  ...rest,
});
const withheld = (credit_minor: bigint): Partial<RiskFacts> => ({
  withholding: [
    {
      line_no: 3,
      role: 'EWT',
      debit_minor: 0n,
      credit_minor,
      tax_base_minor: 50_000_00n,
      tax_code: { atc_code: 'WC120', rate: parsePercentage('2.00')! },
      payee: null,
    },
  ],
  withholding_reason: 'Agreed with the payee',
});
const paid = (change: Partial<RiskFacts['payees'][number]>): Partial<RiskFacts> => ({
  payees: [
    { payee_code: 'P1', payee_desc: 'Ana', held_by: null, employee_status: 0, sub_agent_status: null, ...change },
  ],
});
const goodFriday = { holidays: [{ date: day('2026-04-03'), name: 'Good Friday' }] };

/** Each signal on both sides of its border: what differs from a quiet payment, and the signals that it then has. */
const BORDERS: readonly [string, Partial<RiskFacts>, string][] = [
  ['nothing in common', payments({}), ''],
  ['the same remarks on day 30', said(-30), 'same_reference high'],
  ['the same remarks on day 31', said(-31), ''],
  ['the same remarks 30 days ahead', said(30), 'same_reference high'],
  ['the same remarks 31 days ahead', said(31), ''],
  ['no remarks on either', { ...payments({}), documents: [{ ...QUIET.documents[0]!, reference: null }] }, ''],
  ['the same amount on day 30', alike(-30), 'same_amount high'],
  ['the same amount on day 31', alike(-31), ''],
  ['one centavo more', payments({ amount_minor: 15_000_01n }), ''],
  ['one centavo less', payments({ amount_minor: 14_999_99n }), ''],
  ['the same figure in another currency', payments({ amount_minor: 15_000_00n, currency: 'USD' }), ''],
  ['both the same is one signal', payments({ amount_minor: 15_000_00n, reference: 'si00123' }), 'same_reference high'],
  ['the window is off', { ...alike(0), duplicate_days: 0 }, ''],
  ['the rent of last month, of one template', { ...alikeOf(5), regular_trx: 5 }, ''],
  ['the rent of this month once more', { ...alikeOf(5, -9), regular_trx: 5 }, 'same_amount high'],
  ['the same amount of another template', { ...alikeOf(6), regular_trx: 5 }, 'same_amount high'],
  ['the same amount of a template, and of none', alikeOf(5), 'same_amount high'],
  ['the file of another payment', file(true), 'same_attachment high'],
  ['the file of a journal', file(false), 'same_attachment notice'],
  ['together one centavo below the limit', sameDay(5_000_00n), ''],
  ['together at the limit', sameDay(5_000_01n), 'splitting high'],
  ['itself at the limit', { ...sameDay(5_000_01n), amount_php_minor: 20_000_01n }, ''],
  ['the other at the limit', sameDay(20_000_01n), ''],
  ['three together', sameDay(2_500_00n, 2_500_01n), 'splitting high'],
  ['an employee who is active', paid({}), ''],
  ['an employee who has resigned', paid({ employee_status: 2 }), 'payee_state notice'],
  ['a partner on hold', paid({ held_by: 'BP-1 Kunwari' }), 'payee_state high'],
  ['account added 14 days ago', account(14), 'payee_account high'],
  ['account added 15 days ago', account(15), ''],
  ['first account of the payee', account(14, null, true), 'payee_account notice'],
  ['first account changed 14 days ago', account(99, 14, true), 'payee_account high'],
  ['account changed 15 days ago', account(99, 15), ''],
  ['account window is off', { ...account(0), payee_account_days: 0 }, ''],
  ['tax withheld at the rate of its ATC', withheld(1_000_00n), ''],
  ['tax withheld beside it', withheld(1_000_01n), 'withholding high'],
  ['dated on a Friday', dated('2026-03-13'), ''],
  ['dated on a Saturday', dated('2026-03-14'), 'rest_day notice'],
  ['dated on a Sunday', dated('2026-03-15'), 'rest_day notice'],
  ['dated on a Monday', dated('2026-03-16'), ''],
  ['dated on a holiday', dated('2026-04-03', goodFriday), 'rest_day notice'],
  ['dated on the day before a holiday', dated('2026-04-02', goodFriday), ''],
  ['a series has many dates', dated('2026-03-14', { is_series: true }), ''],
  ['released on a working day', dated('2026-03-14', { status: STATUS.FOR_RELEASE }), ''],
  [
    'released on a Sunday',
    { status: STATUS.FOR_RELEASE, today: day('2026-03-15'), is_series: true },
    'rest_day notice',
  ],
  ['no document yet', { documents: [] }, ''],
  ['what waits for its review is judged', { ...alike(0), status: STATUS.FOR_REVIEW }, 'same_amount high'],
  ['a draft is not judged', { ...alike(0), status: STATUS.ACTIVE }, ''],
  ['what was released is not judged', { ...alike(0), status: STATUS.APPROVED }, ''],
  ['high ones come first', { ...file(false), ...sameDay(5_000_01n) }, 'splitting high, same_attachment notice'],
];

describe('risk signals', () => {
  it.each(BORDERS)('%s', (_case, change, expected) => {
    const found = riskSignals({ ...QUIET, ...change });
    expect(found.map(({ kind, severity }) => `${kind} ${severity}`).join(', ')).toBe(expected);
  });

  it('say in one sentence what is known', () => {
    const shared: SharedFile[] = [
      { name: 'si.pdf', batch_id: '9', pays: true },
      { name: 'po.pdf', batch_id: '9', pays: true },
    ];
    const facts = {
      ...QUIET,
      ...sameDay(5_000_01n),
      ...account(99, 3),
      ...withheld(5_000_00n),
      ...paid({ employee_status: 2 }),
      shared_files: shared,
      status: STATUS.FOR_RELEASE,
    };
    const alikes = [other({ reference: 'si00123' }), other({ batch_id: '8', amount_minor: 15_000_00n })];
    const found = riskSignals({ ...facts, payments: alikes, today: day('2026-03-15') });
    expect(found.map(({ others }) => others.join(' '))).toEqual(['7', '8', '9', '1', '', '', '', '']);
    // What somebody has seen is kept by these words: others would ask again.
    expect(found.map(({ identity }) => identity)).toEqual([
      'same_reference||7',
      'same_amount|PHP 15,000.00|8',
      'same_attachment|po.pdf/si.pdf|9',
      'splitting|L2|1',
      'payee_account|0001/2026-03-07',
      'withholding|line 3 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much',
      'payee_state|Ana has resigned (Employee status). Pay only what is still due.',
      'rest_day|2026-03-15',
    ]);
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'The same payee and the same remarks are on another payment within 30 days.',
      'The same payee is paid the same amount, PHP 15,000.00, by another payment within 30 days.',
      'The attachments po.pdf, si.pdf are also on another payment.',
      'With another payment of the same day, payee and preparer it reaches PHP 20,000.01, from which Department Head approves; each of them stays below.',
      'The bank account 0001 was changed on 7 Mar 2026, within 14 days.',
      'Line 3 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much. Kept because: Agreed with the payee',
      'Ana has resigned (Employee status). Pay only what is still due.',
      'Releasing it today, 15 Mar 2026, pays on a rest day: Sunday.',
    ]);
  });

  it.each<[Partial<RiskFacts>, string]>([
    [
      {
        documents: [QUIET.documents[0]!, { ...QUIET.documents[0]!, document_date: addDays(DAY, 40), amount_minor: 3n }],
        payments: [
          other({ reference: 'si00123', amount_minor: 15_000_00n }),
          other({ reference: 'si00123', batch_id: '8' }),
        ],
      },
      'The same payee and the same remarks are on 2 other payments within 30 days, for the same amount.',
    ],
    [
      { ...alike(-1), duplicate_days: 1 },
      'The same payee is paid the same amount, PHP 15,000.00, by another payment within 1 day.',
    ],
    [file(true), 'The attachment si.pdf is also on another payment.'],
    [file(false), 'The attachment si.pdf is also on another transaction.'],
    [account(14), 'The bank account 0001 was added on 24 Feb 2026, within 14 days.'],
    [
      account(14, null, true),
      "The bank account 0001 is the payee's first and was added on 24 Feb 2026, within 14 days.",
    ],
    [
      {
        withholding: [
          { ...withheld(1n).withholding![0]!, tax_code: null, tax_base_minor: null },
          { ...withheld(2n).withholding![0]!, tax_code: null },
        ],
      },
      'Line 3 withholds 0.01 without an ATC; line 3 withholds 0.01 without its tax base; line 3 withholds 0.02 without an ATC.',
    ],
    [dated('2026-03-14'), 'It is dated 14 Mar 2026, a rest day: Saturday.'],
  ])('say so of %#', (change, sentence) => {
    expect(riskSignals({ ...QUIET, ...change }).map((signal) => signal.sentence)).toEqual([sentence]);
  });

  it('of splitting name the highest level that is passed', () => {
    for (const levels of [LEVELS, LEVELS.toReversed()]) {
      const [found] = riskSignals({ ...QUIET, ...sameDay(19_000_00n, 90_000_00n), levels });
      expect(found).toMatchObject({ kind: 'splitting', others: ['1', '2'] });
      expect(found!.sentence).toContain('PHP 100,000.01, from which Finance Director');
    }
  });

  it('are another signal when another document joins, and the same one whatever the order', () => {
    const two = [other({ reference: 'si00123' }), other({ batch_id: '8', reference: 'si00123' })];
    const identity = (list: OtherPayment[]) => riskSignals({ ...QUIET, payments: list })[0]!.identity;
    expect(identity(two)).toBe(identity(two.toReversed()));
    expect(identity(two)).not.toBe(identity(two.slice(1)));
  });
});
