import { expect, it } from 'vitest';
import { judgeDurability, type DurabilitySettings } from './durability.ts';

const durable: DurabilitySettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  server_encoding: 'UTF8',
  default_transaction_isolation: 'read committed',
  data_checksums: 'on',
};

it('accepts a durable server without a word', () => {
  expect(judgeDurability(durable)).toEqual({ refusal: null, warnings: [] });
});

it.each([
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['synchronous_commit', 'off'],
  ['server_encoding', 'SQL_ASCII'],
  ['default_transaction_isolation', 'serializable'],
] as const)('refuses %s = %s and names it', (name, value) => {
  expect(judgeDurability({ ...durable, [name]: value }).refusal).toContain(`${name} = ${value}`);
});

it('warns about missing checksums but runs', () => {
  const verdict = judgeDurability({ ...durable, data_checksums: 'off' });
  expect(verdict.refusal).toBeNull();
  expect(verdict.warnings).toHaveLength(1);
});
