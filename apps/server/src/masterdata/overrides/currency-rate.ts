import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseOtherYears } from './fiscal-year.ts';

export const currencyRateOverride: ResourceOverride = { refuseChange: refuseOtherYears };
