import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkRange, rangeFields, rangeText, SHARED_LIST } from './number-series.fields.ts';

/** Ranges of official receipt numbers, taken at issue (decisions §5). */
export const officialReceiptSeries = defineResource({
  name: 'official_receipt_series',
  table: 'number_series',
  part: { column: 'kind', value: 'or' },
  title: { one: 'official receipt series', many: 'Official Receipt' },
  fields: rangeFields('or'),
  key: 'series_from',
  unique: [['series_from']],
  list: SHARED_LIST,
  dropdown: { name: ['series_text'], extra: ['remaining'] },
  form: { width: 480, sections: [{ title: 'Official receipt series', fields: ['series_from', 'series_to'] }] },
  describe: rangeText,
  check: checkRange,
});
export type OfficialReceiptSeries = ResourceRow<typeof officialReceiptSeries>;
