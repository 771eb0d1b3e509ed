import type { Change, ResourceOverride, StoredRecord, WriteContext } from '../records/resource-override.ts';
import { refuseDeactivation, refuseWhileOpen } from './open-transactions.ts';

/** A department stays active while open transactions name it, and so do the sections that are edited inside it. */
export const departmentOverride: ResourceOverride = {
  findRefusals: refuseDeactivation('dept_status', 'department'),
  async refuseChange(context: WriteContext, change: Change) {
    const retired = sectionsOf(change.entry).filter((section) => section['status'] === 0);
    const inUse = sectionsOf(change.stored).filter((section) => section['status'] === 1);
    const ids = inUse.filter(({ id }) => retired.some((section) => section.id === id)).map(({ id }) => id);
    await refuseWhileOpen(context, 'section', ids);
  },
};

function sectionsOf(record: Readonly<Record<string, unknown>> | null): readonly StoredRecord[] {
  return (record?.['sections'] ?? []) as StoredRecord[];
}
