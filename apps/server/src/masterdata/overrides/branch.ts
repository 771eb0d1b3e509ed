import type { ResourceOverride } from '../records/resource-override.ts';
import { askAboutOpenItems } from './open-items.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const branchOverride: ResourceOverride = {
  findRefusals: refuseDeactivation('brnc_stat', 'branch'),
  findQuestions: askAboutOpenItems('brnc_stat', 'branch'),
};
