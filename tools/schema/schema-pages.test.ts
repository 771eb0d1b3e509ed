import { expect, it } from 'vitest';
import { newestMigration } from '../../apps/server/src/platform/database/migrate.ts';
import { readStoredPages } from './schema-pages.ts';

it('the pages of the schema know the newest migration; where this is red: npm run db:pages', async () => {
  expect(readStoredPages().get('README.md')).toContain(` up to ${await newestMigration()} make`);
});
