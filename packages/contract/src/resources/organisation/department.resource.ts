import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { PROFITABILITY_GROUPS } from '../parties/party.choices.ts';

/** Departments with their sections (spec 1 §3). */
export const department = defineResource({
  name: 'department',
  title: { one: 'department', many: 'Departments' },
  fields: {
    dept_code: field.code({ label: 'Department code', max: 60 }),
    dept_abbreviation: field.general({ label: 'Abbreviation', max: 250, optional: true }),
    dept_desc: field.general({ label: 'Description', max: 250 }),
    div_code: field.general({ label: 'Division', max: 250, optional: true }),
    org_level: field.general({ label: 'Level', max: 250, optional: true }),
    group_id: field.numberedChoice({ label: 'Group', of: PROFITABILITY_GROUPS, optional: true }),
    dept_status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
    sections: field.children({
      label: 'Sections',
      one: 'section',
      table: 'section',
      link: { column: 'dept_code', field: 'dept_code', to: 'department', stores: 'key' },
      unique: ['section_code'],
      fields: {
        section_code: field.code({ label: 'Section code', max: 60 }),
        section_name: field.general({ label: 'Section name', max: 250 }),
        status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
      },
    }),
  },
  key: 'dept_code',
  unique: [['dept_code']],
  active: 'dept_status',
  list: {
    columns: [
      { field: 'dept_code', label: 'Code' },
      { field: 'dept_abbreviation', width: 112 },
      'dept_desc',
      { field: 'div_code', width: 112 },
      { field: 'org_level', width: 88 },
      'sections',
      'dept_status',
    ],
    search: ['dept_code', 'dept_abbreviation', 'dept_desc'],
    filters: ['dept_status', 'div_code', 'group_id'],
    sort: 'dept_code',
  },
  dropdown: { name: ['dept_desc'], extra: ['dept_abbreviation'] },
  form: {
    width: 640,
    layout: 'sections',
    sections: [
      {
        title: 'Department',
        fields: ['dept_code', 'dept_abbreviation', 'dept_desc', 'div_code', 'org_level', 'group_id', 'dept_status'],
      },
      { title: 'Sections', fields: ['sections'] },
    ],
  },
  describe: (row) => `${row.dept_desc} ${row.dept_code}`,
});
export type Department = ResourceRow<typeof department>;
