import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field, FOR_INFORMATION } from '../../resource/field.ts';
import { ADDRESS_FORM, addressFields } from './address.fields.ts';
import { BUSINESS_TYPES } from './party.choices.ts';
import { checkBanksHavePayee, payeeBanks } from './payee-banks.field.ts';

/** What kind of business a partner is (spec 1 §3, class codes). */
const PARTNER_CLASSES = {
  BC: 'Business Center',
  CB: 'Commercial Banks',
  CO: 'Company Owned',
  CP: 'Cooperatives',
  DS: 'Department Store',
  FS: 'Financial Services',
  HT: 'Hotel',
  IC: 'Insurance Company',
  MC: 'Money Changer',
  PS: 'Pawnshops',
  PM: 'Pharmacy',
  RA: 'Recruitment Agency',
  BR: 'Rural Bank',
  SC: 'School',
  SM: 'Supermarket',
  TB: 'Thrifts Banks',
  TA: 'Travel Agency',
} as const;

/** Whoever offers the group's services at counters of his own. A partner that is paid has a payee of its own. */
export const businessPartner = defineResource({
  name: 'business_partner',
  title: { one: 'business partner', many: 'Business Partners' },
  replies: 'list_of_one',
  fields: {
    bp_code: field.general({ label: 'BP code', max: 60 }),
    name: field.general({ label: 'Name', max: 250 }),
    class_code: field.choice({ label: 'Class', of: PARTNER_CLASSES }),
    payee_code: field.reference({ label: 'Payee', to: 'payee', optional: true }),
    payee_desc: field.lookup({ label: 'Payee name', through: 'payee_code', shows: ['payee_desc'] }),
    brnc_code: field.reference({ label: 'Branch', to: 'branch', optional: true }),
    brnc_name: field.lookup({ label: 'Branch name', through: 'brnc_code', shows: ['brnc_name'] }),
    cctr_code: field.general({ label: 'Cost center code', max: 250, optional: true }),
    hold: field.flag({
      label: 'On hold',
      on: 'Yes',
      off: 'No',
      default: 0,
      hint: 'Payments to its payee are neither submitted nor released',
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),

    president: field.text({ label: 'President', max: 250, optional: true }),
    gen_manager: field.text({ label: 'General manager', max: 250, optional: true }),
    wu_person: field.text({ label: 'WU person', max: 250, optional: true }),
    wu_mobile: field.phone({ label: 'WU mobile', max: 15, optional: true }),
    contact_person: field.text({ label: 'Contact person', max: 250, optional: true }),
    contact_num: field.phone({ label: 'Contact number', max: 15, optional: true }),
    fax: field.phone({ label: 'Fax', max: 15, optional: true }),
    email_address: field.email({ label: 'Email address', max: 250, optional: true }),
    pin: field.number({ label: 'PIN', max: 20, optional: true }),

    ...addressFields,
    country_id: field.code({ label: 'Country', max: 60, optional: true }),

    bp_tin: field.tin({ label: 'BP TIN', optional: true }),
    tin: field.tin({ label: 'TIN', optional: true }),
    business_type: field.numberedChoice({ label: 'Business type', of: BUSINESS_TYPES, optional: true }),
    vat: field.numberedChoice({ label: 'VAT', of: VAT_TYPES, default: 0 }),
    atc_code: field.reference({ label: 'ATC code', to: 'alpha_tax_code', optional: true }),

    risk_code: field.general({ label: 'Risk code', max: 250, optional: true, hint: FOR_INFORMATION }),
    risk_eval_date: field.date({ label: 'Risk evaluation date', optional: true, hint: FOR_INFORMATION }),
    client_type: field.general({ label: 'Client type', max: 250, optional: true, hint: FOR_INFORMATION }),
    dpa_consent_tag: field.flag({ label: 'DPA consent', on: 'Yes', off: 'No', default: 0, hint: FOR_INFORMATION }),
    pep_tag: field.flag({
      label: 'Politically exposed person',
      on: 'Yes',
      off: 'No',
      default: 0,
      hint: FOR_INFORMATION,
    }),
    kyc_stat: field.general({ label: 'KYC status', max: 250, optional: true, hint: FOR_INFORMATION }),

    payee_banks: payeeBanks,
  },
  key: 'bp_code',
  unique: [['bp_code']],
  active: 'status',
  list: {
    columns: [
      { field: 'bp_code', label: 'BP Code', width: 88 },
      'name',
      'class_code',
      { field: 'brnc_code', label: 'Branch', width: 96 },
      { field: 'tin', width: 148, line: true },
      { field: 'client_type', width: 112 },
      { field: 'kyc_stat', label: 'KYC', width: 80 },
      { field: 'hold', label: 'Hold', width: 56, line: true },
      'status',
    ],
    search: ['bp_code', 'name', 'tin', 'bp_tin'],
    filters: ['status', 'class_code', 'brnc_code', 'hold', 'payee_code'],
    sort: 'bp_code',
  },
  dropdown: { name: ['name'], extra: ['payee_code', 'brnc_code', 'class_code', 'hold'] },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      {
        title: 'Identity',
        fields: ['bp_code', 'name', 'payee_code', 'class_code', 'brnc_code', 'cctr_code', 'status', 'hold'],
      },
      {
        title: 'People',
        fields: [
          'president',
          'gen_manager',
          'wu_person',
          'wu_mobile',
          'contact_person',
          'contact_num',
          'email_address',
          'fax',
          'pin',
        ],
      },
      { title: 'Address', fields: [...ADDRESS_FORM, 'country_id'] },
      { title: 'Tax', fields: ['bp_tin', 'tin', 'business_type', 'vat', 'atc_code'] },
      {
        title: 'Compliance',
        fields: ['risk_code', 'risk_eval_date', 'client_type', 'kyc_stat', 'dpa_consent_tag', 'pep_tag'],
      },
      { title: 'Banks', fields: ['payee_banks'] },
    ],
  },
  describe: (row) => `${row.name} ${row.bp_code}`,
  check: checkBanksHavePayee,
});
export type BusinessPartner = ResourceRow<typeof businessPartner>;
