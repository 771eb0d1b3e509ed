import { expect, it } from 'vitest';
import { firstUserHint } from './first-user-hint.ts';

it.each([
  [{}, 'in another terminal:\n  npm run admin -- create-super-user'],
  [{ DATA_DIR: '/srv/books' }, 'in another terminal:\n  DATA_DIR=/srv/books npm run admin -- create-super-user'],
  [{ DATA_DIR: "/srv/Ana's books" }, `  DATA_DIR='/srv/Ana'\\''s books' npm run admin -- create-super-user`],
  [
    { DATABASE_URL: 'postgres://owner:secret@db/books', DATA_DIR: '/srv/books' },
    'in another terminal with the same DATABASE_URL:\n  npm run admin -- create-super-user',
  ],
])('a start with %o names the command that finds the same books', (environment, command) => {
  const hint = firstUserHint(environment);
  expect(hint.endsWith(command)).toBe(true);
  expect(hint).toMatch(/^Nobody can sign in yet\. Add the first user, /);
});

it('a relative folder is named in full: the other terminal may stand elsewhere', () => {
  expect(firstUserHint({ DATA_DIR: 'data' })).toContain(`DATA_DIR=${process.cwd()}/data `);
});
