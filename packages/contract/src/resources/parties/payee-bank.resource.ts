import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { bankAccountFields, checkAccountDates } from './payee-banks.field.ts';

/**
 * The bank accounts of payees and business partners, one record each; the payee's form shows them on its tab Banks. Payee
 * and partner of an account are one fact: whichever is named brings the other.
 */
export const payeeBank = defineResource({
  name: 'payee_bank',
  title: { one: 'payee bank', many: 'Payee Banks' },
  fields: {
    payee_code: field.reference({
      label: 'Payee',
      to: 'payee',
      stores: 'id',
      column: 'payee_id',
      hint: 'Empty: the payee of the business partner',
      optional: true,
      filled: true,
    }),
    payee_desc: field.lookup({ label: 'Payee name', through: 'payee_code', shows: ['payee_desc'] }),
    bp_idno: field.referenceById({ label: 'Business partner', to: 'business_partner', optional: true }),
    bp_name: field.lookup({ label: 'Business partner name', through: 'bp_idno', shows: ['name'] }),
    ...bankAccountFields,
  },
  key: 'acct_no',
  unique: [['payee_code', 'bank_code', 'acct_no']],
  list: {
    columns: [
      { field: 'payee_code', label: 'Payee' },
      'acct_name',
      { field: 'acct_no', width: 136 },
      { field: 'bank_code', label: 'Bank', width: 88, line: true },
      { field: 'acct_type', label: 'Type' },
      { field: 'acct_cur', label: 'Currency', width: 88 },
    ],
    search: ['acct_no', 'acct_name', 'payee_code', 'payee_desc'],
    filters: ['payee_code', 'bp_idno', 'bank_code', 'acct_type', 'acct_cur'],
    sort: 'acct_no',
  },
  dropdown: { name: ['acct_name'], extra: ['payee_code', 'bank_code', 'bank_name', 'acct_type', 'acct_cur'] },
  form: {
    width: 640,
    layout: 'sections',
    sections: [
      { title: 'Owner', fields: ['payee_code', 'bp_idno'] },
      { title: 'Account', fields: ['acct_type', 'acct_cur', 'acct_no', 'acct_name', 'bank_code', 'bank_branch'] },
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
  check: (row) => [
    ...(row.payee_code === null && row.bp_idno === null
      ? [
          {
            field: 'payee_code',
            message: 'Choose the payee or the business partner to whom the bank account belongs.',
          },
        ]
      : []),
    ...checkAccountDates(row),
  ],
});
export type PayeeBank = ResourceRow<typeof payeeBank>;
