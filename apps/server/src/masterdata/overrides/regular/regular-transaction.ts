import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import type { ResourceOverride } from '../../records/resource-override.ts';

/** A template has a section from the start; the last period is that for which a template has a batch that stands; what was deleted or archived does not count. */
export const regularTransactionOverride: ResourceOverride = {
  computed: {
    last_period_made: sql`(select max(b.regular_period) from batch b
      where b.regular_trx = t.id and b.deleted_at is null and b.status <> ${sql.lit(STATUS.ARCHIVED)})`,
  },
  // The database would add it at the end of the transaction, too late for the answer.
  async afterInsert({ db }, id, entry) {
    if ((entry['sections'] as unknown[]).length > 0) return;
    const values = { regular_transaction_id: id, section_no: 1, section_name: 'Lines' };
    await db
      .insertInto('regular_section')
      .values(values)
      // Whoever checks constraints at once has it already.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};
