import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkRange, HELD_LIST, holderFields, rangeFields, rangeText } from './number-series.fields.ts';

/** Ranges of voucher numbers, for CV and CW; a person's own ones come before the shared ones (decisions §5). */
export const voucherSeries = defineResource({
  name: 'voucher_series',
  table: 'number_series',
  part: { column: 'kind', value: 'voucher' },
  title: { one: 'voucher series', many: 'Voucher Series' },
  fields: { ...rangeFields('voucher'), ...holderFields({ Disbursements: 'Disbursements' }) },
  key: 'series_from',
  unique: [['series_from']],
  list: HELD_LIST,
  dropdown: { name: ['series_text'], extra: ['remaining', 'user_id', 'prog_code'] },
  form: {
    width: 480,
    sections: [{ title: 'Voucher series', fields: ['series_from', 'series_to', 'user_id', 'prog_code'] }],
  },
  describe: rangeText,
  check: checkRange,
});
export type VoucherSeries = ResourceRow<typeof voucherSeries>;
