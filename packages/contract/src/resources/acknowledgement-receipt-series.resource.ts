import type { ResourceRow } from '../resource/define-resource.ts';
import { defineResource } from '../resource/define-resource.ts';
import {
  checkRange,
  holderFields,
  RANGE_COLUMNS,
  rangeFields,
  rangeText,
  REMAINING_COLUMN,
} from './number-series.fields.ts';

/** Ranges of acknowledgement receipt numbers, taken at issue (decisions §5). */
export const acknowledgementReceiptSeries = defineResource({
  name: 'acknowledgement_receipt_series',
  table: 'number_series',
  part: { column: 'kind', value: 'ar' },
  module: 'Acknowledgement Receipt',
  title: { one: 'acknowledgement receipt series', many: 'Acknowledgement Receipt' },
  fields: { ...rangeFields('ar'), ...holderFields({ 'Cash Receipt': 'Cash Receipt', Collection: 'Collection' }) },
  key: 'series_from',
  unique: [['series_from']],
  list: {
    columns: [
      ...RANGE_COLUMNS,
      { field: 'user_name', label: 'User' },
      { field: 'prog_code', width: 148 },
      REMAINING_COLUMN,
    ],
    search: ['series_from', 'series_to', 'user_name', 'prog_code'],
    filters: ['user_id', 'prog_code'],
    sort: 'series_from',
  },
  dropdown: { name: ['series_text'], extra: ['remaining', 'user_id', 'prog_code'] },
  form: {
    width: 480,
    sections: [
      { title: 'Acknowledgement receipt series', fields: ['series_from', 'series_to', 'user_id', 'prog_code'] },
    ],
  },
  describe: rangeText,
  check: checkRange,
});
export type AcknowledgementReceiptSeries = ResourceRow<typeof acknowledgementReceiptSeries>;
