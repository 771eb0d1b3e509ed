import { expect, it } from 'vitest';
import { ACCESS, levelMissingText } from './access-level.ts';

it.each([
  [['Payment'], 'You need Update on Payment; you have No Access.'],
  [['Payment', 'Rates'], 'You need Update on Payment or Rates; you have No Access.'],
  [['Payment', 'Rates', 'Banks'], 'You need Update on Payment, Rates or Banks; you have No Access.'],
])('names what is missing on %j', (modules, text) => {
  expect(levelMissingText(modules, ACCESS.update, ACCESS.none)).toBe(text);
});
