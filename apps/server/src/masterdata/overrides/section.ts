import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const sectionOverride: ResourceOverride = { findRefusals: refuseDeactivation('status', 'section') };
