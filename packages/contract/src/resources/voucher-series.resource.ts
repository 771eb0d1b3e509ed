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

/** Ranges of voucher numbers, for CV and CW; a person's own ones come before the shared ones (decisions §5). */
export const voucherSeries = defineResource({
  name: 'voucher_series',
  table: 'number_series',
  part: { column: 'kind', value: 'voucher' },
  module: 'Voucher Series',
  title: { one: 'voucher series', many: 'Voucher Series' },
  fields: { ...rangeFields('voucher'), ...holderFields({ Disbursements: 'Disbursements' }) },
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
    sections: [{ title: 'Voucher series', fields: ['series_from', 'series_to', 'user_id', 'prog_code'] }],
  },
  describe: rangeText,
  check: checkRange,
});
export type VoucherSeries = ResourceRow<typeof voucherSeries>;
