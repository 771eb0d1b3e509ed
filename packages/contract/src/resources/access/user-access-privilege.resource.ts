import { ACCESS_LABELS } from '@talaan/core/access/access-level';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** What one user may do on a module, whatever his roles say; No Access wins (decisions §8). `prog_code` is a module name. */
export const userAccessPrivilege = defineResource({
  name: 'user_access_privilege',
  title: { one: 'user role', many: 'User Roles' },
  fields: {
    user_id: field.referenceById({ label: 'User', to: 'user' }),
    user_name: field.lookup({
      label: 'User name',
      through: 'user_id',
      shows: ['user_first_name', 'user_last_name'],
    }),
    prog_code: field.reference({ label: 'Program', to: 'module' }),
    access_level: field.choice({ label: 'Access level', of: ACCESS_LABELS }),
  },
  key: 'prog_code',
  unique: [['user_id', 'prog_code']],
  list: {
    columns: [
      { field: 'user_name', label: 'User', width: 240 },
      { field: 'prog_code', width: 280 },
      { field: 'access_level', width: 148 },
    ],
    search: ['user_name', 'prog_code'],
    filters: ['user_id', 'prog_code', 'access_level'],
    sort: 'user_name,prog_code',
  },
  dropdown: { name: ['user_name', 'prog_code'], extra: ['user_id', 'access_level'] },
  form: { width: 480, sections: [{ title: 'User role', fields: ['user_id', 'prog_code', 'access_level'] }] },
  describe: (row) => `${row.prog_code} ${ACCESS_LABELS[row.access_level]}`,
});
export type UserAccessPrivilege = ResourceRow<typeof userAccessPrivilege>;
