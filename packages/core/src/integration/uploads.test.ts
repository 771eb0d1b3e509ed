import { describe, expect, it } from 'vitest';
import { isComplete, joinBatch, type BatchPart } from './join-batch.ts';
import { nearCode } from './near-code.ts';
import { readFileAmount, readFileDate, readUploadedRow, type DateOrder } from './read-cells.ts';
import { UPLOAD_FILES, type UploadKind } from './upload-columns.ts';

describe('an amount of a file', () => {
  it.each([
    ['1234.5', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1234', '1234.00'],
    ['12,345,678.9', '12345678.90'],
    ['007', '7.00'],
    ['0', '0.00'],
  ])('%s is %s', (text, value) => expect(readFileAmount(text)).toEqual({ value }));

  it.each([
    '1.234,50',
    '1,23.00',
    '1234.505',
    '1e3',
    'abc',
    '₱5',
    '12345678901234.00',
    '12,345,678,901,234.00',
    '1,2345',
  ])('%s is refused with the form that is wanted', (text) =>
    expect(readFileAmount(text)).toEqual({ rule: 'amount', message: 'Give the amount as 1234.50.' }),
  );

  it.each(['-5.00', '5.00-', '(1,000.00)'])('%s is asked for on the other side', (text) =>
    expect(readFileAmount(text)).toEqual({ rule: 'amount', message: 'Enter it on the other side.' }),
  );
});

describe('a date of a file', () => {
  it.each<[string, DateOrder, string]>([
    ['2026-04-03', null, '2026-04-03'],
    ['3-Apr-2026', null, '2026-04-03'],
    ['03-APR-2026', 'M/D', '2026-04-03'],
    ['03/04/2026', 'D/M', '2026-04-03'],
    ['03/04/2026', 'M/D', '2026-03-04'],
  ])('%s by %s is %s', (text, order, value) => expect(readFileDate(text, order)).toEqual({ value }));

  it.each<[string, DateOrder, string]>([
    ['03/04/2026', null, 'Give the date as 2026-04-03.'],
    ['April 3', 'D/M', 'Give the date as 2026-04-03.'],
    ['2026-02-30', null, '2026-02-30 is not a calendar date (yyyy-mm-dd).'],
    ['31/02/2026', 'D/M', '31/02/2026 is not a calendar date.'],
    ['1-Foo-2026', null, '1-Foo-2026 is not a calendar date.'],
  ])('%s by %s is refused', (text, order, message) =>
    expect(readFileDate(text, order)).toEqual({ rule: 'date', message }),
  );
});

const read = (kind: UploadKind, cells: Record<string, string>) => {
  const file = UPLOAD_FILES[kind];
  const columns = file.columns.map((column, at) => ({ at, column }));
  return readUploadedRow(
    file,
    columns,
    file.columns.map(({ name }) => cells[name] ?? ''),
    null,
  );
};

describe('a row', () => {
  const line = { batch_no: '77', document_no: 'A', account_code: '501010', branch: 'SMP-001' };

  it('names one side', () => {
    expect(read('detail-is', { ...line, debit_amount: '5' }).values).toMatchObject({
      debit_amount: '5.00',
      credit_amount: '0.00',
    });
    const messages = (cells: Record<string, string>) =>
      read('detail-is', { ...line, ...cells }).faults.map((one) => one.message);
    expect(messages({ debit_amount: '5', credit_amount: '6' })).toEqual(['Give a debit or a credit, not both.']);
    expect(messages({ debit_amount: '0', credit_amount: '' })).toEqual(['Give a debit or a credit.']);
    expect(messages({ debit_amount: '-5' })).toEqual(['Enter it on the other side.']);
  });

  it('tells everything that is wrong with it at once', () => {
    const { faults } = read('header-is', { document_no: 'a b', document_date: '03/04/2026', is_confidential: 'maybe' });
    expect(faults.map(({ column, rule }) => [column, rule])).toEqual([
      ['document_no', 'number'],
      ['document_type', 'required'],
      ['document_date', 'date'],
      ['is_confidential', 'number'],
    ]);
  });
});

const header = (rows: Record<string, string>[]): BatchPart => ({
  half: 'header',
  rows: rows.map((values, at) => ({
    row: at + 2,
    values: { document_type: 'JE', document_date: '2026-03-31', ...values },
  })),
});
const detail = (rows: [document_no: string, debit: string, credit: string, payee?: string][]): BatchPart => ({
  half: 'detail',
  rows: rows.map(([document_no, debit_amount, credit_amount, payee = ''], at) => ({
    row: at + 2,
    values: { document_no, debit_amount, credit_amount, payee, account_code: '501010', branch: 'SMP-001' },
  })),
});
const join = (...parts: BatchPart[]) => joinBatch(parts, { batch_no: '77', department: 'ACCT' });
const messagesOf = (...parts: BatchPart[]) => join(...parts).faults.map(({ message }) => message);

describe('a batch of its files', () => {
  it('has the documents of its header in their order, each with its lines, and knows where each stands', () => {
    const lines = detail([
      ['B', '5.00', '0.00'],
      ['A', '7.00', '0.00'],
      ['B', '0.00', '5.00'],
      ['A', '0.00', '7.00'],
    ]);
    const {
      body,
      documents,
      lines: places,
      faults,
    } = join(lines, header([{ document_no: 'A' }, { document_no: 'B', remarks: 'x' }]));
    expect(faults).toEqual([]);
    expect(body.control).toEqual({ documents: 2, lines: 4, debit: '12.00', credit: '12.00' });
    expect(body.documents.map(({ document_no, lines: own }) => [document_no, own.length])).toEqual([
      ['A', 2],
      ['B', 2],
    ]);
    expect(body.documents[1]!.remarks).toBe('x');
    expect(documents).toEqual([
      { part: 1, row: 2 },
      { part: 1, row: 3 },
    ]);
    expect(places[0]).toEqual([
      { part: 0, row: 3 },
      { part: 0, row: 5 },
    ]);
  });

  it('is complete with lines, and where the header announces them with all of them', () => {
    const two = detail([
      ['A', '5.00', '0.00'],
      ['A', '0.00', '5.00'],
    ]);
    expect(isComplete([header([{ document_no: 'A' }])])).toBe(false);
    expect(isComplete([two])).toBe(false);
    expect(isComplete([two, header([{ document_no: 'A' }])])).toBe(true);
    expect(isComplete([two, header([{ document_no: 'A', lines: '4' }])])).toBe(false);
    expect(isComplete([two, two, header([{ document_no: 'A', lines: '4' }])])).toBe(true);
  });

  it('tells what does not fit between them', () => {
    const lines = detail([
      ['A', '90.00', '0.00', 'ANA'],
      ['A', '0.00', '80.00', 'ANA'],
      ['C', '1.00', '0.00'],
    ]);
    const said = { lines: '3', debit_total: '100.00', employees: '2' };
    expect(
      messagesOf(
        header([{ document_no: 'A', ...said }, { document_no: 'A' }, { document_no: 'B', currency: 'USD' }]),
        lines,
      ),
    ).toEqual([
      'document A is in the batch twice.',
      'Batch 77 has no document C in its header.',
      'Batch 77 has none in row 2; a batch has one.',
      'Batch 77, document A: the header says 3 lines, there are 2.',
      'Batch 77, document A: debit 90.00, credit 80.00.',
      'Batch 77, document A: the header says 100.00, the lines add up to 90.00.',
      'Batch 77, document A: the header says 2 employees, the lines name 1.',
      'Batch 77, document B has no lines.',
    ]);
  });

  it('takes heads and lines together from entries, where what is said below is empty or the same', () => {
    const entry = (row: number, values: Record<string, string>) => ({ row, values: { document_no: '1', ...values } });
    const whole = (other: Record<string, string>): BatchPart => ({
      half: 'whole',
      rows: [
        entry(2, { document_date: '2026-03-31', head_remarks: 'Rent', debit_amount: '5.00', remarks: 'one' }),
        entry(3, { document_date: '', credit_amount: '5.00', head_payee: 'P1', ...other }),
      ],
    });
    const { body, faults } = join(whole({}));
    expect(faults).toEqual([]);
    expect(body.documents[0]).toMatchObject({ remarks: 'Rent', payee_code: 'P1', lines: [{ remarks: 'one' }, {}] });
    expect(messagesOf(whole({ document_date: '2026-04-01' }))).toEqual(['Entry 1 says 2026-03-31 in row 2.']);
  });

  it('is one document of a payroll', () => {
    const { body } = join(
      header([{ period_from: '2026-05-16', period_to: '2026-05-31' }]),
      detail([
        ['', '5.00', '0.00', 'ANA'],
        ['', '0.00', '5.00'],
      ]),
    );
    expect(body.documents).toMatchObject([
      { document_no: '1', remarks: 'Payroll of 2026-05-16 to 2026-05-31', lines: [{ payee_code: 'ANA' }, {}] },
    ]);
  });
});

describe('the code that was meant', () => {
  const branches = ['SMP-001', 'SMP-039', 'SMP-047', 'SMP-048'];
  it.each([
    ['SMP-049', 'SMP-048'],
    ['smp-1', 'SMP-001'],
    ['smp-2222', null],
    ['SMP-0048', 'SMP-048'],
    ['XYZ', null],
  ])('by %s is %s', (code, near) => expect(nearCode(code, branches)).toBe(near));
});
