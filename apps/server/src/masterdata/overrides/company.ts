import { sql } from 'kysely';
import { LOGO_ADDRESS } from '../company-logo.store.ts';
import type { ResourceOverride } from '../resource-override.ts';

/** There is one reporting company: naming another one takes the mark from the one before (decisions §1). */
export const companyOverride: ResourceOverride = {
  computed: { logo: LOGO_ADDRESS },
  async beforeWrite({ db }, { stored, entry }) {
    if (entry['reporting'] !== 1 || stored?.['reporting'] === 1) return;
    await sql`update company set reporting = false, row_version = row_version where reporting`.execute(db);
  },
};
