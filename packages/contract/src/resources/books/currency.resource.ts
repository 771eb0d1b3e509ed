import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Currencies; the Record IDs 1 … 6 are fixed (decisions §10), and papers print `currency_word`. */
export const currency = defineResource({
  name: 'currency',
  title: { one: 'currency', many: 'Currencies' },
  fields: {
    cur_code: field.code({ label: 'Currency code', max: 10 }),
    cur_desc: field.general({ label: 'Description', max: 250 }),
    iso_code: field.code({ label: 'ISO code', max: 3, hint: 'Three letters, as on bank papers: PHP, USD' }),
    currency_word: field.text({ label: 'Word on papers', max: 250, hint: 'In amounts in words: PESOS' }),
  },
  key: 'cur_code',
  unique: [['cur_code'], ['iso_code']],
  list: {
    columns: ['cur_code', 'cur_desc', 'iso_code', 'currency_word'],
    search: ['cur_code', 'cur_desc', 'iso_code'],
    sort: 'id',
  },
  dropdown: { name: ['cur_desc'], extra: ['iso_code', 'currency_word'] },
  form: {
    width: 480,
    sections: [{ title: 'Currency', fields: ['cur_code', 'cur_desc', 'iso_code', 'currency_word'] }],
  },
  describe: (row) => `${row.cur_desc} ${row.cur_code}`,
  check: (row) =>
    /^[A-Z]{3}$/.test(row.iso_code) ? [] : [{ field: 'iso_code', message: 'ISO code must be three capital letters.' }],
});
export type Currency = ResourceRow<typeof currency>;
