import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkLimits } from './approving-level.resource.ts';
import { OFFICER_DROPDOWN, OFFICER_ENTERED, OFFICER_FIELDS, OFFICER_LIST } from './officer.fields.ts';

/** Who approves at a level, in which currency and within which limits; 0 or empty means no limit (decisions §2, §3). */
export const approvingOfficer = defineResource({
  name: 'approving_officer',
  aliases: ['/approver'],
  title: { one: 'approving officer', many: 'Approving Officers' },
  fields: OFFICER_FIELDS,
  key: 'user_id',
  unique: [['user_id', 'level', 'currency_id']],
  list: OFFICER_LIST,
  dropdown: OFFICER_DROPDOWN,
  form: { width: 480, sections: [{ title: 'Approving officer', fields: OFFICER_ENTERED }] },
  describe: (row) => `approving officer of level ${row.level}`,
  check: checkLimits,
});
export type ApprovingOfficer = ResourceRow<typeof approvingOfficer>;
