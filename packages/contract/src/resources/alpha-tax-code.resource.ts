import type { ResourceRow } from '../resource/define-resource.ts';
import { defineResource } from '../resource/define-resource.ts';
import { field } from '../resource/field.ts';

/** Withholding tax codes of the Bureau of Internal Revenue with their rates (spec 1 §3). */
export const alphaTaxCode = defineResource({
  name: 'alpha_tax_code',
  module: 'ATC Codes',
  title: { one: 'ATC code', many: 'ATC Codes' },
  fields: {
    atc_code: field.code({ label: 'ATC code', max: 20 }),
    atc_desc: field.general({ label: 'Description', max: 250 }),
    atc_rate: field.percent({ label: 'Rate %' }),
  },
  key: 'atc_code',
  unique: [['atc_code']],
  list: {
    columns: ['atc_code', 'atc_desc', 'atc_rate'],
    search: ['atc_code', 'atc_desc'],
    sort: 'atc_code',
  },
  dropdown: { name: ['atc_desc'], extra: ['atc_rate'] },
  form: { width: 480, sections: [{ title: 'ATC code', fields: ['atc_code', 'atc_desc', 'atc_rate'] }] },
  describe: (row) => `${row.atc_desc} ${row.atc_code}`,
});
export type AlphaTaxCode = ResourceRow<typeof alphaTaxCode>;
