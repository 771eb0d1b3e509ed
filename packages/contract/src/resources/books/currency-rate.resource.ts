import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { FISCAL_YEARS, PERIOD_NUMBERS, periodName } from './period.choices.ts';

const RATE_CLASSES = { B: 'Balance Accounts', I: 'Income and Expense Accounts' } as const;

/** Book rates: pesos for one unit of the currency, per period and account class (spec 1 §3, dollar rate). */
export const currencyRate = defineResource({
  name: 'currency_rate',
  title: { one: 'rate', many: 'Currency Rates' },
  fields: {
    fiscal_year: field.integer({ label: 'Fiscal year', ...FISCAL_YEARS }),
    period_no: field.numberedChoice({ label: 'Period', of: PERIOD_NUMBERS }),
    currency_id: field.referenceById({ label: 'Currency', to: 'currency' }),
    cur_desc: field.lookup({ label: 'Currency name', through: 'currency_id', shows: ['cur_desc'] }),
    acct_class: field.choice({ label: 'Account class', of: RATE_CLASSES }),
    dolr_rate: field.rate({ label: 'Rate' }),
  },
  key: 'fiscal_year',
  unique: [['fiscal_year', 'period_no', 'currency_id', 'acct_class']],
  list: {
    columns: [
      'fiscal_year',
      { field: 'period_no', line: true },
      { field: 'cur_desc', label: 'Currency' },
      'acct_class',
      'dolr_rate',
    ],
    search: ['fiscal_year', 'dolr_rate'],
    filters: ['fiscal_year', 'period_no', 'currency_id', 'acct_class'],
    sort: '-fiscal_year,-period_no,currency_id,acct_class',
  },
  dropdown: {
    code: 'fiscal_year',
    name: ['cur_desc', 'dolr_rate'],
    extra: ['period_no', 'currency_id', 'acct_class', 'dolr_rate'],
  },
  form: {
    width: 480,
    sections: [{ title: 'Rate', fields: ['fiscal_year', 'period_no', 'currency_id', 'acct_class', 'dolr_rate'] }],
  },
  describe: (row) => `rate of ${periodName(row)}`,
  check: (row) =>
    row.currency_id === CURRENCY_PESO
      ? [{ field: 'currency_id', message: 'The peso has no rate against itself; choose another currency.' }]
      : [],
});
export type CurrencyRate = ResourceRow<typeof currencyRate>;
