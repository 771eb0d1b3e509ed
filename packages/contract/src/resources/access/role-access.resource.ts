import { ACCESS_LABELS } from '@talaan/core/access/access-level';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { MODULE_TYPES } from './module.resource.ts';

/** Access levels as role access entries store them: each includes the ones below (decisions §8). */
export const ROLE_ACCESS_LEVELS = {
  0: ACCESS_LABELS.N,
  1: ACCESS_LABELS.S,
  2: ACCESS_LABELS.I,
  3: ACCESS_LABELS.U,
  4: ACCESS_LABELS.D,
} as const;

/** What a role may do on a module; an entry without a level gives Select (decisions §8). */
export const roleAccess = defineResource({
  name: 'role_access',
  title: { one: 'role access entry', many: 'Role Access' },
  fields: {
    roles: field.reference({ label: 'Role', to: 'role', column: 'role_id', stores: 'id' }),
    module_name: field.reference({ label: 'Module', to: 'module', column: 'module_id', stores: 'id' }),
    module_type: field.lookup({
      label: 'Module type',
      through: 'module_name',
      shows: ['module_type'],
      of: MODULE_TYPES,
    }),
    access_level: field.numberedChoice({ label: 'Access level', of: ROLE_ACCESS_LEVELS, default: 1 }),
  },
  key: 'roles',
  unique: [['roles', 'module_name']],
  list: {
    columns: [
      { field: 'roles', width: 200 },
      { field: 'module_name', label: 'Module Name', width: 280 },
      { field: 'module_type', label: 'Module Type', width: 148 },
      'access_level',
    ],
    search: ['roles', 'module_name'],
    filters: ['roles', 'module_name', 'access_level'],
    sort: 'roles,module_name',
  },
  dropdown: { name: ['module_name'], extra: ['module_type', 'access_level'] },
  form: { width: 480, sections: [{ title: 'Role access', fields: ['roles', 'module_name', 'access_level'] }] },
  describe: (row) => `${row.roles} ${row.module_name}`,
});
export type RoleAccess = ResourceRow<typeof roleAccess>;
