import type { ResourceOverride } from '../resource-override.ts';
import { refuseDeactivation } from './open-transactions.ts';

export const departmentOverride: ResourceOverride = { refuseChange: refuseDeactivation('dept_status', 'department') };
