import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Own accounts are SA and CA, those of payees SAV and CHE (decisions §10). */
const BANK_ACCOUNT_TYPES = { SA: 'Savings Account', CA: 'Checking Account' } as const;
const BANK_ACCOUNT_CLASSES = { P: 'Peso', D: 'Dollar' } as const;
const YES_OR_NO = { Y: 'Yes', N: 'No' } as const;

/** The company's own accounts in banks; a voucher credits the account of the chart that stands behind (data-model §1). */
export const bank = defineResource({
  name: 'bank',
  title: { one: 'bank', many: 'Banks' },
  fields: {
    acct_desc: field.general({ label: 'Description', max: 250 }),
    bank_code: field.reference({ label: 'Bank', to: 'bank_header' }),
    bank_name: field.bank({ label: 'Bank name', max: 250 }),
    account_no: field.bankAccount({ label: 'Account no.', max: 40 }),
    acct_type: field.choice({ label: 'Account type', of: BANK_ACCOUNT_TYPES }),
    acct_class: field.choice({ label: 'Account class', of: BANK_ACCOUNT_CLASSES, default: 'P' }),
    acct_code: field.reference({
      label: 'Account of the chart',
      to: 'account',
      hint: 'With the role Cash in bank',
    }),
    account_desc: field.lookup({ label: 'Name in the chart', through: 'acct_code', shows: ['acct_desc'] }),
    for_forex: field.choice({ label: 'For forex', of: YES_OR_NO, default: 'N' }),
    for_treasury: field.choice({ label: 'For treasury', of: YES_OR_NO, default: 'N' }),
    cheque_layout: field.reference({
      label: 'Cheque layout',
      to: 'cheque_layout',
      stores: 'id',
      column: 'cheque_layout_id',
      optional: true,
      filled: true,
      hint: 'Empty: the standard stock',
    }),
    cheques_crossed: field.flag({
      label: 'Crossed cheques',
      on: 'Yes',
      off: 'No',
      default: 0,
      hint: 'Paid into an account of the payee alone',
    }),
    addressee: field.wording({
      label: 'Addressee',
      max: 250,
      optional: true,
      hint: 'Of letters to the bank; empty: THE MANAGER',
    }),
    bank_address: field.wording({ label: 'Bank address', max: 500, long: true, optional: true }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'account_no',
  unique: [['bank_code', 'account_no']],
  active: 'status',
  list: {
    columns: [
      'acct_desc',
      'bank_name',
      { field: 'account_no', width: 136 },
      'acct_type',
      { field: 'acct_class', label: 'Class', width: 88 },
      { field: 'for_forex', label: 'Forex', width: 84 },
      { field: 'for_treasury', label: 'Treasury', width: 84 },
      'status',
    ],
    search: ['acct_desc', 'bank_name', 'bank_code', 'account_no'],
    filters: ['status', 'bank_code', 'acct_type', 'acct_class', 'for_forex', 'for_treasury'],
    sort: 'acct_desc',
  },
  dropdown: { name: ['acct_desc'], extra: ['bank_code', 'bank_name', 'acct_type', 'acct_class', 'acct_code'] },
  form: {
    width: 640,
    sections: [
      {
        title: 'Bank',
        fields: [
          'acct_desc',
          'bank_code',
          'bank_name',
          'account_no',
          'acct_type',
          'acct_class',
          'acct_code',
          'for_forex',
          'for_treasury',
          'cheque_layout',
          'cheques_crossed',
          'addressee',
          'bank_address',
          'status',
        ],
      },
    ],
  },
  describe: (row) => row.bank_name,
});
export type Bank = ResourceRow<typeof bank>;
