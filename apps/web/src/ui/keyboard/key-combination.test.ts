import { expect, test } from 'vitest';
import { describeCombination, isBareCharacter, matchesCombination, type KeyPress } from './key-combination.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('mod is Ctrl, and ⌘ on a Mac', () => {
  expect(matchesCombination(press('s', { ctrlKey: true }), 'mod+s', false)).toBe(true);
  expect(matchesCombination(press('s', { metaKey: true }), 'mod+s', false)).toBe(false);
  expect(matchesCombination(press('s', { metaKey: true }), 'mod+s', true)).toBe(true);
});

test('a key with a modifier that the combination does not name is another key', () => {
  expect(matchesCombination(press('s', { ctrlKey: true, altKey: true }), 'mod+s', false)).toBe(false);
  expect(matchesCombination(press('s', { ctrlKey: true, shiftKey: true }), 'mod+s', false)).toBe(false);
  expect(matchesCombination(press('n', { ctrlKey: true }), 'n', false)).toBe(false);
  expect(matchesCombination(press('Enter', { shiftKey: true }), 'Enter', false)).toBe(false);
});

test('a character that needs Shift on the keyboard is still that character', () => {
  expect(matchesCombination(press('?', { shiftKey: true }), '?', false)).toBe(true);
});

test('bare characters are told from the keys that may act while someone types', () => {
  expect(['n', '?', 'g d', '/'].map(isBareCharacter)).toEqual([true, true, true, true]);
  expect(['mod+s', 'alt+ArrowLeft', 'Escape', 'F6'].map(isBareCharacter)).toEqual([false, false, false, false]);
});

test('prints the keys as they stand on the keyboard', () => {
  expect(describeCombination('mod+s', false)).toEqual(['Ctrl S']);
  expect(describeCombination('mod+s', true)).toEqual(['⌘ S']);
  expect(describeCombination('g d', false)).toEqual(['G', 'D']);
  expect(describeCombination('alt+ArrowDown', false)).toEqual(['Alt ↓']);
});
