import { expect, it } from 'vitest';

it.skip('promises nothing', () => { // bites: vitest(no-disabled-tests)
  expect(1).toBe(1);
});

it.only('hides the others', () => { // bites: vitest(no-focused-tests)
  expect(1).toBe(1);
});
