import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field, FOR_INFORMATION } from '../../resource/field.ts';

/** Of a user it is said so many days before that his access ends. */
export const ENDS_WITHIN_DAYS = 30;
/** How a user stands today. */
export const USER_STATES = {
  in_use: 'In use',
  ends: `Ends within ${ENDS_WITHIN_DAYS} days`,
  ended: 'Ended',
  begins: 'Begins later',
  blocked: 'Blocked',
} as const;

/**
 * People who sign in. `roles` are the roles a user has; `roleaccess` is what he may do in effect, by module (decisions
 * §8). A user is in use from `start_date` to `end_date`, unless he is blocked: `blocked_since` is `YYYY-MM-DD HH:MM` in
 * Manila. The password is write only, and in no form: its owner chooses it by a link.
 */
export const user = defineResource({
  name: 'user',
  table: 'app_user',
  title: { one: 'user', many: 'Users' },
  fields: {
    email: field.email({ label: 'Work email', max: 250, optional: true }),
    user_id: field.general({ label: 'User ID', max: 60 }),
    user_first_name: field.text({ label: 'First name', max: 250 }),
    user_middle_name: field.text({ label: 'Middle name', max: 250, optional: true }),
    user_last_name: field.text({ label: 'Last name', max: 250 }),
    password: field.password({
      label: 'Password',
      min: 12,
      max: 128,
      optional: true,
      column: 'password_hash',
      hidden: true,
    }),
    dept_code: field.reference({ label: 'Department', to: 'department', optional: true }),
    dept_id: field.referenceById({ label: 'Department ID', to: 'department', optional: true, hidden: true }),
    dept_desc: field.lookup({ label: 'Department name', through: 'dept_code', shows: ['dept_desc'] }),
    brnc_code: field.reference({ label: 'Branch', to: 'branch', optional: true }),
    brnc_name: field.lookup({ label: 'Branch name', through: 'brnc_code', shows: ['brnc_name'] }),
    jobt_code: field.general({ label: 'Job title', max: 250, optional: true }),
    start_date: field.date({ label: 'Start date', optional: true, filled: true, hint: 'Empty: today' }),
    end_date: field.date({ label: 'End date', optional: true }),
    approver: field.flag({
      label: 'Approver',
      on: 'Yes',
      off: 'No',
      default: 0,
      hint: `${FOR_INFORMATION}: Approving Officers says who approves`,
    }),
    max_amount: field.amount({ label: 'Max amount', optional: true, hint: 'Caps the last approval of this user' }),
    sper_user: field.flag({ label: 'Super user', on: 'Yes', off: 'No', default: 0 }),
    roles: field.references({
      label: 'Roles',
      to: 'role',
      through: { table: 'user_role', own: 'user_id', other: 'role_id' },
    }),
    state: field.generated({ label: 'State', type: 'text', stored: false, of: Object.values(USER_STATES) }),
    blocked_since: field.generated({ label: 'Blocked since', type: 'text', stored: false }),
    roleaccess: field.generated({ label: 'Access in effect', type: 'list', stored: false }),
  },
  key: 'user_id',
  unique: [['user_id'], ['email']],
  list: {
    columns: [
      { field: 'user_id', width: 104 },
      { field: 'user_first_name', label: 'Name' },
      { field: 'dept_desc', label: 'Department' },
      { field: 'brnc_name', label: 'Branch' },
      { field: 'roles', line: true },
      'approver',
      'max_amount',
      'sper_user',
      { field: 'start_date', label: 'Start' },
      { field: 'end_date', label: 'End' },
    ],
    search: ['user_id', 'user_first_name', 'user_last_name', 'email'],
    filters: ['dept_code', 'brnc_code', 'state', 'approver', 'sper_user'],
    sort: 'user_id',
  },
  dropdown: {
    name: ['user_first_name', 'user_last_name'],
    extra: ['dept_code', 'brnc_code', 'approver', 'max_amount'],
  },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      {
        title: 'Identity',
        fields: ['email', 'user_id', 'user_first_name', 'user_middle_name', 'user_last_name'],
      },
      { title: 'Assignment', fields: ['dept_code', 'brnc_code', 'jobt_code', 'start_date', 'end_date'] },
      { title: 'Approval', fields: ['approver', 'max_amount'] },
      { title: 'Access', fields: ['sper_user', 'roles'] },
      { title: 'Effective access', fields: [] },
    ],
  },
  describe: (row) => `${row.user_first_name} ${row.user_last_name} ${row.user_id}`,
  check: (row) =>
    row.start_date !== null && row.end_date !== null && row.end_date < row.start_date
      ? [{ field: 'end_date', message: 'End date is before start date.' }]
      : [],
});
export type User = ResourceRow<typeof user>;
