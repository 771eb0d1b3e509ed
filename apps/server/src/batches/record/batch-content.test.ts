import { describe, expect, it } from 'vitest';
import { fingerprintOf, type BatchContent, type LineContent } from './batch-content.ts';
import { changesBetween as changesWith, isSame } from '../reading/content-changes.ts';

const line = (line_no: number, account_id: number, debit: string, credit: string): LineContent => ({
  line_no,
  account_id,
  payee_id: null,
  department_id: null,
  branch_id: 1,
  section_id: null,
  billing_service_id: null,
  invoice_id: null,
  atc_id: null,
  tax_base: null,
  part: null,
  debit_amount: debit,
  credit_amount: credit,
  debit_php: debit,
  credit_php: credit,
  remarks: '',
});

const entry: BatchContent = {
  document_type: 'JE',
  adjusting: false,
  currency_id: 1,
  dollar_rate: '1',
  is_confidential: 0,
  is_pdc: 0,
  documents: [
    {
      header_key: 0,
      document_date: '2023-04-30',
      payee_id: null,
      bank_id: null,
      bank_account: null,
      payee_bank_id: null,
      cheque_number: null,
      vat: null,
      atc_id: null,
      is_or_ar: null,
      purchase_order_id: null,
      remarks: 'ELECTRICITY OF APRIL',
      lines: [line(1, 502030, '18500.00', '0.00'), line(2, 205020, '0.00', '18500.00')],
      parts: {},
    },
  ],
  attachments: [{ name: 'bill.pdf', sha256: 'aa' }],
};

const changesBetween = (before: BatchContent, after: BatchContent) => changesWith(before, after, () => undefined);

const withLines = (lines: LineContent[]): BatchContent => ({
  ...entry,
  documents: [{ ...entry.documents[0]!, lines }],
});

describe('fingerprint of a batch', () => {
  it('changes with every field of header and lines and with the attachments', () => {
    const changed: BatchContent[] = [
      { ...entry, adjusting: true },
      { ...entry, currency_id: 2 },
      { ...entry, dollar_rate: '55.25' },
      { ...entry, is_confidential: 1 },
      { ...entry, documents: [{ ...entry.documents[0]!, document_date: '2023-05-01' }] },
      { ...entry, documents: [{ ...entry.documents[0]!, payee_id: 7 }] },
      withLines([line(1, 502030, '18500.01', '0.00'), line(2, 205020, '0.00', '18500.01')]),
      withLines([{ ...line(1, 502030, '18500.00', '0.00'), branch_id: 2 }, line(2, 205020, '0.00', '18500.00')]),
      withLines([{ ...line(1, 502030, '18500.00', '0.00'), invoice_id: 2 }, line(2, 205020, '0.00', '18500.00')]),
      { ...entry, attachments: [] },
      { ...entry, attachments: [{ name: 'bill.pdf', sha256: 'bb' }] },
    ];
    expect(new Set([fingerprintOf(entry), ...changed.map(fingerprintOf)]).size).toBe(changed.length + 1);
  });

  it('stays when only remarks change', () => {
    const corrected = { ...entry, documents: [{ ...entry.documents[0]!, remarks: 'ELECTRICITY OF APRIL 2023' }] };
    expect(fingerprintOf(corrected)).toBe(fingerprintOf(entry));
    expect(changesBetween(entry, corrected).headers.map((change) => change.field)).toEqual(['remarks']);
  });

  it('is that of every release, whatever the helper proposed a line as', () => {
    const [first, second] = entry.documents[0]!.lines;
    const marked = withLines([{ ...first!, part: 'charged' }, second!]);
    for (const content of [entry, marked]) {
      expect(fingerprintOf(content)).toBe('b390f01259f588ae13d51b1d36ade9818a58d2e2a29e564696f0733b9c5d8fc3');
    }
    expect(isSame(changesBetween(entry, marked))).toBe(true);
  });
});

describe('changes between two versions', () => {
  it('names one inserted line and leaves the moved ones alone', () => {
    const inserted = withLines([
      line(1, 502040, '100.00', '0.00'),
      line(2, 502030, '18500.00', '0.00'),
      line(3, 205020, '0.00', '18500.00'),
    ]);
    const changes = changesBetween(entry, inserted);
    expect(changes.lines.map(({ kind, line_no, account_id }) => [kind, line_no, account_id])).toEqual([
      ['added', 1, 502040],
    ]);
  });

  it('names the fields of a changed line with the value before and after', () => {
    const changes = changesBetween(
      entry,
      withLines([line(1, 502030, '19000.00', '0.00'), line(2, 205020, '0.00', '18500.00')]),
    );
    expect(changes.lines).toEqual([
      {
        header_key: 0,
        line_no: 1,
        kind: 'changed',
        account_id: 502030,
        fields: [
          { field: 'debit_amount', before: '18500.00', after: '19000.00' },
          { field: 'debit_php', before: '18500.00', after: '19000.00' },
        ],
      },
    ]);
  });

  it('names removed lines, header fields and attachments', () => {
    const later: BatchContent = {
      ...withLines([line(1, 502030, '18500.00', '0.00')]),
      dollar_rate: '55.25',
      attachments: [{ name: 'corrected bill.pdf', sha256: 'cc' }],
    };
    const changes = changesBetween(entry, later);
    expect(changes.headers).toEqual([{ header_key: 0, field: 'dollar_rate', before: '1', after: '55.25' }]);
    expect(changes.lines.map((change) => [change.kind, change.line_no])).toEqual([['removed', 2]]);
    expect(changes.attachments).toEqual([
      { name: 'bill.pdf', kind: 'removed' },
      { name: 'corrected bill.pdf', kind: 'added' },
    ]);
  });

  it('is empty for the same version', () => {
    const same = changesBetween(entry, structuredClone(entry));
    expect(same).toEqual({ documents: [], headers: [], lines: [], attachments: [] });
    expect(isSame(same)).toBe(true);
  });

  it('names a cheque that came or went as a whole, and what changed on those that stayed', () => {
    const cheque = (header_key: number, document_date: string, debit = '18500.00') => ({
      ...entry.documents[0]!,
      header_key,
      document_date,
      cheque_number: `100${header_key}`,
      lines: [line(1, 502030, debit, '0.00'), line(2, 205020, '0.00', debit)],
    });
    const before = { ...entry, documents: [cheque(0, '2026-03-31'), cheque(1, '2026-04-30')] };
    const after = { ...entry, documents: [cheque(0, '2026-04-01'), cheque(2, '2026-05-31', '90.00')] };
    const changes = changesBetween(before, after);
    expect(changes).toEqual({
      documents: [
        {
          header_key: 1,
          kind: 'removed',
          document_date: '2026-04-30',
          cheque_number: '1001',
          total_amount: '18500.00',
        },
        { header_key: 2, kind: 'added', document_date: '2026-05-31', cheque_number: '1002', total_amount: '90.00' },
      ],
      headers: [{ header_key: 0, field: 'document_date', before: '2026-03-31', after: '2026-04-01' }],
      lines: [],
      attachments: [],
    });
    expect(isSame(changes)).toBe(false);
  });
});
