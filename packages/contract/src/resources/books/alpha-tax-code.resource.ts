import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/**
 * Withholding tax codes of the Bureau of Internal Revenue with their rates (spec 1 §3). `atc_rate` holds until the first
 * of the later `rates`, each of which holds from its date on; a document takes the rate of its own date.
 */
export const alphaTaxCode = defineResource({
  name: 'alpha_tax_code',
  title: { one: 'ATC code', many: 'ATC Codes' },
  fields: {
    atc_code: field.code({ label: 'ATC code', max: 20 }),
    atc_desc: field.general({ label: 'Description', max: 250 }),
    atc_rate: field.percent({ label: 'Rate %', hint: 'Until the first of the later rates' }),
    current_rate: field.generated({ label: 'Rate today %', type: 'amount', stored: false }),
    rates: field.children({
      label: 'Later rates',
      one: 'later rate',
      table: 'alpha_tax_rate',
      link: { column: 'atc_id', field: 'atc_code', to: 'alpha_tax_code', stores: 'id' },
      unique: ['effective_from'],
      fields: {
        effective_from: field.date({ label: 'From' }),
        atc_rate: field.percent({ label: 'Rate %' }),
      },
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'atc_code',
  unique: [['atc_code']],
  active: 'status',
  list: {
    columns: ['atc_code', 'atc_desc', { field: 'current_rate', label: 'Rate %' }, 'status'],
    search: ['atc_code', 'atc_desc'],
    filters: ['status'],
    sort: 'atc_code',
  },
  dropdown: { name: ['atc_desc'], extra: ['atc_rate', 'current_rate'] },
  form: {
    width: 480,
    sections: [{ title: 'ATC code', fields: ['atc_code', 'atc_desc', 'atc_rate', 'rates', 'status'] }],
  },
  describe: (row) => `${row.atc_desc} ${row.atc_code}`,
});
export type AlphaTaxCode = ResourceRow<typeof alphaTaxCode>;
