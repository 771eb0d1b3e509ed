import { expect, it } from 'vitest';
import { bankLineFault } from './bank-line.ts';

const BANK = { bank_code: 'BPI', account_no: '0000-1111', acct_code: '102103' };
const line = (account_code: string, debit_minor: bigint, credit_minor: bigint) => ({
  account_code,
  debit_minor,
  credit_minor,
});

it('asks for a line of the bank on its side, net of the other side', () => {
  const paid = [line('502010', 100n, 0n), line('102103', 0n, 100n)];
  expect(bankLineFault('credit', BANK, paid)).toBeNull();
  expect(bankLineFault('debit', BANK, paid)).toBe('No line debits account 102103, which stands behind BPI 0000-1111.');
  const credits = 'No line credits account 102103, which stands behind BPI 0000-1111.';
  expect(bankLineFault('credit', BANK, [line('502010', 100n, 0n), line('102104', 0n, 100n)])).toBe(credits);
  expect(bankLineFault('credit', BANK, [...paid, line('102103', 100n, 0n)])).toBe(credits);
});
