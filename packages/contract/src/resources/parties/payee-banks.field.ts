import { CURRENCY_DOLLAR, CURRENCY_PESO } from '@talaan/core/money/currency';
import type { FieldFault } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

const PAYEE_BANK_TYPES = { SAV: 'Savings Account', CHE: 'Checking Account' } as const;
/** Currency of a payee's bank account: the Record IDs of peso and dollar (spec 1 §3). */
const PAYEE_BANK_CURRENCIES = { [CURRENCY_PESO]: 'Peso', [CURRENCY_DOLLAR]: 'Dollar' } as const;

/** What the inner grid and the resources of bank accounts have in common (spec 1 §3, payee bank). */
const bankAccountDetails = {
  bank_branch: field.general({ label: 'Bank branch', max: 250, optional: true }),
  bank_address: field.address({ label: 'Bank address', max: 250, optional: true }),
  signatory: field.general({ label: 'Signatory', max: 250, optional: true }),
  start_date: field.date({ label: 'Start date', optional: true }),
  end_date: field.date({ label: 'End date', optional: true }),
  dep_branch: field.general({ label: 'Depository branch', max: 250, optional: true }),
  bpi_os: field.general({ label: 'BPI OS', max: 250, optional: true }),
  acct_idno: field.general({ label: 'Account ID number', max: 250, optional: true }),
  print_bp_idno: field.general({ label: 'Partner ID to print', max: 250, optional: true }),
} as const;

/** An account of a payee or partner as the resources `/payeebank` and `/bpbank` carry it. */
export const bankAccountFields = {
  bank_code: field.reference({ label: 'Bank', to: 'bank_header', stores: 'id', column: 'bank_id' }),
  bank_name: field.lookup({ label: 'Bank name', through: 'bank_code', shows: ['bank_name'] }),
  acct_no: field.bankAccount({ label: 'Account no.', max: 40, column: 'account_number' }),
  acct_name: field.general({ label: 'Account name', max: 250 }),
  acct_type: field.choice({ label: 'Account type', of: PAYEE_BANK_TYPES, default: 'CHE' }),
  acct_cur: field.choice({
    label: 'Account currency',
    of: { PESO: 'Peso', DOLLAR: 'Dollar' },
    stores: { PESO: CURRENCY_PESO, DOLLAR: CURRENCY_DOLLAR },
    column: 'currency_id',
    default: 'PESO',
  }),
  ...bankAccountDetails,
  /** The older name of the account number. */
  account_number: field.generated({ label: 'Account number', type: 'text', stored: true }),
} as const;

/**
 * The bank accounts of a payee, in the shape in which payee, branch and business partner carry them. They belong to the
 * payee whose code the record holds in `payee_code`.
 */
export const payeeBanks = field.children({
  label: 'Bank accounts',
  one: 'bank account',
  table: 'payee_bank',
  link: { column: 'payee_id', field: 'payee_code', to: 'payee', stores: 'id' },
  unique: ['bank_id', 'account_number'],
  fields: {
    payee_account_id: field.generated({ label: 'Payee account ID', type: 'integer', stored: true, column: 'id' }),
    payee_code: field.lookup({ label: 'Payee', through: 'payee_id', shows: ['payee_code'] }),
    bank_id: field.referenceById({ label: 'Bank', to: 'bank_header' }),
    bank_name: field.lookup({ label: 'Bank name', through: 'bank_id', shows: ['bank_name'] }),
    bank_code: field.lookup({ label: 'Bank code', through: 'bank_id', shows: ['bank_code'] }),
    account_number: field.bankAccount({ label: 'Account number', max: 40 }),
    acct_name: field.general({
      label: 'Account name',
      max: 250,
      hint: 'Empty: the name of the payee',
      optional: true,
      filled: true,
    }),
    acct_type: field.choice({ label: 'Account type', of: PAYEE_BANK_TYPES, default: 'CHE' }),
    currency: field.numberedChoice({
      label: 'Account currency',
      of: PAYEE_BANK_CURRENCIES,
      column: 'currency_id',
      default: CURRENCY_PESO,
    }),
    ...bankAccountDetails,
  },
});

/** The fault of bank accounts that nobody owns: they belong to the payee that the record names. */
export function checkBanksHavePayee(row: {
  readonly payee_code: string | null;
  readonly payee_banks: readonly unknown[];
}): FieldFault[] {
  return row.payee_code === null && row.payee_banks.length > 0
    ? [{ field: 'payee_code', message: 'Choose the payee to whom the bank accounts belong.' }]
    : [];
}

/** The fault of an account that ends before it starts. */
export function checkAccountDates(row: {
  readonly start_date: string | null;
  readonly end_date: string | null;
}): FieldFault[] {
  return row.start_date !== null && row.end_date !== null && row.end_date < row.start_date
    ? [{ field: 'end_date', message: 'End date is before start date.' }]
    : [];
}
