import { describe, expect, it } from 'vitest';
import { faultsOfGiven, givenAmounts, withReplaced, type GivenForRun } from './given-for-run.ts';
import type { TemplateLine } from './regular-template.ts';

const line = (id: number, given: Partial<TemplateLine> = {}): TemplateLine => ({
  id,
  section_no: 1,
  amount_mode: 'ask',
  side: 'D',
  part: null,
  amount_minor: 0n,
  account_id: 10,
  payee_id: null,
  branch_id: null,
  department_id: 7,
  section_id: null,
  billing_service_id: null,
  atc_id: null,
  remarks: null,
  ...given,
});
const template = { row_version: 3, status: 1, lines: [line(1), line(2, { part: 'vat' })] } as const;
const given = (of: Partial<GivenForRun> = {}): GivenForRun => ({ regular_trx: 5, amounts: [], replace: [], ...of });
const rulesOf = (
  ...[of, is_twice = false, at = template]: [
    Partial<GivenForRun>,
    boolean?,
    { status: 0 | 1; row_version: number; lines: readonly TemplateLine[] }?,
  ]
) => faultsOfGiven(at, given(of), is_twice).map(({ rule }) => rule);

describe('what is given for a template', () => {
  it.each([
    ['is given by an earlier row', {}, true, ['given_twice']],
    ['is given for another version of it', { row_version: 2 }, false, ['changed_meanwhile']],
    [
      'names a line that it has not',
      { replace: [{ line_id: 9, field: 'branch_id', value: 1 }] },
      false,
      ['unknown_line'],
    ],
    ['is below zero', { amounts: [{ line_id: 1, amount: '-1' }] }, false, ['wrong_amount']],
    ['has a third decimal', { amounts: [{ line_id: 1, amount: '1.005' }] }, false, ['wrong_amount']],
    [
      'is of a part, which follows from the others',
      { amounts: [{ line_id: 2, amount: '12' }] },
      false,
      ['wrong_amount'],
    ],
  ] as const)('is refused where it %s', (_name, of, is_twice, rules) => {
    expect(rulesOf(of, is_twice)).toEqual(rules);
  });

  it('is refused where the template is out of use', () => {
    expect(rulesOf({}, false, { ...template, status: 0 })).toEqual(['inactive_template']);
  });

  it('is told whatever refuses it, in one order', () => {
    const amounts = [
      { line_id: 2, amount: 'x' },
      { line_id: 9, amount: '1' },
    ];
    expect(rulesOf({ row_version: 1, amounts }, true, { ...template, status: 0 })).toEqual([
      'given_twice',
      'changed_meanwhile',
      'inactive_template',
      'unknown_line',
      'wrong_amount',
      'wrong_amount',
    ]);
  });

  it('counts in minor units, without what is blank or refused', () => {
    const amounts = ['1,120.50', ' ', '-1', '0'].map((amount, at) => ({ line_id: at + 1, amount }));
    expect([...givenAmounts({ amounts })]).toEqual([
      [1, 112050n],
      [4, 0n],
    ]);
  });

  it('puts records in the place of those of its own line alone', () => {
    const { lines } = withReplaced(template, { replace: [{ line_id: 1, field: 'department_id', value: null }] });
    expect(lines.map(({ department_id }) => department_id)).toEqual([null, 7]);
  });
});
