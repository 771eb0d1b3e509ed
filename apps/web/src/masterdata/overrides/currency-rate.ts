import { periodName } from '@talaan/contract/resources/books/period.choices';
import { FiscalYearControl } from '../fields/fiscal-year-control.tsx';
import type { ScreenOverride } from '../record/resource-parts.ts';

export const currencyRateOverride: ScreenOverride = {
  controls: { fiscal_year: FiscalYearControl },
  subtitle: (record) => `${String(record['cur_desc'])} · ${periodName(record)}`,
};
