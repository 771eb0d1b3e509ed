import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Sections, each of one department; also edited inside the department. */
export const section = defineResource({
  name: 'section',
  title: { one: 'section', many: 'Sections' },
  fields: {
    section_code: field.code({ label: 'Section code', max: 60 }),
    section_name: field.general({ label: 'Section name', max: 250 }),
    dept_code: field.reference({ label: 'Department', to: 'department' }),
    dept_desc: field.lookup({ label: 'Department name', through: 'dept_code', shows: ['dept_desc'] }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'section_code',
  unique: [['section_code']],
  active: 'status',
  list: {
    columns: ['section_code', 'section_name', { field: 'dept_desc', label: 'Department' }, 'status'],
    search: ['section_code', 'section_name'],
    filters: ['dept_code', 'status'],
    sort: 'section_code',
  },
  dropdown: { name: ['section_name'], extra: ['dept_code'] },
  form: {
    width: 480,
    sections: [{ title: 'Section', fields: ['section_code', 'section_name', 'dept_code', 'status'] }],
  },
  describe: (row) => `${row.section_name} ${row.section_code}`,
});
export type Section = ResourceRow<typeof section>;
