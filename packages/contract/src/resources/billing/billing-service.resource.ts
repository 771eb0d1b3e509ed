import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Services that are billed; a billing's lines name them (spec 1 §3, decisions §2: `/service`). */
export const billingService = defineResource({
  name: 'billing_service',
  title: { one: 'billing service', many: 'Billing Services' },
  fields: { billing_service_name: field.general({ label: 'Service', max: 250 }) },
  key: 'billing_service_name',
  unique: [['billing_service_name']],
  list: {
    columns: ['billing_service_name', 'edit_by_name', 'edit_date'],
    search: ['billing_service_name'],
    sort: 'billing_service_name',
  },
  dropdown: { name: ['billing_service_name'] },
  form: { width: 480, sections: [{ title: 'Billing service', fields: ['billing_service_name'] }] },
  describe: (row) => row.billing_service_name,
});
export type BillingService = ResourceRow<typeof billingService>;
