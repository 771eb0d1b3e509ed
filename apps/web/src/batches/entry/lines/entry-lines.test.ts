import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as EntryFieldsModule from '@talaan/contract/documents/entry-fields';
import type { Choice } from '../grid/grid-line.ts';
import { faultsOf } from '../grid/grid-lines.ts';
import { emptyLine, isBlankLine, type EntryLine } from './entry-line.ts';
import { changeLines, filledLines, startLines, type EntryLines } from './entry-lines.ts';

const RENT: Choice = { id: 1, code: '502010', name: 'Rental Fee - Branches' };
const CASH: Choice = { id: 2, code: '102103', name: 'CIB - BPI CA 0001' };
const BRANCH: Choice = { id: 3, code: 'SMP-001', name: 'SAMPOL MAIN' };
const DEPARTMENT: Choice = { id: 4, code: 'ACCT', name: 'Accounting' };

const line = (change: Partial<EntryLine>): EntryLine => ({ ...emptyLine(0), ...change });
const amountsOf = (state: EntryLines) => filledLines(state).map(({ line: { debit, credit } }) => [debit, credit]);

const twoLines = startLines([
  line({ account: RENT, branch: BRANCH, department: DEPARTMENT, debit: '1500.00', remarks: 'NOV 2026' }),
  line({ account: CASH, branch: BRANCH, credit: '1000.00' }),
]);

describe('the lines of an entry', () => {
  it('always end with a blank one, which is neither counted nor saved', () => {
    expect(twoLines.lines).toHaveLength(3);
    expect(filledLines(twoLines)).toHaveLength(2);
    const typed = changeLines(twoLines, {
      type: 'set',
      row: 2,
      field: 'account',
      value: { kind: 'choice', choice: RENT },
    });
    expect(typed.lines).toHaveLength(4);
    expect(isBlankLine(typed.lines[3]!)).toBe(true);
  });

  it('carry department, branch, section and remarks to a blank line, which stays uncounted until something is typed', () => {
    const one = startLines([twoLines.lines[0]!]);
    const carried = changeLines(one, { type: 'carry', row: 1 });
    expect(carried.lines[1]).toMatchObject({
      branch: BRANCH,
      department: DEPARTMENT,
      remarks: 'NOV 2026',
      account: null,
    });
    expect(filledLines(carried)).toHaveLength(1);
    const typed = changeLines(carried, { type: 'set', row: 1, field: 'remarks', value: { kind: 'text', text: 'DEC' } });
    expect(filledLines(typed)).toHaveLength(2);
  });

  it('have one amount each: a debit takes the place of the credit, and pesos alone make a difference line', () => {
    const debit = changeLines(twoLines, {
      type: 'set',
      row: 1,
      field: 'debit',
      value: { kind: 'amount', amount: '7.00' },
    });
    expect(debit.lines[1]).toMatchObject({ debit: '7.00', credit: '' });
    const pesos = changeLines(debit, {
      type: 'set',
      row: 1,
      field: 'credit_php',
      value: { kind: 'amount', amount: '3.00' },
    });
    expect(pesos.lines[1]).toMatchObject({ debit: '', credit: '', credit_php: '3.00' });
  });

  it('keep an amount beside pesos of its own on its side, until it is typed again', () => {
    const type = (state: EntryLines, field: 'debit' | 'debit_php', amount: string) =>
      changeLines(state, { type: 'set', row: 0, field, value: { kind: 'amount', amount } });
    const own = type(twoLines, 'debit_php', '80000.00');
    expect(own.lines[0]).toMatchObject({ debit: '1500.00', debit_php: '80000.00' });
    expect(type(own, 'debit_php', '').lines[0]).toMatchObject({ debit: '1500.00', debit_php: '' });
    expect(type(own, 'debit', '9.00').lines[0]).toMatchObject({ debit: '9.00', debit_php: '' });
    const unread = { kind: 'unread', text: '1.5k', message: 'can only contain numbers and dot.' } as const;
    const wrong = changeLines(twoLines, { type: 'set', row: 0, field: 'debit', value: unread });
    expect(type(wrong, 'debit_php', '1.00').lines[0]!.unread).toEqual({ debit: '1.5k' });
  });

  it('take the balancing amount on the side that is short, whichever cell asked', () => {
    const third = changeLines(twoLines, {
      type: 'set',
      row: 2,
      field: 'account',
      value: { kind: 'choice', choice: CASH },
    });
    expect(amountsOf(changeLines(third, { type: 'balance', row: 2 }))).toEqual([
      ['1500.00', ''],
      ['', '1000.00'],
      ['', '500.00'],
    ]);
    const balanced = changeLines(twoLines, { type: 'balance', row: 1 });
    expect(amountsOf(balanced)[1]).toEqual(['', '1500.00']);
    expect(changeLines(balanced, { type: 'balance', row: 2 }).lines[2]).toEqual(balanced.lines[2]);
  });

  it('can be deleted and brought back where they stood', () => {
    const removed = changeLines(twoLines, { type: 'remove', row: 0 });
    expect(filledLines(removed)).toHaveLength(1);
    expect(changeLines(removed, { type: 'undo' }).lines).toEqual(twoLines.lines);
  });

  it('move up and down, but never past the blank end', () => {
    const moved = changeLines(twoLines, { type: 'move', row: 0, by: 1 });
    expect(amountsOf(moved)).toEqual([
      ['', '1000.00'],
      ['1500.00', ''],
    ]);
    expect(changeLines(moved, { type: 'move', row: 1, by: 1 })).toBe(moved);
  });

  it('keep a text that means nothing, with the reason, until the cell is typed again', () => {
    const wrong = changeLines(twoLines, {
      type: 'set',
      row: 0,
      field: 'branch',
      value: { kind: 'unread', text: 'XYZ', message: 'Non-existent branch id: XYZ' },
    });
    expect(faultsOf(wrong.lines)).toEqual([{ row: 0, field: 'branch', message: 'Non-existent branch id: XYZ' }]);
    expect(wrong.lines[0]).toMatchObject({ branch: null, unread: { branch: 'XYZ' } });
    const right = changeLines(wrong, {
      type: 'set',
      row: 0,
      field: 'branch',
      value: { kind: 'choice', choice: BRANCH },
    });
    expect(faultsOf(right.lines)).toEqual([]);
    expect(right.lines[0]!.unread).toEqual({});
  });

  it('settle a look-up only while its text still stands, wherever the line is by now', () => {
    const asked = changeLines(twoLines, {
      type: 'set',
      row: 0,
      field: 'payee',
      value: { kind: 'unread', text: 'P1', message: 'Please wait ...' },
    });
    const moved = changeLines(asked, { type: 'move', row: 0, by: 1 });
    const payee = { id: 9, code: 'P1', name: 'HULMA' };
    const answer = {
      type: 'settle',
      key: asked.lines[0]!.key,
      field: 'payee',
      text: 'P1',
      value: { kind: 'choice', choice: payee },
    } as const;
    expect(changeLines(moved, answer).lines[1]!.payee).toEqual(payee);
    const retyped = changeLines(moved, {
      type: 'set',
      row: 1,
      field: 'payee',
      value: { kind: 'choice', choice: null },
    });
    expect(changeLines(retyped, answer)).toBe(retyped);
  });

  it('replace the faults of a former attempt, not what could not be read', () => {
    const unread = changeLines(twoLines, {
      type: 'set',
      row: 0,
      field: 'debit',
      value: { kind: 'unread', text: '1.2.3', message: 'no amount' },
    });
    const marked = changeLines(unread, {
      type: 'faults',
      faults: [{ row: 1, field: 'branch', message: 'Branch is required.' }],
    });
    expect(faultsOf(marked.lines).map(({ row, field }) => [row, field])).toEqual([
      [0, 'debit'],
      [1, 'branch'],
    ]);
    expect(faultsOf(changeLines(marked, { type: 'faults', faults: [] }).lines)).toHaveLength(1);
  });
});

describe('with two more declared fields', () => {
  const DECLARED = '@talaan/contract/documents/entry-fields';

  /** The grid with two more columns: what follows from the declaration is made when modules load. */
  beforeAll(() => {
    vi.resetModules();
    vi.doMock(DECLARED, async (original) => {
      const { LINE_FIELDS, ...declared } = (await original()) as typeof EntryFieldsModule;
      const { branch_id, remarks } = LINE_FIELDS;
      const lot = {
        ...remarks,
        label: 'Lot',
        given: { lot: remarks.given.remarks },
        shown: { lot: remarks.shown.remarks },
      };
      const origin_branch_id = {
        ...branch_id,
        label: 'Origin',
        given: { origin_branch_id: branch_id.given.branch_id },
        shown: { origin_branch_id: branch_id.shown.branch_id, origin_code: branch_id.shown.brnc_code },
      };
      return { ...declared, LINE_FIELDS: { ...LINE_FIELDS, lot, origin_branch_id } };
    });
  });
  afterAll(() => {
    vi.doUnmock(DECLARED);
    vi.resetModules();
  });

  it('a declared line field with a label is a column of the grid: shown, filled, pasted and sent', async () => {
    const grid = await import('./entry-line.ts');
    const { entryColumns } = await import('./line-columns.ts');
    const { HEADINGS, pastedLines } = await import('./pasted-lines.ts');
    const { placePasted } = await import('../grid/pasted-table.ts');
    const { RATE_ONE } = await import('@talaan/core/money/rate');
    const columns = entryColumns({ foreign: false, service: false, settling: false, withheld: false });
    expect(columns.map(({ header }) => header)).toEqual([
      'Account',
      'Analysis/Payee',
      'Department',
      'Branch',
      'Section',
      'ATC',
      'Debit',
      'Credit',
      'Remarks',
      'Lot',
      'Origin',
    ]);
    const fields = columns.map(({ field }) => field);
    const placed = placePasted(
      [
        ['Account', 'Origin', 'Lot'],
        ['502010', 'QC', 'B-12'],
      ],
      fields,
      'account',
      HEADINGS,
    );
    const [pasted] = pastedLines(placed, (_column, code) => ({ id: 7, code, name: '' }));
    const typed = { ...grid.emptyLine(0), ...pasted };
    expect(grid.isBlankLine(typed)).toBe(false);
    const sent = grid.lineInputOf(typed);
    expect(sent).toMatchObject({ account_code: '502010', origin_branch_id: 7, lot: 'B-12', payee_id: null });
    const stored = { ...sent, acct_desc: 'Rental', debit_amount: '0.00', credit_amount: '0.00', origin_code: 'QC' };
    const [opened] = grid.linesOfDetail([stored as never], RATE_ONE);
    expect(opened).toMatchObject({ lot: 'B-12', origin_branch: { id: 7, code: 'QC', name: '' }, payee: null });
    expect(grid.columnOfField('origin_branch_id')).toBe('origin_branch');
  });
});
