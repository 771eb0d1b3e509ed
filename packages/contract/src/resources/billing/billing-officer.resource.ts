import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { checkLimits } from '../approvals/approving-level.resource.ts';
import { OFFICER_DROPDOWN, OFFICER_ENTERED, OFFICER_FIELDS, OFFICER_LIST } from '../approvals/officer.fields.ts';

/** Who approves billings at a level; used for billings in the place of approving officers (decisions §3). */
export const billingOfficer = defineResource({
  name: 'billing_officer',
  title: { one: 'billing officer', many: 'Billing Officers' },
  fields: OFFICER_FIELDS,
  key: 'user_id',
  unique: [['user_id', 'level', 'currency_id']],
  list: OFFICER_LIST,
  dropdown: OFFICER_DROPDOWN,
  form: { width: 480, sections: [{ title: 'Billing officer', fields: OFFICER_ENTERED }] },
  describe: (row) => `billing officer of level ${row.level}`,
  check: checkLimits,
});
export type BillingOfficer = ResourceRow<typeof billingOfficer>;
