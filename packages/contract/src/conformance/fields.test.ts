import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { fieldOf } from '../resource/define-resource.ts';
import type { FieldShape } from '../resource/field.ts';
import type { ResourceName } from '../resource/resource-index.ts';
import { entrySchema, rowSchema } from '../resource/row-schema.ts';
import { resourceNamed } from '../resources/resource-table.ts';

/** The fields of each entity of the first two steps, as the specification names them (spec 1 §3, spec 2 §3, decisions §10). */
const FIELDS: Partial<Record<ResourceName, string>> = {
  company: 'id company_code company_name company_status',
  user:
    'id user_id sper_user dept_code brnc_code start_date end_date user_first_name user_middle_name user_last_name ' +
    'approver jobt_code dept_id max_amount roleaccess',
  approving_level: 'id level_code level_name min_amount max_amount',
  approving_officer: 'id user_id approver_name level currency_id min_amount max_amount',
  currency_rate: 'id fiscal_year period_no dolr_rate currency_id acct_class cur_desc',
  currency: 'id cur_code cur_desc',
  role: 'id roles',
  role_access: 'id roles module_name module_type',
  module: 'id module_name module_type',
  user_access_privilege: 'id user_id prog_code access_level',
  branch:
    'brnc_code brnc_abbreviation brnc_name brnc_type brnc_stat cctr_code brnc_phone brnc_address regn_code cost_ctr ' +
    'main_brnc expiry_date setup_date active_flag house_unit street barangay municipality city region zip_code ' +
    'contact_num fax email_add tin business_type vat atc_code date_opened date_closed bp_idno transfer_date remarks ' +
    'rbos_pcode bos_pcode bsa_pcode borrow_tid ops_code brnc_name_voyager borwd_repidno payee_code payee_banks',
  account:
    'id acct_code acct_desc acct_type acct_class acct_group acct_parent acct_parent_desc status currency_id edit_by',
  accounting_period: 'id fiscal_year period_no disbursement cash_receipt general_journal input_by edit_by',
  alpha_tax_code: 'id atc_code atc_desc atc_rate',
  department: 'id dept_code dept_abbreviation dept_desc dept_status div_code org_level group_id sections',
  payee:
    'id payee_code payee_desc trader_name business_style tin contact_num email_add house_unit street municipality ' +
    'city zip_code payee_type status employee_status sub_agent_status barangay region business_type vat atc_code ' +
    'payee_banks',
  payee_bank:
    'id acct_idno bp_idno acct_type acct_cur acct_no acct_name signatory bank_code bpi_os start_date end_date ' +
    'dep_branch print_bp_idno bank_branch bank_address account_number',
  bp_bank: 'id acct_name acct_no acct_type acct_cur',
  bank: 'id acct_desc bank_name status acct_type acct_class for_forex for_treasury',
  bank_header: 'id bank_code bank_name',
  voucher_series: 'id series_from series_to user_id prog_code',
  acknowledgement_receipt_series: 'id series_from series_to user_id prog_code',
  official_receipt_series: 'id series_from series_to',
  billing_invoice_series: 'id series_from series_to',
  section: 'id section_code section_name dept_code edit_by',
  transaction_type: 'id trns_code trns_desc document_type',
  billing_service: 'id billing_service_name',
  billing_service_assignment: 'id payee_name billing_service_name',
  billing_officer: 'id user_id approver_name level currency_id min_amount max_amount',
  regional_head: 'id rh_code rh_name',
  business_partner:
    'id name bp_code payee_code class_code brnc_code cctr_code status pin president gen_manager wu_person wu_mobile ' +
    'bp_tin risk_code risk_eval_date client_type dpa_consent_tag pep_tag kyc_stat house_unit street barangay ' +
    'municipality city region zip_code country_id contact_person contact_num fax hold email_address tin ' +
    'business_type vat atc_code payee_banks',
  bp_location:
    'id loc_idno bp_idno loc_name status address1 address2 address3 city province phone1 phone2 phone3 fax ' +
    'contact_person api_acct apz_acct inbound outbound pc_equip full atmtd_loc con_date_from con_date_to peso_imt ' +
    'peso_dmt dollar_imt dollar_dmt ral_status sol_idno',
};

const ACTIVE = { 1: 'Active', 0: 'Inactive' };
const OPEN = { 1: 'Open', 0: 'Closed' };
const YES = { 1: 'Yes', 0: 'No' };
const BUSINESS_TYPES = { 1: 'Branch', 2: 'Corporate', 3: 'GPP', 4: 'Individual', 5: 'Sole Proprietorship' };
const VAT = { 0: 'NA', 1: 'Vatable', 2: 'Vat Exempt', 3: 'Zero Rated' };
const CLASS_CODES = {
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
};

/** What may stand in a field, and how it is shown. */
const CHOICES: readonly [ResourceName, field: string, choices: Record<string, string>][] = [
  ['company', 'company_status', ACTIVE],
  ['branch', 'brnc_stat', ACTIVE],
  ['branch', 'active_flag', ACTIVE],
  ['department', 'dept_status', ACTIVE],
  ['payee', 'status', ACTIVE],
  ['user', 'sper_user', YES],
  ['user', 'approver', YES],
  ['accounting_period', 'disbursement', OPEN],
  ['accounting_period', 'cash_receipt', OPEN],
  ['accounting_period', 'general_journal', OPEN],
  ['currency_rate', 'acct_class', { B: 'Balance Accounts', I: 'Income and Expense Accounts' }],
  ['module', 'module_type', { F: 'File maintenance', T: 'Transaction', R: 'Report' }],
  ['user_access_privilege', 'access_level', { N: 'No Access', S: 'Select', I: 'Insert', U: 'Update', D: 'Delete' }],
  ['account', 'acct_type', { G: 'General', D: 'Detail', P: 'Parent', S: 'Subsidiary' }],
  ['account', 'acct_class', { B: 'Balance Sheet Account', I: 'Income and Expense Account' }],
  ['account', 'acct_group', { A: 'Asset', L: 'Liability', C: 'Capital', E: 'Expenses', I: 'Income' }],
  ['branch', 'business_type', BUSINESS_TYPES],
  ['payee', 'business_type', BUSINESS_TYPES],
  ['branch', 'vat', VAT],
  ['payee', 'vat', VAT],
  ['payee', 'payee_type', { 4: 'Customer', 5: 'Employee', 6: 'Supplier', 2: 'Business Partner', 3: 'Branch' }],
  ['payee', 'employee_status', { 0: 'Active', 1: 'Inactive', 2: 'Resigned' }],
  ['payee', 'sub_agent_status', { 0: 'Active', 1: 'Inactive' }],
  ['business_partner', 'status', ACTIVE],
  ['business_partner', 'business_type', BUSINESS_TYPES],
  ['business_partner', 'vat', VAT],
  ['business_partner', 'class_code', CLASS_CODES],
  ['bp_location', 'status', ACTIVE],
  ['bank', 'status', ACTIVE],
  [
    'transaction_type',
    'document_type',
    { AE: 'Adjusting Entry', CD: 'Cash Disbursement', CR: 'Cash Receipt', JV: 'Journal Voucher' },
  ],
  ['bank', 'acct_type', { SA: 'Savings Account', CA: 'Checking Account' }],
  ['bank', 'acct_class', { P: 'Peso', D: 'Dollar' }],
  ['bank', 'for_forex', { Y: 'Yes', N: 'No' }],
  ['bank', 'for_treasury', { Y: 'Yes', N: 'No' }],
  ['payee_bank', 'acct_type', { SAV: 'Savings Account', CHE: 'Checking Account' }],
  ['payee_bank', 'acct_cur', { PESO: 'Peso', DOLLAR: 'Dollar' }],
  ['bp_bank', 'acct_type', { SAV: 'Savings Account', CHE: 'Checking Account' }],
  ['bp_bank', 'acct_cur', { PESO: 'Peso', DOLLAR: 'Dollar' }],
];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

describe('the entities of the specification', () => {
  it.each(Object.entries(FIELDS))('%s carries its fields on the wire, under their names', (name, fields) => {
    const onWire = Object.keys(shapeOf(rowSchema(resourceNamed(name as ResourceName) as never)));
    expect(fields.split(' ').filter((field) => !onWire.includes(field))).toEqual([]);
  });

  it('a password is taken and never answered', () => {
    const user = resourceNamed('user') as never;
    expect(
      entrySchema(user)
        .safeParse({ password: 'short' })
        .error?.issues.map(({ path }) => path),
    ).toContainEqual(['password']);
    expect(shapeOf(rowSchema(user))).not.toHaveProperty('password');
  });

  it('a department holds its sections by code, name and status', () => {
    expect(Object.keys(innerFields('department', 'sections'))).toEqual(['section_code', 'section_name', 'status']);
  });

  it.each(['payee', 'branch', 'business_partner'] as const)('%s holds the bank accounts of its payee', (name) => {
    const shape = resourceNamed(name).fields['payee_banks'] as { fields: Record<string, FieldShape> };
    const attached = 'payee_account_id payee_code bank_id bank_branch account_number currency';
    expect(Object.keys(shape.fields)).toEqual(expect.arrayContaining(attached.split(' ')));
    expect(choicesOf(shape.fields['currency']!)).toEqual({ 1: 'Peso', 2: 'Dollar' });
  });

  it.each(CHOICES)('%s.%s takes the listed values, each under its label', (name, field, choices) => {
    expect(choicesOf(fieldOf(resourceNamed(name), field))).toEqual(choices);
  });

  it.each(['accounting_period', 'currency_rate'] as const)('%s has the periods 1 to 12 by their months', (name) => {
    expect(choicesOf(fieldOf(resourceNamed(name), 'period_no'))).toEqual(
      Object.fromEntries(MONTHS.map((month, at) => [at + 1, month])),
    );
  });
});

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  return (schema as z.ZodObject).shape;
}

function innerFields(name: ResourceName, field: string): Record<string, FieldShape> {
  const shape = fieldOf(resourceNamed(name), field);
  if (shape.kind !== 'children') throw new Error(`${name}.${field} holds no rows.`);
  return shape.fields;
}

function choicesOf(shape: FieldShape): Record<string, string> {
  if (shape.kind === 'flag') return { 1: shape.on, 0: shape.off };
  if (shape.kind === 'choice' || shape.kind === 'numbered_choice') return { ...shape.of };
  throw new Error(`A field of the kind ${shape.kind} has no choices.`);
}
