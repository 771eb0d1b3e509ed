import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { ADDRESS_FORM, addressFields } from '../parties/address.fields.ts';
import { BUSINESS_TYPES, PROFITABILITY_GROUPS } from '../parties/party.choices.ts';
import { checkBanksHavePayee, payeeBanks } from '../parties/payee-banks.field.ts';

/** Places of business; every posting names one. A branch that is paid has a payee, whose bank accounts it shows. */
export const branch = defineResource({
  name: 'branch',
  title: { one: 'branch', many: 'Branches' },
  fields: {
    brnc_code: field.general({ label: 'Branch code', max: 60 }),
    brnc_abbreviation: field.general({ label: 'Abbreviation', max: 250, optional: true }),
    brnc_name: field.general({ label: 'Branch name', max: 250 }),
    brnc_type: field.general({ label: 'Type', max: 250, optional: true }),
    main_brnc: field.general({ label: 'Main branch', max: 250, optional: true }),
    cctr_code: field.general({ label: 'Cost center code', max: 250, optional: true }),
    cost_ctr: field.general({ label: 'Cost center', max: 250, optional: true }),
    regn_code: field.general({ label: 'Region code', max: 250, optional: true }),
    group_id: field.numberedChoice({ label: 'Profitability group', of: PROFITABILITY_GROUPS, default: 1 }),
    active_flag: field.flag({ label: 'Active flag', on: 'Active', off: 'Inactive', default: 1 }),
    brnc_stat: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),

    brnc_address: field.address({ label: 'Branch address', max: 250, optional: true }),
    ...addressFields,
    brnc_phone: field.phone({ label: 'Branch phone', max: 15, optional: true }),
    contact_num: field.phone({ label: 'Contact number', max: 15, optional: true }),
    fax: field.phone({ label: 'Fax', max: 15, optional: true }),
    email_add: field.email({ label: 'Email address', max: 250, optional: true }),

    tin: field.tin({ label: 'TIN', optional: true }),
    business_type: field.numberedChoice({ label: 'Business type', of: BUSINESS_TYPES, optional: true }),
    vat: field.numberedChoice({ label: 'VAT', of: VAT_TYPES, default: 0 }),
    atc_code: field.reference({ label: 'ATC code', to: 'alpha_tax_code', optional: true }),

    setup_date: field.date({ label: 'Setup date', optional: true }),
    date_opened: field.date({ label: 'Date opened', optional: true }),
    date_closed: field.date({ label: 'Date closed', optional: true }),
    expiry_date: field.date({ label: 'Expiry date', optional: true }),
    transfer_date: field.date({ label: 'Transfer date', optional: true }),
    rbos_pcode: field.general({ label: 'RBOS partner code', max: 250, optional: true }),
    bos_pcode: field.general({ label: 'BOS partner code', max: 250, optional: true }),
    bsa_pcode: field.general({ label: 'BSA partner code', max: 250, optional: true }),
    borrow_tid: field.general({ label: 'Borrowed TID', max: 250, optional: true }),
    ops_code: field.general({ label: 'Operations code', max: 250, optional: true }),
    brnc_name_voyager: field.general({ label: 'Voyager branch name', max: 250, optional: true }),
    borwd_repidno: field.general({ label: 'Borrowed representative ID', max: 250, optional: true }),
    bp_idno: field.referenceById({ label: 'Business partner', to: 'business_partner', optional: true }),
    bp_name: field.lookup({ label: 'Business partner name', through: 'bp_idno', shows: ['name'] }),
    remarks: field.general({ label: 'Remarks', max: 4000, long: true, optional: true }),

    payee_code: field.reference({ label: 'Payee', to: 'payee', optional: true }),
    payee_desc: field.lookup({ label: 'Payee name', through: 'payee_code', shows: ['payee_desc'] }),
    payee_banks: payeeBanks,
  },
  key: 'brnc_code',
  unique: [['brnc_code']],
  active: 'brnc_stat',
  list: {
    columns: [
      { field: 'brnc_code', label: 'Code', width: 112 },
      { field: 'brnc_abbreviation', width: 112 },
      { field: 'brnc_name', label: 'Name' },
      { field: 'brnc_type', width: 112 },
      'region',
      { field: 'tin', width: 148, line: true },
      'date_opened',
      'brnc_stat',
    ],
    search: ['brnc_code', 'brnc_abbreviation', 'brnc_name', 'tin'],
    filters: ['brnc_stat', 'group_id', 'region', 'payee_code'],
    sort: 'brnc_code',
  },
  dropdown: { name: ['brnc_name'], extra: ['brnc_abbreviation', 'group_id'] },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      {
        title: 'Identity',
        fields: [
          'brnc_code',
          'brnc_abbreviation',
          'brnc_name',
          'brnc_type',
          'main_brnc',
          'cctr_code',
          'cost_ctr',
          'regn_code',
          'group_id',
          'brnc_stat',
          'active_flag',
        ],
      },
      {
        title: 'Address & contact',
        fields: ['brnc_address', ...ADDRESS_FORM, 'brnc_phone', 'contact_num', 'fax', 'email_add'],
      },
      { title: 'Tax', fields: ['tin', 'business_type', 'vat', 'atc_code'] },
      {
        title: 'Operations',
        fields: [
          'setup_date',
          'date_opened',
          'date_closed',
          'expiry_date',
          'transfer_date',
          'rbos_pcode',
          'bos_pcode',
          'bsa_pcode',
          'borrow_tid',
          'ops_code',
          'brnc_name_voyager',
          'borwd_repidno',
          'bp_idno',
          'remarks',
        ],
      },
      { title: 'Payee & banks', fields: ['payee_code', 'payee_banks'] },
    ],
  },
  describe: (row) => `${row.brnc_name} ${row.brnc_code}`,
  check: (row) => [
    ...(row.date_opened !== null && row.date_closed !== null && row.date_closed < row.date_opened
      ? [{ field: 'date_closed', message: 'Date closed is before date opened.' }]
      : []),
    ...checkBanksHavePayee(row),
  ],
});
export type Branch = ResourceRow<typeof branch>;
