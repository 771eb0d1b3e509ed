import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

export const MODULE_TYPES = { F: 'File maintenance', T: 'Transaction', R: 'Report' } as const;

/** Modules: access is granted by their names, which are the menu labels; built-in names never change (spec 1 §6). */
export const module = defineResource({
  name: 'module',
  title: { one: 'module', many: 'Modules' },
  fields: {
    module_name: field.general({
      label: 'Module name',
      max: 250,
      hint: 'Must equal the menu label; a name that no screen has opens nothing',
    }),
    module_type: field.choice({ label: 'Module type', of: MODULE_TYPES }),
  },
  key: 'module_name',
  unique: [['module_name']],
  list: {
    columns: ['module_name', { field: 'module_type', label: 'Type', width: 148 }],
    search: ['module_name'],
    filters: ['module_type'],
    sort: 'module_name',
  },
  dropdown: { name: ['module_name'], extra: ['module_type'] },
  form: { width: 480, sections: [{ title: 'Module', fields: ['module_name', 'module_type'] }] },
  describe: (row) => row.module_name,
});
export type Module = ResourceRow<typeof module>;
