import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Roles; what a role may do stands in its role access entries. */
export const role = defineResource({
  name: 'role',
  title: { one: 'role', many: 'Roles' },
  fields: { roles: field.general({ label: 'Role', max: 250 }) },
  key: 'roles',
  unique: [['roles']],
  list: { columns: ['roles'], search: ['roles'], sort: 'roles' },
  dropdown: { name: ['roles'] },
  form: { width: 480, sections: [{ title: 'Role', fields: ['roles'] }] },
  describe: (row) => row.roles,
});
export type Role = ResourceRow<typeof role>;
