import type { ResourceOverride } from '../resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const sectionOverride: ResourceOverride = { refuseChange: refuseDeactivation('status', 'section') };
