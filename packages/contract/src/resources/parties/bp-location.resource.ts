import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** The places where a business partner serves customers, with the terms of each (spec 1 §3). */
export const bpLocation = defineResource({
  name: 'bp_location',
  title: { one: 'BP location', many: 'BP Locations' },
  fields: {
    loc_idno: field.general({ label: 'Loc ID', max: 60 }),
    bp_idno: field.referenceById({ label: 'Business partner', to: 'business_partner' }),
    bp_name: field.lookup({ label: 'Business partner name', through: 'bp_idno', shows: ['name'] }),
    loc_name: field.general({ label: 'Location', max: 250 }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),

    address1: field.address({ label: 'Address 1', max: 250, optional: true }),
    address2: field.address({ label: 'Address 2', max: 250, optional: true }),
    address3: field.address({ label: 'Address 3', max: 250, optional: true }),
    city: field.address({ label: 'City', max: 250, optional: true }),
    province: field.address({ label: 'Province', max: 250, optional: true }),
    phone1: field.phone({ label: 'Phone 1', max: 15, optional: true }),
    phone2: field.phone({ label: 'Phone 2', max: 15, optional: true }),
    phone3: field.phone({ label: 'Phone 3', max: 15, optional: true }),
    fax: field.phone({ label: 'Fax', max: 15, optional: true }),
    contact_person: field.text({ label: 'Contact person', max: 250, optional: true }),

    api_acct: field.general({ label: 'API account', max: 250, optional: true }),
    apz_acct: field.general({ label: 'APZ account', max: 250, optional: true }),
    inbound: field.flag({ label: 'Inbound', on: 'Yes', off: 'No', default: 0 }),
    outbound: field.flag({ label: 'Outbound', on: 'Yes', off: 'No', default: 0 }),
    pc_equip: field.flag({ label: 'PC equipment', on: 'Yes', off: 'No', default: 0 }),
    full: field.flag({ label: 'Full service', on: 'Yes', off: 'No', default: 0 }),
    atmtd_loc: field.flag({ label: 'Automated location', on: 'Yes', off: 'No', default: 0 }),
    ral_status: field.general({ label: 'RAL status', max: 250, optional: true }),
    sol_idno: field.general({ label: 'SOL ID', max: 250, optional: true }),

    con_date_from: field.date({ label: 'Contract from', optional: true }),
    con_date_to: field.date({ label: 'Contract to', optional: true }),
    peso_imt: field.amount({ label: 'Peso IMT', default: '0.00' }),
    peso_dmt: field.amount({ label: 'Peso DMT', default: '0.00' }),
    dollar_imt: field.amount({ label: 'Dollar IMT', default: '0.00' }),
    dollar_dmt: field.amount({ label: 'Dollar DMT', default: '0.00' }),
  },
  key: 'loc_idno',
  unique: [['loc_idno']],
  active: 'status',
  list: {
    columns: [
      { field: 'loc_idno', width: 112 },
      { field: 'bp_name', label: 'Business Partner' },
      'loc_name',
      { field: 'city', width: 136 },
      { field: 'contact_person', label: 'Contact' },
      'status',
    ],
    search: ['loc_idno', 'loc_name', 'bp_name', 'city'],
    filters: ['bp_idno', 'status', 'inbound', 'outbound'],
    sort: 'loc_idno',
  },
  dropdown: { name: ['loc_name'], extra: ['bp_idno', 'city'] },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      { title: 'Location', fields: ['loc_idno', 'bp_idno', 'loc_name', 'status'] },
      {
        title: 'Address',
        fields: [
          'address1',
          'address2',
          'address3',
          'city',
          'province',
          'phone1',
          'phone2',
          'phone3',
          'fax',
          'contact_person',
        ],
      },
      {
        title: 'Accounts & flags',
        fields: [
          'api_acct',
          'apz_acct',
          'inbound',
          'outbound',
          'pc_equip',
          'full',
          'atmtd_loc',
          'ral_status',
          'sol_idno',
        ],
      },
      {
        title: 'Contract & rates',
        fields: ['con_date_from', 'con_date_to', 'peso_imt', 'peso_dmt', 'dollar_imt', 'dollar_dmt'],
      },
    ],
  },
  describe: (row) => `${row.loc_name} ${row.loc_idno}`,
  check: (row) =>
    row.con_date_from !== null && row.con_date_to !== null && row.con_date_to < row.con_date_from
      ? [{ field: 'con_date_to', message: 'Contract to is before contract from.' }]
      : [],
});
export type BpLocation = ResourceRow<typeof bpLocation>;
