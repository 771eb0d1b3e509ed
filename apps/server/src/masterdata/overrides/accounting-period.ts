import { PERIOD_MODULES, periodFlagText } from '@talaan/core/calendar/accounting-period';
import type { PeriodFlag } from '@talaan/core/calendar/accounting-period';
import type { ResourceOverride } from '../records/resource-override.ts';
import { refuseOtherYears } from './fiscal-year.ts';

/** The dropdown list spells the flags out: 'OPEN' or 'CLOSED' (decisions §10). */
export const accountingPeriodOverride: ResourceOverride = {
  refuseChange: refuseOtherYears,
  presentChoice: (choice) => ({
    ...choice,
    ...Object.fromEntries(PERIOD_MODULES.map((module) => [module, periodFlagText(choice[module] as PeriodFlag)])),
  }),
};
