import { periodName } from '@talaan/contract/resources/books/period.choices';
import { IconTable } from '../../../ui/icons.tsx';
import { FiscalYearControl } from '../../fields/fiscal-year-control.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { useClosingQuestion } from './closing-question.tsx';
import { PeriodMatrix } from './period-matrix.tsx';

/** Fiscal years as they are offered, and a year at a glance: twelve months by three parts of the books (ux §4). */
export const accountingPeriodOverride: ScreenOverride = {
  controls: { fiscal_year: FiscalYearControl },
  subtitle: (record) => periodName(record),
  views: [{ id: 'matrix', label: 'Year', icon: <IconTable />, View: PeriodMatrix }],
  useQuestion: useClosingQuestion,
};
