import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkRange, rangeFields, rangeText, SHARED_LIST } from './number-series.fields.ts';

/** Ranges of billing invoice numbers, taken when a billing is posted (decisions §2, §5). */
export const billingInvoiceSeries = defineResource({
  name: 'billing_invoice_series',
  table: 'number_series',
  part: { column: 'kind', value: 'bi' },
  title: { one: 'billing invoice series', many: 'Billing Invoice Series' },
  fields: rangeFields('bi'),
  key: 'series_from',
  unique: [['series_from']],
  list: SHARED_LIST,
  dropdown: { name: ['series_text'], extra: ['remaining'] },
  form: { width: 480, sections: [{ title: 'Billing invoice series', fields: ['series_from', 'series_to'] }] },
  describe: rangeText,
  check: checkRange,
});
export type BillingInvoiceSeries = ResourceRow<typeof billingInvoiceSeries>;
