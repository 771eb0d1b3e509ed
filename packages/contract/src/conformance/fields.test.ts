import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { fieldOf } from '../resource/define-resource.ts';
import type { FieldShape } from '../resource/field.ts';
import type { ResourceName } from '../resource/resource-names.ts';
import { entrySchema, rowSchema } from '../resource/row-schema.ts';
import { resourceNamed } from '../resources/resource-table.ts';

/** The fields of each entity of the first step, as the specification names them (spec 1 §3, spec 2 §3, decisions §10). */
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
};

const ACTIVE = { 1: 'Active', 0: 'Inactive' };
const OPEN = { 1: 'Open', 0: 'Closed' };
const YES = { 1: 'Yes', 0: 'No' };
const BUSINESS_TYPES = { 1: 'Branch', 2: 'Corporate', 3: 'GPP', 4: 'Individual', 5: 'Sole Proprietorship' };
const VAT = { 0: 'NA', 1: 'Vatable', 2: 'Vat Exempt', 3: 'Zero Rated' };

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

  it('a department holds its sections by code and name', () => {
    expect(Object.keys(innerFields('department', 'sections'))).toEqual(['section_code', 'section_name']);
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
