/**
 * Prints a first `up.sql` of a master-data resource: `npm run masterdata:migration -- <resource>`. It is a draft for a
 * person to complete under `db/migrations`; nothing is changed.
 */
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { RESOURCE_INDEX, RESOURCE_NAMES } from '@talaan/contract/resource/resource-index';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { draftMigration } from '../apps/server/src/masterdata/draft-migration.ts';

const [name = ''] = process.argv.slice(2);
if (!Object.hasOwn(RESOURCE_INDEX, name)) {
  console.error(`Name a resource: ${RESOURCE_NAMES.join(', ')}.`);
  process.exitCode = 1;
} else {
  process.stdout.write(draftMigration(resourceNamed(name as ResourceName)));
}
