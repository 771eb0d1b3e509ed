import { describe, expect, it } from 'vitest';
import type { Choice } from '../grid/grid-line.ts';
import { placePasted as place, readPastedTable, writePastedTable } from '../grid/pasted-table.ts';
import type { LineField } from './entry-line.ts';
import { findByText, HEADINGS, pastedLines, payeeCodesOf } from './pasted-lines.ts';

const VISIBLE = ['account', 'payee', 'department', 'branch', 'section', 'atc', 'debit', 'credit', 'remarks'] as const;
const placePasted = (table: string[][], visible: readonly LineField[], start: LineField) =>
  place(table, visible, start, HEADINGS);
const ACCOUNTS: Choice[] = [
  { id: 1, code: '502010', name: 'Rental Fee - Branches' },
  { id: 2, code: '102103', name: 'CIB - BPI CA 0001' },
];
const resolve = (column: string, text: string) => (column === 'account' ? findByText(ACCOUNTS, text) : null);

describe('a pasted table', () => {
  it('is read by line and tab, with quoted cells, Windows line ends and without the empty rows at the end', () => {
    expect(readPastedTable('a\t"two\nlines"\r\n"say ""x"""\t1\r\n\t\r\n')).toEqual([
      ['a', 'two\nlines'],
      ['say "x"', '1'],
    ]);
  });

  it('is written so that it reads back the same', () => {
    const rows = [
      ['502010', 'two\nlines', 'a "b"'],
      ['1', '', 'tab\there'],
    ];
    expect(readPastedTable(writePastedTable(rows))).toEqual(rows);
  });
});

describe('pasted rows', () => {
  it('are placed by their headings when the first row names columns, in any order', () => {
    const placed = placePasted(
      [
        ['Credit', 'Account Code', 'Colour'],
        ['5.00', '502010', 'red'],
      ],
      VISIBLE,
      'account',
    );
    expect(placed).toEqual({ columns: ['credit', 'account', null], rows: [['5.00', '502010', 'red']] });
  });

  it('are placed from the active cell on when there is no heading', () => {
    const placed = placePasted([['100.00', '']], VISIBLE, 'debit');
    expect(placed.columns).toEqual(['debit', 'credit', 'remarks']);
    expect(placed.rows).toHaveLength(1);
  });

  it('resolve accounts by code, by name, and by code followed by name', () => {
    const { rows, columns } = placePasted(
      [['502010'], ['cib - bpi ca 0001'], ['102103 CIB - BPI CA 0001']],
      VISIBLE,
      'account',
    );
    expect(pastedLines({ rows, columns }, resolve).map((line) => line.account?.code)).toEqual([
      '502010',
      '102103',
      '102103',
    ]);
  });

  it('keep what names nothing in its cell, with the words of the upload', () => {
    const [line] = pastedLines(placePasted([['999999', 'P9']], VISIBLE, 'account'), resolve);
    expect(line).toMatchObject({
      account: null,
      unread: { account: '999999', payee: 'P9' },
      faults: { account: 'Non-existent account code: 999999', payee: 'Non-existent payee id: P9' },
    });
  });

  it('read amounts as spreadsheets show them and refuse the ambiguous ones', () => {
    const read = (text: string) => pastedLines(placePasted([[text]], VISIBLE, 'debit'), resolve)[0]!;
    expect([read('1,234.5').debit, read('₱ 10').debit, read('-').debit, read('0.00').debit]).toEqual([
      '1234.50',
      '10.00',
      '',
      '',
    ]);
    expect(read('1.234,50').unread).toEqual({ debit: '1.234,50' });
    expect(['(100)', '1.5k', '2025-05-22'].map((text) => read(text).faults?.debit)).toEqual(
      Array(3).fill('Debit can only contain numbers and dot.'),
    );
  });

  it('ask for each payee code once', () => {
    const placed = placePasted(
      [
        ['502010', 'P1'],
        ['502010', 'P1'],
        ['502010', 'P2'],
        ['502010', ''],
      ],
      VISIBLE,
      'account',
    );
    expect(payeeCodesOf(placed)).toEqual(['P1', 'P2']);
  });
});
