import { PERIOD_CLOSED } from '@talaan/core/calendar/accounting-period';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { FISCAL_YEARS, PERIOD_NUMBERS, periodName } from './period.choices.ts';

const openOrClosed = { on: 'Open', off: 'Closed', default: PERIOD_CLOSED } as const;

/** Months of the books; three parts open and close on their own, and a month without a record is closed (decisions §1). */
export const accountingPeriod = defineResource({
  name: 'accounting_period',
  title: { one: 'accounting period', many: 'Accounting Period' },
  fields: {
    fiscal_year: field.integer({ label: 'Fiscal year', ...FISCAL_YEARS }),
    period_no: field.numberedChoice({ label: 'Period', of: PERIOD_NUMBERS }),
    period: field.generated({ label: 'Year and month', type: 'integer', stored: true }),
    disbursement: field.flag({ label: 'Disbursement', ...openOrClosed }),
    cash_receipt: field.flag({ label: 'Cash Receipt', ...openOrClosed }),
    general_journal: field.flag({ label: 'General Journal', ...openOrClosed }),
  },
  key: 'period',
  unique: [['fiscal_year', 'period_no']],
  list: {
    columns: [
      'fiscal_year',
      'period_no',
      { field: 'disbursement', line: true },
      { field: 'cash_receipt', line: true },
      { field: 'general_journal', line: true },
      'input_by_name',
      'edit_by_name',
    ],
    search: ['fiscal_year', 'period'],
    filters: ['fiscal_year', 'period_no', 'disbursement', 'cash_receipt', 'general_journal'],
    sort: '-fiscal_year,-period_no',
  },
  dropdown: {
    name: ['period'],
    extra: ['fiscal_year', 'period_no', 'disbursement', 'cash_receipt', 'general_journal'],
  },
  form: {
    width: 480,
    sections: [
      {
        title: 'Accounting period',
        fields: ['fiscal_year', 'period_no', 'disbursement', 'cash_receipt', 'general_journal'],
      },
    ],
  },
  describe: (row) => periodName(row),
});
export type AccountingPeriod = ResourceRow<typeof accountingPeriod>;
