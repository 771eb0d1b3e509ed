import { expect, it } from 'vitest';
import { migrationNames } from '../../apps/server/src/platform/database/migrate.ts';
import { readStoredPages } from './schema-pages.ts';

it('the pages of the schema know every migration; where this is red: npm run db:pages', async () => {
  const names = await migrationNames();
  expect(readStoredPages().get('README.md')).toContain(`What ${names.length} migrations up to ${names.at(-1)!} make`);
});
