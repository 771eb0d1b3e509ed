import { describe, expect, it } from 'vitest';
import { chargedSide, correctionOf, runState, runTotals } from './month-run.ts';

describe('a template in the run of a month', () => {
  const found = { is_made: false, missing: 0, is_refused: false };
  it.each([
    ['made, whatever else is found', 'JE', { ...found, is_made: true, is_refused: true }, 'made'],
    ['billed apart, where it bills', 'BI', { ...found, missing: 2 }, 'billing'],
    ['refused before amounts are asked', 'CV', { ...found, missing: 1, is_refused: true }, 'refused'],
    ['asked for amounts', 'CV', { ...found, missing: 1 }, 'missing'],
    ['ready', 'JE', found, 'ready'],
  ] as const)('is %s', (_name, document_type, given, state) => {
    expect(runState({ document_type }, given)).toBe(state);
  });

  it('is told by what it charges: against a bank that is debited by its credits', () => {
    const lineOf = (part: 'bank' | null, side: 'D' | 'C') => ({ part, side }) as never;
    expect(chargedSide({ lines: [lineOf(null, 'D'), lineOf('bank', 'C')] })).toBe('D');
    expect(chargedSide({ lines: [lineOf(null, 'C'), lineOf('bank', 'D')] })).toBe('C');
    expect(chargedSide({ lines: [lineOf(null, 'D'), lineOf(null, 'C')] })).toBe('D');
  });

  it('adds to the others of its document and currency', () => {
    const row = (document_type: 'CV' | 'JE', currency_id: number, net: string) => ({ document_type, currency_id, net });
    expect(
      runTotals([row('CV', 1, '100.00'), row('JE', 1, '5.00'), row('CV', 2, '1.00'), row('CV', 1, '0.25')]),
    ).toEqual([
      { document_type: 'CV', currency_id: 1, count: 2, net: '100.25' },
      { document_type: 'JE', currency_id: 1, count: 1, net: '5.00' },
      { document_type: 'CV', currency_id: 2, count: 1, net: '1.00' },
    ]);
  });

  it('takes for a place out of use the one that most of its other lines have', () => {
    const lines = [9, 4, 5, 5, null].map((department_id, at) => ({ id: at + 1, department_id }) as never);
    const department = new Map([9, 4, 5].map((id) => [id, { label: `Department ${id}`, active: id !== 9 }]));
    const records = { department } as never;
    const fault = { line_id: 1, field: 'department_id' };
    expect(correctionOf({ lines }, fault, { records })).toBe(5);
    expect(correctionOf({ lines: lines.slice(0, 1) }, fault, { records })).toBeNull();
    for (const other of [
      { line_id: 1, field: 'account_id' },
      { line_id: null, field: 'department_id' },
    ])
      expect(correctionOf({ lines }, other, { records })).toBeNull();
  });
});
