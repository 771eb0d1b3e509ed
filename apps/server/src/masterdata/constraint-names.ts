import { LONGEST_TITLE } from '@talaan/core/documents/papers/paper-texts';
import { asConflict, asFaultOf, nameConstraints } from '../platform/http/constraint-errors.ts';
import type { Problem } from '../platform/http/problem.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import { overlapText } from './overrides/number-series.ts';

/** A key that another record took between the check and the write: 409 under its field. */
const taken = (field: string, label: string) => (): Problem =>
  conflict('already_exists', `${label} exists already.`, { errors: { [field]: [`${label} exists already.`] } });

/** The range in the way, read from PostgreSQL's own account: '… conflicts with existing key (…)=(voucher, [1,101)).' */
function overlap({ detail }: { detail?: string }): Problem {
  const [, from, beyond] = /\[(\d+),(\d+)\)\)\.$/.exec(detail ?? '') ?? [];
  const message = from
    ? overlapText({ series_from: Number(from), series_to: Number(beyond) - 1 })
    : 'Range overlaps another series.';
  return conflict('already_exists', message, { errors: { series_from: [message] } });
}

const TIN_FORM = 'TIN must have the form 123-456-789-00000.';

/** Codes that occur once, by table and column: the field that holds one, and what it is called. */
const CODES: Readonly<Record<string, readonly [field: string, label: string]>> = {
  account_acct_code: ['acct_code', 'This account code'],
  alpha_tax_code_atc_code: ['atc_code', 'This ATC code'],
  approving_level_level_code: ['level_code', 'This level code'],
  billing_service_billing_service_name: ['billing_service_name', 'This service'],
  bank_header_bank_code: ['bank_code', 'This bank code'],
  bp_location_loc_idno: ['loc_idno', 'This location'],
  branch_brnc_code: ['brnc_code', 'This branch code'],
  business_partner_bp_code: ['bp_code', 'This BP code'],
  company_company_code: ['company_code', 'This company code'],
  currency_cur_code: ['cur_code', 'This currency code'],
  currency_iso_code: ['iso_code', 'This ISO code'],
  department_dept_code: ['dept_code', 'This department code'],
  module_module_name: ['module_name', 'This module name'],
  payee_payee_code: ['payee_code', 'This payee code'],
  regional_head_rh_code: ['rh_code', 'This code'],
  regular_transaction_txn_type: ['txn_type', 'This title'],
  role_roles: ['roles', 'This role'],
  section_section_code: ['section_code', 'This section code'],
  cheque_layout_layout_name: ['layout_name', 'A layout of this name'],
  transaction_type_trns_code: ['trns_code', 'This code'],
};

type Refusals = Parameters<typeof nameConstraints>[0];

/** The chart of accounts, its periods, taxes, currencies and maps. */
const ACCOUNTS: Refusals = {
  account_behind_bank: asFaultOf('acct_group'),
  account_class_of_group: () => invalid({ acct_group: ['Group and class of the account do not belong together.'] }),
  account_code_posted: asFaultOf('acct_code'),
  account_foreign_currency: () =>
    invalid({ currency_id: ['Only asset and liability accounts may carry a foreign currency.'] }),
  account_group_of_children: asFaultOf('acct_group'),
  account_group_of_parent: asFaultOf('acct_parent'),
  account_has_children: asFaultOf('acct_type'),
  account_has_postings: asFaultOf('acct_type'),
  account_role_posted: asFaultOf('role'),
  account_role_group: () =>
    invalid({
      role: ['Receivables and tax withheld stand on an asset account, customer advances on a liability account.'],
    }),
  account_loop: asFaultOf('acct_parent'),
  account_main_parent: asFaultOf('acct_parent'),
  account_parent_postable: asFaultOf('acct_parent'),
  account_role_once: taken('role', 'An account with this role'),
  account_cash_flow_postable: () =>
    invalid({ cash_flow: ['Only a subsidiary account of the balance sheet has a class of cash flow.'] }),
  account_role_postable: () => invalid({ role: ['Only a subsidiary account has a role in the books.'] }),
  accounting_period_once: taken('period_no', 'This accounting period'),
  alpha_tax_rate_once: taken('rates', 'A rate from this date'),
  atc_later_rate_posted: asFaultOf('rates'),
  atc_rate_posted: asFaultOf('atc_rate'),
  bank_of_account_once: asFaultOf('acct_code'),
  bank_of_asset: asFaultOf('acct_code'),
  currency_rate_foreign: () =>
    invalid({ currency_id: ['The peso has no rate against itself; choose another currency.'] }),
  currency_rate_once: taken('acct_class', 'The rate of this period, currency and class'),
  report_map_open: asFaultOf('effective_from'),
  profitability_map_result: asFaultOf('file'),
};

/** Users, what they may do, and who approves what. */
const PEOPLE: Refusals = {
  app_user_dates: () => invalid({ end_date: ['End date is before start date.'] }),
  app_user_department: () => invalid({ dept_id: ['Department and department ID name two departments.'] }),
  app_user_email_once: taken('email', 'A user with this work email'),
  app_user_name_once: taken('user_id', 'A user with this user ID'),
  approving_level_limits: () => invalid({ max_amount: ['Max amount must be at least min amount, or 0 for no limit.'] }),
  approving_level_min_once: taken('min_amount', 'A level with this min amount'),
  approving_level_three: asConflict('approving_level_three'),
  approving_officer_limits: () =>
    invalid({ max_amount: ['Max amount must be at least min amount, or 0 for no limit.'] }),
  approving_officer_once: taken('level', 'This user with this level and currency'),
  billing_officer_limits: () => invalid({ max_amount: ['Max amount must be at least min amount, or 0 for no limit.'] }),
  billing_officer_once: taken('level', 'This user with this level and currency'),
  module_built_in: asConflict('module_built_in'),
  role_access_once: taken('module_name', 'The access of this role on this module'),
  super_user_remains: asConflict('super_user_remains'),
  user_access_privilege_once: taken('prog_code', 'The access of this user on this program'),
};

/** Branches, business partners, payees and their bank accounts. */
const PARTIES: Refusals = {
  billing_service_assignment_once: taken('billing_service_name', 'This service of this payee'),
  branch_tin_form: () => invalid({ tin: [TIN_FORM] }),
  business_partner_bp_tin_form: () => invalid({ bp_tin: [TIN_FORM] }),
  business_partner_tin_form: () => invalid({ tin: [TIN_FORM] }),
  payee_merged_advance: asFaultOf('merged_into'),
  payee_merged_inactive: () => invalid({ status: ['A merged payee stays inactive.'] }),
  payee_merged_other: () => invalid({ merged_into: ['A payee cannot be merged into itself.'] }),
  payee_merged_partners: asFaultOf('merged_into'),
  payee_merged_survivor: asFaultOf('merged_into'),
  payee_tin_form: () => invalid({ tin: [TIN_FORM] }),
  bp_location_contract: () => invalid({ con_date_to: ['Contract to is before contract from.'] }),
  branch_dates: () => invalid({ date_closed: ['Date closed is before date opened.'] }),
  business_partner_payee_once: taken('payee_code', 'A business partner with this payee'),
  payee_bank_owner: asFaultOf('bp_idno'),
  payee_bank_partner_without_payee: asFaultOf('bp_idno'),
  payee_bank_dates: () => invalid({ payee_banks: ['End date of a bank account is before its start date.'] }),
  payee_bank_of_partner_once: taken('acct_no', 'This bank account'),
  payee_bank_once: taken('payee_banks', 'This bank account'),
};

/** Own bank accounts, cheques on both sides, and certificates of tax withheld. */
const BANKS: Refusals = {
  bank_account_once: taken('account_no', 'This account of this bank'),
  cheque_layout_code_line: asFaultOf('fields'),
  cheque_layout_complete: asFaultOf('fields'),
  cheque_layout_date: asFaultOf('fields'),
  cheque_layout_field_once: taken('fields', 'This field'),
  cheque_layout_inside: asFaultOf('fields'),
  cheque_layout_overlap: asFaultOf('fields'),
  cheque_layout_size: () => invalid({ width_mm: ['A cheque is 100 to 300 mm wide and 50 to 150 mm high.'] }),
  received_cheque_once: taken('cheque_number', 'This cheque'),
  received_cheque_folded: taken('cheque_number', 'This cheque'),
  received_cheque_amount: () => invalid({ cheque_amount: ['Amount must be above 0.'] }),
  received_cheque_deposited: asConflict('cheque_deposited'),
  received_cheque_received: asFaultOf('received_date'),
  received_cheque_same: asFaultOf('cheque_number'),
  withholding_certificate_once: taken('tax_withheld', 'This certificate'),
  withholding_certificate_tax: () =>
    invalid({ tax_withheld: ['Tax withheld is above 0 and at most the income payment.'] }),
  withholding_certificate_day: () => invalid({ received_date: ['Received on is before the quarter begins.'] }),
};

/** The company, its texts, series, holidays and regular transactions. */
const COMPANY: Refusals = {
  company_text_append_only: () =>
    invalid({ texts: ['What a paper said stays. Add a text of its kind with the day from which it holds.'] }),
  company_text_from: asFaultOf('texts'),
  company_text_once: taken('texts', 'A text of this kind from this day'),
  company_text_title: () => invalid({ texts: [`A title has 1 to ${LONGEST_TITLE} characters.`] }),
  company_one_reporting: taken('reporting', 'Another reporting company'),
  number_series_bounds: () => invalid({ series_to: ['Series to must be at least series from.'] }),
  number_series_issued: asConflict('number_series_issued'),
  number_series_no_overlap: overlap,
  number_series_start: taken('series_from', 'A series with this start'),
  holiday_once: taken('holiday_date', 'This holiday'),
  regular_line_one_side: () => invalid({ lines: ['A line has a debit or a credit, not both.'] }),
  regular_line_in_section: () =>
    invalid({ lines: ['A line names a section that the regular transaction does not have.'] }),
  regular_line_fixed: () => invalid({ lines: ['A fixed line needs its amount.'] }),
  regular_line_part: () =>
    invalid({ lines: ['A line that follows from the others names its part and has no amount.'] }),
  regular_line_side: () => invalid({ lines: ['Side is that of the amount.'] }),
  regular_section_no: taken('sections', 'This number of a section'),
  regular_section_one: () => conflict('last_section', 'A regular transaction has at least one section.'),
  regular_transaction_periods: () => invalid({ last_period: ['Last period is before the first.'] }),
  regular_transaction_header: () =>
    invalid({ document_type: ['The document does not name a payee, bank account or receipt that is given.'] }),
  reporting_company_active: () => invalid({ company_status: ['The reporting company stays in use.'] }),
  reporting_company_remains: asConflict('reporting_company_remains'),
};

/** Names the refusals of the master tables, so that a race and a polite check answer alike. */
export function nameMasterdataConstraints(): void {
  for (const [code, [field, label]] of Object.entries(CODES)) {
    nameConstraints({ [`${code}_key`]: taken(field, label), [`${code}_folded`]: taken(field, label) });
  }
  for (const refusals of [ACCOUNTS, PEOPLE, PARTIES, BANKS, COMPANY]) nameConstraints(refusals);
}
