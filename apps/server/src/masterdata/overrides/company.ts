import { sql } from 'kysely';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { LOGO_ADDRESS } from '../settings/company-logo.store.ts';
import type { ResourceOverride } from '../records/resource-override.ts';

/**
 * There is one reporting company: naming another one takes the mark from the one before (decisions §1). It is neither
 * deleted nor deactivated, and its mark is not dropped (decisions §8). What its papers said stays, and so does one that was.
 */
export const companyOverride: ResourceOverride = {
  computed: { logo: LOGO_ADDRESS },
  async refuseChange(_context, { stored, entry }) {
    const wasReporting = stored?.['reporting'] === 1;
    if (wasReporting && entry['reporting'] !== 1) throw invalid({ reporting: [HANDED_ON] });
    if (entry['reporting'] === 1 && entry['company_status'] !== 1) {
      throw invalid({ company_status: [`The reporting company stays in use. ${HANDED_ON}`] });
    }
  },
  async refuseDelete(_context, stored) {
    if (stored['reporting'] === 1) {
      throw conflict('reporting_company', `The reporting company cannot be deleted. ${HANDED_ON}`);
    }
    if ((stored['texts'] as unknown[]).length > 0) throw conflict('company_texts', TEXTS_STAY);
  },
  async beforeWrite({ db }, { stored, entry }) {
    if (entry['reporting'] !== 1 || stored?.['reporting'] === 1) return;
    await sql`update company set reporting = false, row_version = row_version where reporting`.execute(db);
  },
};

const TEXTS_STAY =
  'This company cannot be deleted: papers were issued under its texts, which stay. Make it inactive instead.';
const HANDED_ON = 'Name another company as the reporting company first: it takes the mark.';
