import { expect, it } from 'vitest';
import type { ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { changedText, changeRows, labelOf } from './change-words.ts';

const NOTHING: ChangesSince = {
  since: '2026-04-01T02:00:00.000Z',
  by: 'Preparer Reyes',
  fingerprint_before: null,
  fingerprint_now: 'aa',
  documents: [],
  headers: [],
  lines: [],
  attachments: [],
};
const BATCH = { document_type: 'JE', documents: [], details: [] };

it('a line that came or went is told by the amount that it has, debit or credit', () => {
  const fields = (debit: string, credit: string, side: 'before' | 'after') =>
    [
      { field: 'debit_amount', text: debit },
      { field: 'credit_amount', text: credit },
    ].map(({ field, text }) => ({ field, before: null, after: null, [side]: text }));
  const line = { header_key: 0, account_code: '102103' };
  const rows = changeRows(
    {
      ...NOTHING,
      lines: [
        { ...line, line_no: 2, kind: 'removed', fields: fields('0.00', '1500.00', 'before') },
        { ...line, line_no: 3, kind: 'added', fields: fields('0.00', '750.00', 'after') },
        { ...line, line_no: 4, kind: 'added', fields: fields('20.00', '0.00', 'after') },
      ],
    },
    BATCH,
  );
  expect(rows.map(({ kind, what, before, after }) => [kind, what, before, after])).toEqual([
    ['Removed', 'Line 2', '1,500.00', null],
    ['Added', 'Line 3', null, '750.00'],
    ['Added', 'Line 4', null, '20.00'],
  ]);
});

it.each([
  ['document_date', '2026-03-31', '31 Mar 2026'],
  ['status', '7', 'Approved'],
  ['debit_php', '1250', '1,250.00'],
  ['remarks', 'RENT OF MARCH', 'RENT OF MARCH'],
  ['remarks', '', null],
])('%s %s reads as everywhere else', (field, text, read) => {
  expect(changedText(field, text, 'JE')).toBe(read);
});

it.each([
  ['document_date', 'Document date'],
  ['payee_id', 'Payee'],
  ['debit_php', 'Debit PHP'],
  ['atc_id', 'ATC'],
  ['atc_code', 'ATC'],
  ['account_code', 'Account code'],
])('%s is called %s', (field, label) => {
  expect(labelOf(field)).toBe(label);
});
