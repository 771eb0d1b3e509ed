import type { ResourceOverride } from '../resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const payeeOverride: ResourceOverride = { refuseChange: refuseDeactivation('status', 'payee') };
