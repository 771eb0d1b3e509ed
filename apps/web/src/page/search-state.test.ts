import { expect, test } from 'vitest';
import { parseSearchText, writeSearchText } from './search-state.ts';

test('a number with leading zeros stays the text that it is', () => {
  expect(parseSearchText('?number=0010234')).toEqual({ number: '0010234' });
});

test('lists are joined with commas, empty values are left out, and other characters survive', () => {
  expect(writeSearchText({ status: [3, 4], q: 'Muñoz & Sons', page: 2, type: '', id: undefined })).toBe(
    '?status=3,4&q=Mu%C3%B1oz+%26+Sons&page=2',
  );
  expect(parseSearchText('?q=Mu%C3%B1oz+%26+Sons')).toEqual({ q: 'Muñoz & Sons' });
  expect(writeSearchText({})).toBe('');
});
