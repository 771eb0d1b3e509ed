import { isTitle, LONGEST_TITLE, PAPER_TEXTS } from '@talaan/core/documents/papers/paper-texts';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/**
 * Companies. One of them is the reporting company, whose profile the papers print (decisions §1): legal name, TIN and
 * address, and by their day the titles, legends and texts of the law, which are data here, never words in the program.
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
    vat_registered: field.flag({
      label: 'VAT-registered',
      on: 'Yes',
      off: 'No',
      default: 1,
      boolean: true,
      hint: 'Papers head its TIN with VAT REG TIN',
    }),
    logo: field.generated({ label: 'Logo', type: 'text', stored: false }),
    profile: field.group({
      label: 'Profile',
      fields: {
        legal_name: field.wording({ label: 'Legal name', max: 250, optional: true }),
        tin: field.tin({ label: 'TIN', optional: true }),
        address: field.wording({ label: 'Address', max: 500, long: true, optional: true }),
        zip_code: field.number({ label: 'Zip code', max: 10, optional: true }),
        contact_number: field.phone({ label: 'Contact number', max: 15, optional: true }),
        email: field.email({ label: 'Email address', max: 250, optional: true }),
        payment_address: field.wording({ label: 'Send payment to', max: 500, long: true, optional: true }),
        letter_signatory: field.wording({
          label: 'Signatory of letters',
          max: 250,
          optional: true,
          hint: 'Empty: a blank line to sign on',
        }),
        letter_signatory_title: field.wording({ label: 'Title of this signatory', max: 250, optional: true }),
        second_signatory: field.wording({ label: 'Second signatory of letters', max: 250, optional: true }),
        second_signatory_title: field.wording({ label: 'Title of the second signatory', max: 250, optional: true }),
        tax_signatory: field.wording({ label: 'Signatory of tax forms', max: 250, optional: true }),
        tax_signatory_title: field.wording({ label: 'Title on tax forms', max: 250, optional: true }),
        tax_signatory_tin: field.tin({ label: 'TIN of this signatory', optional: true }),
      },
    }),
    texts: field.children({
      label: 'Texts on papers',
      one: 'text',
      hint: 'A paper prints the texts of its own date. What stands here stays: add a text with the day from which it holds.',
      table: 'company_text',
      link: { column: 'company_id', field: 'company_code', to: 'company', stores: 'id' },
      unique: ['kind', 'valid_from'],
      append_only: true,
      fields: {
        kind: field.choice({ label: 'Stands on', of: PAPER_TEXTS }),
        valid_from: field.date({ label: 'From' }),
        text: field.wording({
          label: 'Text',
          max: 500,
          long: true,
          optional: true,
          hint: 'Empty: nothing stands there from that day on',
        }),
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
      { title: 'Profile on papers', fields: ['vat_registered', 'profile'] },
      { title: 'Texts on papers', fields: ['texts'] },
    ],
  },
  describe: (row) => `${row.company_name} ${row.company_code}`,
  check: ({ texts }) =>
    texts.flatMap(({ kind, text }, at) => {
      if (!isTitle(kind)) return [];
      const length = text?.trim().length ?? 0;
      if (length > 0 && length <= LONGEST_TITLE) return [];
      return [{ field: `texts.${at}.text`, message: `A title has 1 to ${LONGEST_TITLE} characters.` }];
    }),
});
export type Company = ResourceRow<typeof company>;
