import { field } from '../resource/field.ts';

export const PAYEE_BANK_TYPES = { SAV: 'Savings Account', CHE: 'Checking Account' } as const;
/** Currency of a payee's bank account: the Record IDs of peso and dollar (spec 1 §3). */
export const PAYEE_BANK_CURRENCIES = { 1: 'Peso', 2: 'Dollar' } as const;

/**
 * The bank accounts of a payee, in the shape in which payee, branch and business partner carry them. They belong to the
 * payee whose code the record holds in `payee_code`.
 */
export const payeeBanks = field.children({
  label: 'Bank accounts',
  one: 'bank account',
  table: 'payee_bank',
  link: { column: 'payee_id', field: 'payee_code', to: 'payee', stores: 'id' },
  unique: ['bank_code', 'account_number'],
  fields: {
    payee_account_id: field.generated({ label: 'Payee account ID', type: 'integer', stored: true, column: 'id' }),
    bank_code: field.code({ label: 'Bank', max: 60 }),
    account_number: field.bankAccount({ label: 'Account number', max: 40 }),
    acct_name: field.general({ label: 'Account name', max: 250, optional: true }),
    acct_type: field.choice({ label: 'Account type', of: PAYEE_BANK_TYPES, default: 'CHE' }),
    currency: field.numberedChoice({
      label: 'Account currency',
      of: PAYEE_BANK_CURRENCIES,
      column: 'currency_id',
      default: 1,
    }),
    bank_branch: field.general({ label: 'Bank branch', max: 250, optional: true }),
    bank_address: field.address({ label: 'Bank address', max: 250, optional: true }),
    signatory: field.general({ label: 'Signatory', max: 250, optional: true }),
    start_date: field.date({ label: 'Start date', optional: true }),
    end_date: field.date({ label: 'End date', optional: true }),
  },
});
