import { sql } from 'kysely';
import type { ResourceOverride } from '../records/resource-override.ts';
import { askAboutOpenItems } from './open-items.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const payeeOverride: ResourceOverride = {
  searchText: sql.ref('t.search_text'),
  findRefusals: refuseDeactivation('status', 'payee'),
  findQuestions: askAboutOpenItems('status', 'payee'),
};
