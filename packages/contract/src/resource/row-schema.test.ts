import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { account } from '../resources/books/account.resource.ts';
import { branch } from '../resources/organisation/branch.resource.ts';
import { company } from '../resources/organisation/company.resource.ts';
import { regularTransaction } from '../resources/books/regular-transaction.resource.ts';
import { changeSchema, entrySchema, rowSchema } from './row-schema.ts';

const CASH = {
  acct_code: '101010',
  acct_desc: 'Cash on Hand',
  acct_type: 'S',
  acct_parent: '101000',
  acct_class: 'B',
  acct_group: 'A',
};

describe('an entry', () => {
  it('takes its defaults, and loses what nobody may send', () => {
    expect(entrySchema(account).parse({ ...CASH, id: 9, edit_by: 3, acct_parent_desc: 'X', unknown: 1 })).toEqual({
      ...CASH,
      normal_balance: null,
      currency_id: 1,
      role: null,
      cash_flow: null,
      status: 1,
    });
  });

  it('lists every fault at once, those across fields when each field stands', () => {
    expect(faultsOf(entrySchema(account), { acct_type: 'X', acct_code: '#' })).toEqual({
      acct_type: 'Type must be one of: G General, D Detail, P Parent, S Subsidiary.',
      acct_code: 'Account code can only contain numbers and letters.',
      acct_desc: 'Description is required.',
      acct_class: 'Class is required.',
      acct_group: 'Group is required.',
    });
    expect(faultsOf(entrySchema(account), { ...CASH, acct_parent: '0', acct_class: 'I' })).toEqual({
      acct_parent: 'A subsidiary account needs a parent account.',
      acct_group: 'An income and expense account belongs to group Income or Expenses.',
    });
  });

  it('names the inner row and its field, and an inner row that repeats another', () => {
    const bank = { bank_id: 1, account_number: '1-1' };
    const of = (payee_banks: unknown) => ({ brnc_code: 'B1', brnc_name: 'One', payee_code: 'P1', payee_banks });
    expect(faultsOf(entrySchema(branch), of([bank, { bank_id: 2 }]))).toEqual({
      'payee_banks.1.account_number': 'Account number is required.',
    });
    expect(faultsOf(entrySchema(branch), of([bank, bank]))).toEqual({
      'payee_banks.1.account_number': 'Bank and Account number of row 2 is the same as in row 1.',
    });
    expect(faultsOf(entrySchema(branch), of('BDO'))).toEqual({ payee_banks: 'Bank accounts must be a list.' });
  });

  it('takes inner rows without a key that are alike, but a Record ID only once', () => {
    const line = { account_id: 1, debit_amount: '5' };
    const of = (lines: unknown) => ({ txn_type: 'Rent', document_type: 'JE', lines });
    expect(entrySchema(regularTransaction).parse(of([line, line])).lines).toHaveLength(2);
    expect(faultsOf(entrySchema(regularTransaction), of([{ ...line, id: 7 }, line, { ...line, id: 7 }]))).toEqual({
      'lines.2.id': 'Record ID of row 3 is the same as in row 1.',
    });
  });

  it('fills a group with its members', () => {
    const entry = entrySchema(company).parse({ company_code: 'C', company_name: 'C', profile: { tin: '123456789' } });
    expect(entry.profile).toMatchObject({ tin: '123-456-789-00000', legal_name: null });
  });
});

describe('a change', () => {
  it('holds only what was sent, checked field by field', () => {
    expect(changeSchema(account).parse({ status: '0', row_version: '4', unknown: 1 })).toEqual({
      status: 0,
      row_version: 4,
    });
    expect(faultsOf(changeSchema(account), { acct_desc: '', row_version: 'x' })).toEqual({
      acct_desc: 'Description is required.',
      row_version: 'row version must be a whole number.',
    });
  });
});

describe('a record in a reply', () => {
  it('never carries a password, and must carry every other field', () => {
    expect(Object.keys(faultsOf(rowSchema(account), {}))).toEqual(
      expect.arrayContaining(['id', 'row_version', 'acct_code', 'input_date']),
    );
  });
});

function faultsOf(schema: ZodType, given: unknown): Record<string, string> {
  const parsed = schema.safeParse(given);
  return Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}
