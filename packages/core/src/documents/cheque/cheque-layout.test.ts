import { expect, it } from 'vitest';
import { layoutFaults, STANDARD_CHEQUE, type ChequeField } from './cheque-layout.ts';

const { width, height } = STANDARD_CHEQUE;
const STANDARD = Object.entries(STANDARD_CHEQUE.fields).map(([field, [left, top, wide, high]]): ChequeField => ({
  field,
  left,
  top,
  width: wide,
  height: high,
}));
const with_ = (name: string, change: Partial<ChequeField>) =>
  STANDARD.map((field) => (field.field === name ? { ...field, ...change } : field));
const faultsOf = (fields: readonly ChequeField[]) =>
  layoutFaults({ width, height, fields }).map(({ message }) => message);

it('finds nothing wrong with the standard stock', () => {
  expect(faultsOf(STANDARD)).toEqual([]);
});

it.each([
  [
    'a payee moved out of the page',
    with_('payee', { left: 98, top: 44 }),
    'Payee lies outside the stock of 203.2 × 76.2 mm.',
  ],
  ['a payee below the page', with_('payee', { top: 75 }), 'Payee lies outside the stock of 203.2 × 76.2 mm.'],
  [
    'words on the code line',
    with_('words', { top: 54.3 }),
    'Words lies in the lowest 16 mm, where the bank reads its code line.',
  ],
  ['figures on the payee', with_('figures', { left: 143.9 }), 'Figures lies on Payee.'],
  ['a date without room', with_('date', { width: 31.9 }), 'Date needs 32 × 4 mm: eight digits.'],
  ['a place of nothing', with_('payee', { width: 0 }), 'Payee needs a width and a height.'],
  ['no payee', STANDARD.filter(({ field }) => field !== 'payee'), 'Payee needs a place on the cheque.'],
])('refuses %s', (_, fields, message) => {
  expect(faultsOf(fields)[0]).toBe(message);
});

it('takes fields that touch, and a layout without a number and signatures', () => {
  expect(faultsOf(with_('figures', { left: 144 }))).toEqual([]);
  expect(faultsOf(STANDARD.filter(({ field }) => !/_/.test(field)))).toEqual([]);
});
