import { calendarDateOf } from '@talaan/core/calendar/calendar-date';
import { parseAmount } from '@talaan/core/money/money';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { FISCAL_YEARS } from '../books/period.choices.ts';

/** The quarters of a calendar year, for which tax is withheld and certified. */
export const QUARTERS = {
  1: 'January to March',
  2: 'April to June',
  3: 'July to September',
  4: 'October to December',
} as const;

/**
 * BIR forms 2307 that customers gave for the tax they withheld: without the form the tax is not credited. Each is for one
 * customer, calendar quarter and ATC; amounts in pesos.
 */
export const withholdingCertificate = defineResource({
  name: 'withholding_certificate',
  title: { one: '2307 received', many: 'Certificates Received' },
  fields: {
    payee_code: field.reference({ label: 'Customer', to: 'payee', stores: 'id', column: 'payee_id' }),
    payee_desc: field.lookup({ label: 'Customer name', through: 'payee_code', shows: ['payee_desc'] }),
    fiscal_year: field.integer({ label: 'Year', ...FISCAL_YEARS }),
    quarter: field.numberedChoice({ label: 'Quarter', of: QUARTERS }),
    atc_code: field.reference({ label: 'ATC code', to: 'alpha_tax_code', stores: 'id', column: 'atc_id' }),
    income_amount: field.amount({ label: 'Income payment' }),
    tax_withheld: field.amount({ label: 'Tax withheld' }),
    received_date: field.date({ label: 'Received on' }),
    remarks: field.general({ label: 'Remarks', max: 250, optional: true }),
    /** The name of its paper, which is kept apart from the form. */
    file_name: field.generated({ label: 'File', type: 'text', stored: true }),
  },
  key: 'payee_code',
  unique: [['payee_code', 'fiscal_year', 'quarter', 'atc_code', 'received_date', 'tax_withheld']],
  list: {
    columns: [
      { field: 'payee_desc', label: 'Customer' },
      { field: 'fiscal_year', width: 72, line: true },
      { field: 'quarter', line: true },
      { field: 'atc_code', label: 'ATC', width: 88 },
      { field: 'income_amount', width: 128, line: true },
      { field: 'tax_withheld', width: 112 },
      { field: 'received_date', width: 112 },
      { field: 'file_name', width: 64 },
    ],
    search: ['payee_code', 'payee_desc', 'atc_code', 'tax_withheld', 'remarks', 'file_name'],
    filters: ['payee_code', 'fiscal_year', 'quarter', 'atc_code'],
    sort: '-fiscal_year,-quarter,payee_desc',
  },
  dropdown: { name: ['payee_desc', 'fiscal_year', 'quarter'], extra: ['tax_withheld'] },
  form: {
    width: 480,
    sections: [
      { title: 'Certificate', fields: ['payee_code', 'fiscal_year', 'quarter', 'received_date'] },
      { title: 'Amounts', fields: ['atc_code', 'income_amount', 'tax_withheld', 'remarks'] },
    ],
  },
  describe: (row) => `2307 of ${row.payee_code} for ${QUARTERS[row.quarter]} ${row.fiscal_year}`,
  check: ({ fiscal_year, quarter, received_date, income_amount, tax_withheld }) => {
    const [paid, withheld] = [parseAmount(income_amount), parseAmount(tax_withheld)];
    const begins = calendarDateOf(fiscal_year, quarter * 3 - 2, 1);
    return [
      ...(withheld === 0n ? [{ field: 'tax_withheld', message: 'Tax withheld must be above 0.' }] : []),
      ...(paid !== null && withheld !== null && withheld > paid
        ? [{ field: 'tax_withheld', message: 'Tax withheld is more than the income payment.' }]
        : []),
      ...(begins !== null && received_date < begins
        ? [{ field: 'received_date', message: 'Received on is before the quarter begins.' }]
        : []),
    ];
  },
});
export type WithholdingCertificate = ResourceRow<typeof withholdingCertificate>;
