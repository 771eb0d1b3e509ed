import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { bankAccountFields, checkAccountDates } from './payee-banks.field.ts';

/** The bank accounts of business partners: those of the table that name a partner. They belong to the partner's payee. */
export const bpBank = defineResource({
  name: 'bp_bank',
  table: 'payee_bank',
  part: { column: 'bp_idno' },
  title: { one: 'BP bank', many: 'BP Banks' },
  fields: {
    bp_idno: field.referenceById({ label: 'Business partner', to: 'business_partner' }),
    bp_name: field.lookup({ label: 'Business partner name', through: 'bp_idno', shows: ['name'] }),
    payee_code: field.lookup({ label: 'Payee', through: 'bp_idno', shows: ['payee_code'] }),
    ...bankAccountFields,
  },
  key: 'acct_no',
  unique: [['bp_idno', 'bank_code', 'acct_no']],
  list: {
    columns: [
      'acct_name',
      { field: 'acct_no', width: 136 },
      { field: 'acct_type', label: 'Type' },
      { field: 'acct_cur', label: 'Currency', width: 88 },
      { field: 'bp_name', label: 'Business partner' },
      { field: 'bank_code', label: 'Bank', width: 88, line: true },
    ],
    search: ['acct_name', 'acct_no', 'bp_name'],
    filters: ['bp_idno', 'bank_code', 'acct_type', 'acct_cur'],
    sort: 'acct_name',
  },
  dropdown: { name: ['acct_name'], extra: ['bp_idno', 'bank_code', 'bank_name', 'acct_type', 'acct_cur'] },
  form: {
    width: 640,
    layout: 'sections',
    sections: [
      {
        title: 'Account',
        fields: ['bp_idno', 'acct_type', 'acct_cur', 'acct_no', 'acct_name', 'bank_code', 'bank_branch'],
      },
      {
        title: 'Details',
        fields: [
          'bank_address',
          'signatory',
          'start_date',
          'end_date',
          'dep_branch',
          'bpi_os',
          'acct_idno',
          'print_bp_idno',
        ],
      },
    ],
  },
  describe: (row) => `${row.acct_name} ${row.acct_no}`,
  check: checkAccountDates,
});
export type BpBank = ResourceRow<typeof bpBank>;
