import { describe, expect, it } from 'vitest';
import { field } from './field.ts';
import { readFieldValue } from './field-value.ts';
import type { EnteredField } from './field-value.ts';

const FIELDS = {
  text: field.text({ label: 'First name', max: 10 }),
  general: field.general({ label: 'Branch name', max: 20, optional: true }),
  code: field.code({ label: 'Code', max: 5 }),
  wording: field.wording({ label: 'Footer', max: 20 }),
  lines: field.wording({ label: 'Address', max: 20, long: true }),
  integer: field.integer({ label: 'Year', min: 1901, max: 2100, default: 2026 }),
  amount: field.amount({ label: 'Limit' }),
  rate: field.rate({ label: 'Rate' }),
  percent: field.percent({ label: 'Tax' }),
  date: field.date({ label: 'Start', optional: true }),
  choice: field.choice({ label: 'Type', of: { G: 'General', P: 'Parent' }, aliases: { M: 'P' } }),
  numbered: field.numberedChoice({ label: 'VAT', of: { 0: 'NA', 1: 'Vatable' }, default: 0 }),
  flag: field.flag({ label: 'Status', on: 'Active', off: 'Inactive' }),
  parent: field.reference({ label: 'Parent', to: 'account', optional: true, none: { value: '0', label: 'NONE' } }),
  tin: field.tin({ label: 'TIN', optional: true }),
  owner: field.referenceById({ label: 'Owner', to: 'user' }),
  password: field.password({ label: 'Password', min: 12, max: 16 }),
} satisfies Record<string, EnteredField>;

const read = (name: keyof typeof FIELDS, given: unknown) => {
  const reading = readFieldValue(FIELDS[name], given);
  return reading.ok ? { value: reading.value } : reading.message;
};

describe('a value that is refused', () => {
  it.each<[keyof typeof FIELDS, unknown, string]>([
    ['text', undefined, 'First name is required.'],
    ['text', '', 'First name is required.'],
    ['text', '   ', 'First name is required.'],
    ['general', '   ', 'Branch name cannot be empty'],
    ['text', ['Ana'], 'First name must be one value.'],
    ['text', 'Ana 2', 'First name can only contain letters, spaces or hyphens.'],
    ['text', 'Ana\u200b', 'First name can only contain letters, spaces or hyphens.'],
    ['text', 'Maximiliano', 'First name can have at most 10 characters.'],
    ['general', 'Quiapo 😀', 'Branch name can only contain numbers and letters.'],
    ['code', 'A-1', 'Code can only contain numbers and letters.'],
    ['wording', 'a\u0007b', 'Footer cannot contain control characters.'],
    ['wording', 'a\nb', 'Footer cannot contain control characters.'],
    ['lines', 'Unit 3 😀', 'Address cannot contain emoji or invisible characters.'],
    ['integer', '20255', 'Year must be a whole number from 1901 to 2100.'],
    ['integer', 2026.5, 'Year must be a whole number from 1901 to 2100.'],
    ['amount', '-5', 'Limit can only contain numbers and dot.'],
    ['amount', '1.005', 'Limit must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    ['amount', '10000000000000', 'Limit must be an amount with at most 2 decimals, up to 9,999,999,999,999.99.'],
    ['rate', '0', 'Rate must be a number above 0 with at most 6 decimals.'],
    ['rate', '56,5', 'Rate must be a number above 0 with at most 6 decimals.'],
    ['rate', '1000000.000001', 'Rate must be at most 1,000,000.'],
    ['percent', '100.01', 'Tax must be a number from 0 to 100 with at most 2 decimals.'],
    ['date', '31/12/2026', 'Start is not a calendar date (yyyy-mm-dd).'],
    ['date', '2026-02-30', 'Start is not a calendar date (yyyy-mm-dd).'],
    ['choice', 'g', 'Type must be one of: G General, P Parent.'],
    ['choice', 'toString', 'Type must be one of: G General, P Parent.'],
    ['numbered', '2', 'VAT must be one of: 0 NA, 1 Vatable.'],
    ['flag', 'yes', 'Status must be 1 (Active) or 0 (Inactive).'],
    ['owner', 'ana', 'Owner must be a Record ID.'],
    ['tin', 'none', 'TIN can only contain numbers and hyphens.'],
    ['tin', '1', 'TIN must be 9 digits, with or without a branch code of 3 or 5 digits, such as 123-456-789-00000.'],
    ['password', 'short', 'Password must have 12 to 16 characters.'],
  ])('%s %j: %s', (name, given, message) => {
    expect(read(name, given)).toBe(message);
  });
});

describe('a value that is taken', () => {
  it.each<[keyof typeof FIELDS, unknown, unknown]>([
    ['text', ' Niño ', 'Niño'],
    ['text', 'Nin\u0303o', 'Niño'],
    ['general', '', null],
    ['general', null, null],
    ['wording', '₱5 & “more” #1', '₱5 & “more” #1'],
    ['lines', 'Unit 3\r\nManila', 'Unit 3\nManila'],
    ['code', 1000, '1000'],
    ['integer', undefined, 2026],
    ['integer', '2025', 2025],
    ['amount', '1,234.5', '1234.50'],
    ['amount', 20000, '20000.00'],
    ['rate', '55.250000', '55.25'],
    ['percent', '5', '5.00'],
    ['date', '2028-02-29', '2028-02-29'],
    ['choice', 'M', 'P'],
    ['numbered', '1', 1],
    ['numbered', null, 0],
    ['flag', '0', 0],
    ['flag', true, 1],
    ['parent', '0', null],
    ['parent', 0, null],
    ['parent', '1000', '1000'],
    ['tin', '123 456 789 001', '123-456-789-00001'],
    ['owner', '12', 12],
  ])('%s %j → %j', (name, given, value) => {
    expect(read(name, given)).toEqual({ value });
  });
});
