import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const branchOverride: ResourceOverride = { findRefusals: refuseDeactivation('brnc_stat', 'branch') };
