import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { ADDRESS_FORM, addressFields } from './address.fields.ts';
import { BUSINESS_TYPES } from './party.choices.ts';
import { payeeBanks } from './payee-banks.field.ts';

/** The payee form offers 4, 5, 6; 2 and 3 come with the records of partners and branches (spec 1 §3, other type list). */
export const PAYEE_TYPES = { 4: 'Customer', 5: 'Employee', 6: 'Supplier', 2: 'Business Partner', 3: 'Branch' } as const;
const EMPLOYEE_STATUSES = { 0: 'Active', 1: 'Inactive', 2: 'Resigned' } as const;
const SUB_AGENT_STATUSES = { 0: 'Active', 1: 'Inactive' } as const;

const WARNS_OF_PAYMENTS = 'Anything but Active warns whoever enters or approves a payment';

/** Whom we pay and who pays us: the analysis dimension of every posting (decisions §10, payee fields). */
export const payee = defineResource({
  name: 'payee',
  title: { one: 'payee', many: 'Payee Details' },
  fields: {
    payee_type: field.numberedChoice({ label: 'Payee type', of: PAYEE_TYPES }),
    payee_code: field.general({ label: 'Payee code', max: 60 }),
    payee_desc: field.general({ label: 'Description', max: 250 }),
    trader_name: field.general({ label: 'Trader name', max: 250, optional: true }),
    business_style: field.general({ label: 'Business style', max: 250, optional: true }),
    business_type: field.numberedChoice({ label: 'Business type', of: BUSINESS_TYPES, optional: true }),
    vat: field.numberedChoice({ label: 'VAT', of: VAT_TYPES, default: 0 }),
    tin: field.tin({ label: 'TIN', optional: true }),
    atc_code: field.reference({ label: 'ATC code', to: 'alpha_tax_code', optional: true }),
    employee_status: field.numberedChoice({
      label: 'Employee status',
      of: EMPLOYEE_STATUSES,
      optional: true,
      hint: WARNS_OF_PAYMENTS,
    }),
    sub_agent_status: field.numberedChoice({
      label: 'Sub-agent status',
      of: SUB_AGENT_STATUSES,
      optional: true,
      hint: WARNS_OF_PAYMENTS,
    }),
    last_name: field.wording({ label: 'Last name', max: 250, optional: true, hint: 'Of a person, for tax forms' }),
    first_name: field.wording({ label: 'First name', max: 250, optional: true }),
    middle_name: field.wording({ label: 'Middle name', max: 250, optional: true }),
    billing_hold: field.wording({
      label: 'Billing hold',
      max: 250,
      optional: true,
      hint: 'Why nothing new is billed to this customer; empty, he is billed',
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
    merged_into: field.reference({
      label: 'Merged into',
      to: 'payee',
      stores: 'id',
      optional: true,
      hidden: true,
      told: true,
    }),
    merged_into_desc: field.lookup({ label: 'Merged into, name', through: 'merged_into', shows: ['payee_desc'] }),
    merged_payees: field.generated({ label: 'Merged payees', type: 'text', stored: true, told: true }),
    ...addressFields,
    foreign_address: field.wording({
      label: 'Foreign address',
      max: 250,
      optional: true,
      hint: 'Of whoever has none in the Philippines',
    }),
    contact_num: field.phone({ label: 'Contact number', max: 15, optional: true }),
    email_add: field.email({ label: 'Email address', max: 250, optional: true }),
    payee_banks: payeeBanks,
  },
  key: 'payee_code',
  unique: [['payee_code']],
  active: 'status',
  list: {
    columns: [
      { field: 'payee_code', label: 'Code', width: 88 },
      'payee_desc',
      { field: 'payee_type', label: 'Type', width: 112 },
      'trader_name',
      { field: 'tin', width: 148, line: true },
      { field: 'email_add', label: 'E-mail' },
      'city',
      'status',
    ],
    search: ['payee_code', 'payee_desc', 'trader_name', 'tin'],
    filters: ['payee_type', 'status', 'vat', 'business_type', 'tin'],
    sort: 'payee_code',
  },
  dropdown: { name: ['payee_desc'], extra: ['payee_type', 'tin', 'vat', 'atc_code'] },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      {
        title: 'Identity',
        fields: [
          'payee_type',
          'payee_code',
          'payee_desc',
          'trader_name',
          'business_style',
          'business_type',
          'vat',
          'tin',
          'atc_code',
          'employee_status',
          'sub_agent_status',
          'last_name',
          'first_name',
          'middle_name',
          'billing_hold',
          'status',
        ],
      },
      { title: 'Address', fields: [...ADDRESS_FORM, 'foreign_address'] },
      { title: 'Contact', fields: ['contact_num', 'email_add'] },
      { title: 'Banks', fields: ['payee_banks'] },
    ],
  },
  describe: (row) => `${row.payee_desc} ${row.payee_code}`,
  check(row) {
    if (row.merged_into === null) return [];
    if (row.merged_into === row.payee_code)
      return [{ field: 'merged_into', message: 'A payee cannot be merged into itself.' }];
    return row.status === 1
      ? [{ field: 'status', message: `This payee is merged into ${row.merged_into}, so it stays inactive.` }]
      : [];
  },
});
export type Payee = ResourceRow<typeof payee>;
