import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** The banks of the country; every bank account names one (spec 1 §3). */
export const bankHeader = defineResource({
  name: 'bank_header',
  title: { one: 'bank header', many: 'Bank Headers' },
  fields: {
    bank_code: field.code({ label: 'Bank code', max: 60 }),
    bank_name: field.bank({ label: 'Bank name', max: 250 }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'bank_code',
  unique: [['bank_code']],
  active: 'status',
  list: {
    columns: ['bank_code', 'bank_name', 'status'],
    search: ['bank_code', 'bank_name'],
    filters: ['status'],
    sort: 'bank_code',
  },
  dropdown: { name: ['bank_name'] },
  form: { width: 480, sections: [{ title: 'Bank header', fields: ['bank_code', 'bank_name', 'status'] }] },
  describe: (row) => `${row.bank_name} ${row.bank_code}`,
});
export type BankHeader = ResourceRow<typeof bankHeader>;
