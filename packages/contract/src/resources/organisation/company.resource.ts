import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/**
 * Companies. One of them is the reporting company, whose profile the papers print (decisions §1): legal name, TIN,
 * address, permit and footer texts are settings here, never words in the program.
 */
export const company = defineResource({
  name: 'company',
  title: { one: 'company', many: 'Companies' },
  fields: {
    company_code: field.code({ label: 'Company code', max: 60 }),
    company_name: field.general({ label: 'Company name', max: 250 }),
    company_status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
    reporting: field.flag({
      label: 'Reporting company',
      on: 'Yes',
      off: 'No',
      default: 0,
      boolean: true,
      hint: 'Its profile is printed on papers and reports',
    }),
    logo: field.generated({ label: 'Logo', type: 'text', stored: false }),
    profile: field.group({
      label: 'Profile',
      fields: {
        legal_name: field.wording({ label: 'Legal name', max: 250, optional: true }),
        tin: field.tin({ label: 'TIN', optional: true }),
        address: field.wording({ label: 'Address', max: 500, long: true, optional: true }),
        contact_number: field.phone({ label: 'Contact number', max: 15, optional: true }),
        email: field.email({ label: 'Email address', max: 250, optional: true }),
        accreditation_text: field.wording({ label: 'Accreditation text', max: 500, long: true, optional: true }),
        permit_text: field.wording({ label: 'Permit text', max: 500, long: true, optional: true }),
        series_text: field.wording({ label: 'Series text', max: 500, long: true, optional: true }),
        validity_text: field.wording({ label: 'Validity line', max: 500, long: true, optional: true }),
        payment_address: field.wording({ label: 'Send payment to', max: 500, long: true, optional: true }),
      },
    }),
  },
  key: 'company_code',
  unique: [['company_code']],
  active: 'company_status',
  list: {
    columns: ['company_code', 'company_name', 'reporting', 'company_status'],
    search: ['company_code', 'company_name'],
    filters: ['company_status'],
    sort: 'company_code',
  },
  dropdown: { name: ['company_name'] },
  form: {
    width: 640,
    layout: 'sections',
    sections: [
      { title: 'Company', fields: ['company_code', 'company_name', 'company_status', 'reporting'] },
      { title: 'Profile on papers', fields: ['profile'] },
    ],
  },
  describe: (row) => `${row.company_name} ${row.company_code}`,
});
export type Company = ResourceRow<typeof company>;
