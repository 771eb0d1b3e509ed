import { expect, it } from 'vitest';

const KEPT = import.meta.glob<object>('./answers/*.json', { import: 'default', eager: true });
const TESTS = import.meta.glob<string>('../**/*.test.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

// That each is recorded, and nothing else is kept, is held by the test that records them.
it('every answer that is kept of the server is read by a test of a screen', () => {
  const texts = Object.values(TESTS).join('\n');
  const names = Object.entries(KEPT).flatMap(([file, answers]) =>
    Object.keys(answers).map((name) => `${/(\w+)\.json$/.exec(file)![1]}/${name}`),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !texts.includes(`'${name}'`))).toEqual([]);
});
