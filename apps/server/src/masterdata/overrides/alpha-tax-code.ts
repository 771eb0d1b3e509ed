import { sql } from 'kysely';
import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const alphaTaxCodeOverride: ResourceOverride = {
  computed: { current_rate: sql`atc_rate_on(t.id, manila_today())` },
  findRefusals: refuseDeactivation('status', 'ATC code'),
};
