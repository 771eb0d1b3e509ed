import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

/** The tree, the currency rule and posted accounts are held by the database; its refusals are named in constraint-names. */
export const accountOverride: ResourceOverride = { findRefusals: refuseDeactivation('status', 'account') };
