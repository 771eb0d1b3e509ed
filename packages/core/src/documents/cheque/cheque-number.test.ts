import { expect, it } from 'vitest';
import { chequeKey } from './cheque-number.ts';

it.each([
  ['0009001', '9001'],
  ['9001', '9001'],
  ['0009 001', '9001'],
  ['90010', '90010'],
  ['ab-0012', 'AB0012'],
  ['000', ''],
])('%s is cheque %s of its account', (number, key) => {
  expect(chequeKey(number)).toBe(key);
});
