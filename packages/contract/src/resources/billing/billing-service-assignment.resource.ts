import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Which services a payee is billed for (spec 1 §3, `/billingservices`). */
export const billingServiceAssignment = defineResource({
  name: 'billing_service_assignment',
  title: { one: 'service assignment', many: 'Service Assignments' },
  fields: {
    payee_code: field.reference({ label: 'Payee', to: 'payee', stores: 'id', column: 'payee_id' }),
    payee_name: field.lookup({ label: 'Payee name', through: 'payee_code', shows: ['payee_desc'] }),
    billing_service_name: field.reference({
      label: 'Service',
      to: 'billing_service',
      stores: 'id',
      column: 'service_id',
    }),
  },
  key: 'billing_service_name',
  unique: [['payee_code', 'billing_service_name']],
  list: {
    columns: ['payee_name', { field: 'billing_service_name', label: 'Billing service', width: 280 }, 'payee_code'],
    search: ['payee_name', 'payee_code', 'billing_service_name'],
    filters: ['payee_code', 'billing_service_name'],
    sort: 'payee_name,billing_service_name',
  },
  dropdown: { name: ['payee_name'], extra: ['payee_code', 'billing_service_name'] },
  form: { width: 480, sections: [{ title: 'Service assignment', fields: ['payee_code', 'billing_service_name'] }] },
  describe: (row) => `${row.billing_service_name} ${row.payee_code}`,
});
export type BillingServiceAssignment = ResourceRow<typeof billingServiceAssignment>;
