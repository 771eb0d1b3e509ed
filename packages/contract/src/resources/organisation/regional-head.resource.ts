import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field, FOR_INFORMATION } from '../../resource/field.ts';

/** The heads of the regions (spec 1 §3). */
export const regionalHead = defineResource({
  name: 'regional_head',
  title: { one: 'regional head', many: 'Regional Heads' },
  fields: {
    rh_code: field.code({
      label: 'Regional head code',
      max: 60,
      hint: `${FOR_INFORMATION}: no other record refers to regional heads`,
    }),
    rh_name: field.text({ label: 'Regional head name', max: 250 }),
  },
  key: 'rh_code',
  unique: [['rh_code']],
  list: {
    columns: [
      { field: 'rh_code', label: 'Code', width: 112 },
      { field: 'rh_name', label: 'Name' },
    ],
    search: ['rh_code', 'rh_name'],
    sort: 'rh_code',
  },
  dropdown: { name: ['rh_name'] },
  form: { width: 480, sections: [{ title: 'Regional head', fields: ['rh_code', 'rh_name'] }] },
  describe: (row) => `${row.rh_name} ${row.rh_code}`,
});
export type RegionalHead = ResourceRow<typeof regionalHead>;
