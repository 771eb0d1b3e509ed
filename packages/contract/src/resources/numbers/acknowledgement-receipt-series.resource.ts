import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkRange, HELD_LIST, holderFields, rangeFields, rangeText } from './number-series.fields.ts';

/** Ranges of acknowledgement receipt numbers, taken at issue (decisions §5). */
export const acknowledgementReceiptSeries = defineResource({
  name: 'acknowledgement_receipt_series',
  table: 'number_series',
  part: { column: 'kind', value: 'ar' },
  title: { one: 'acknowledgement receipt series', many: 'Acknowledgement Receipt' },
  fields: { ...rangeFields('ar'), ...holderFields({ 'Cash Receipt': 'Cash Receipt', Collection: 'Collection' }) },
  key: 'series_from',
  unique: [['series_from']],
  list: HELD_LIST,
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
