// Written by tools/schema/generate-database-tables.ts from the migrated schema (npm run db:types); not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Exact decimal, as text both ways. */
type Numeric = string;
/** Calendar date `YYYY-MM-DD`. */
type CalendarDate = string;
/** 64-bit integer: arrives as text. */
type Int8Input = string | number | bigint;
/** Instant: arrives as ISO text in UTC. */
type InstantInput = string | Date;

export interface AccessRefusalTable {
  id: GeneratedAlways<string>;
  minute: ColumnType<string, InstantInput, InstantInput>;
  user_id: number | null;
  call: string;
  what: string;
  code: string;
  message: string;
  request_id: string;
  last_at: ColumnType<string, InstantInput, InstantInput>;
  times: Generated<number>;
}

export interface AccessVersionTable {
  one: Generated<boolean>;
  version: ColumnType<string, Int8Input | undefined, Int8Input>;
}

export interface AccountTable {
  id: GeneratedAlways<number>;
  acct_code: string;
  acct_desc: string;
  acct_type: string;
  acct_class: string;
  acct_group: string;
  acct_parent: string | null;
  status: Generated<number>;
  currency_id: Generated<number>;
  normal_balance: string;
  role: string | null;
  cash_flow: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface AccountingPeriodTable {
  id: GeneratedAlways<number>;
  fiscal_year: number;
  period_no: number;
  period: Generated<number>;
  disbursement: Generated<number>;
  cash_receipt: Generated<number>;
  general_journal: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface AlphaTaxCodeTable {
  id: GeneratedAlways<number>;
  atc_code: string;
  atc_desc: string;
  atc_rate: Numeric;
  status: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface AlphaTaxRateTable {
  id: GeneratedAlways<number>;
  atc_id: number;
  effective_from: CalendarDate;
  atc_rate: Numeric;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ApiClientTable {
  id: GeneratedAlways<number>;
  client_id: string;
  client_name: string;
  scopes: string[];
  secret_hash: Buffer;
  made_by: Generated<number>;
  made_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  rotated_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  revoked_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  last_used_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  department_ids: Generated<number[]>;
  rotated_by: number | null;
  confirmed_by: number | null;
  confirmed_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  source_id: number | null;
}

export interface ApiClientTokenTable {
  token_hash: Buffer;
  client_id: number;
  scopes: string[];
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  expires_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface AppUserTable {
  id: GeneratedAlways<number>;
  user_id: string;
  user_first_name: string;
  user_middle_name: string | null;
  user_last_name: string;
  email: string | null;
  password_hash: string | null;
  password_set_by_other: Generated<boolean>;
  sper_user: Generated<number>;
  approver: Generated<number>;
  max_amount: Numeric | null;
  jobt_code: string | null;
  dept_id: number | null;
  dept_code: string | null;
  brnc_code: string | null;
  start_date: Generated<CalendarDate>;
  end_date: CalendarDate | null;
  blocked_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  profile_file_id: string | null;
  email_stands_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ApprovalAuthorityTable {
  acting_user_id: number;
  user_id: number;
  level_code: string;
  currency_id: number;
  min_amount: Numeric;
  max_amount: Numeric;
  user_max_amount: Numeric | null;
  acting_user_name: string;
  own_officers: boolean;
}

export interface ApprovingLevelTable {
  id: GeneratedAlways<number>;
  level_code: string;
  level_name: string;
  min_amount: Numeric;
  max_amount: Generated<Numeric>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ApprovingOfficerTable {
  id: GeneratedAlways<number>;
  user_id: number;
  level: string;
  currency_id: number;
  min_amount: Generated<Numeric>;
  max_amount: Numeric | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface AttachmentTable {
  id: string;
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  file_id: string;
  name: string;
  uploaded_by: number;
  uploaded_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  removed_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface AuditEventTable {
  id: GeneratedAlways<string>;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  user_id: number | null;
  request_id: string | null;
  table_name: string;
  row_key: string;
  action: string;
  before: ColumnType<unknown, string | null, string | null>;
  after: ColumnType<unknown, string | null, string | null>;
}

export interface AuditPendingTable {
  event_id: ColumnType<string, Int8Input, Int8Input>;
}

export interface AuditSealTable {
  seal_no: ColumnType<string, Int8Input, Int8Input>;
  from_id: ColumnType<string, Int8Input, Int8Input>;
  to_id: ColumnType<string, Int8Input, Int8Input>;
  event_ids: ColumnType<string[], Int8Input[], Int8Input[]>;
  event_hashes: Buffer[];
  previous_hash: Buffer;
  row_hash: Buffer;
  sealed_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface BackupRunTable {
  id: GeneratedAlways<string>;
  due_at: ColumnType<string, InstantInput, InstantInput>;
  ended_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  file: string | null;
  bytes: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  sha256: string | null;
  failure: string | null;
}

export interface BalanceAccountTable {
  period: number;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
}

export interface BalanceBranchTable {
  period: number;
  branch_id: number;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
}

export interface BalanceDepartmentTable {
  period: number;
  branch_id: number;
  department_id: number;
  section_id: number;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
}

export interface BalancePayeeTable {
  period: number;
  payee_id: number;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
}

export interface BalanceUnitTable {
  period: number;
  department_id: number;
  branch_id: number;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
}

export interface BankTable {
  id: GeneratedAlways<number>;
  acct_desc: string;
  bank_name: string;
  bank_code: string;
  account_no: string;
  acct_type: string;
  acct_class: Generated<string>;
  for_forex: Generated<string>;
  for_treasury: Generated<string>;
  acct_code: string;
  status: Generated<number>;
  addressee: string | null;
  bank_address: string | null;
  cheques_crossed: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  cheque_layout_id: number;
}

export interface BankHeaderTable {
  id: GeneratedAlways<number>;
  bank_code: string;
  bank_name: string;
  status: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BatchTable {
  id: GeneratedAlways<string>;
  document_type: string;
  batch_number: string;
  batch_series: Generated<string>;
  adjusting: Generated<boolean>;
  status: Generated<number>;
  cycle: Generated<number>;
  row_version: Generated<number>;
  prepared_by: number;
  date_encoded: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  currency_id: Generated<number>;
  dollar_rate: Generated<Numeric>;
  total_amount: Generated<Numeric>;
  amount_php: Generated<Numeric>;
  payee_id: number | null;
  document_date: Generated<CalendarDate>;
  is_confidential: Generated<number>;
  is_pdc: Generated<number>;
  regular_trx: number | null;
  regular_period: number | null;
  processing: Generated<number>;
  locked_by: number | null;
  locked_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  heartbeat_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  approved_by: number | null;
  approved_remarks: string | null;
  fingerprint: Buffer | null;
  integrated_batch_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  deleted_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  settled_amount: Generated<Numeric>;
  collection_status: GeneratedAlways<number | null>;
  reverses_next_period: Generated<number>;
  moving_in_id: number | null;
}

export interface BatchEditorTable {
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  cycle: number;
  user_id: number;
}

export interface BatchHandoverTable {
  id: GeneratedAlways<string>;
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  from_user: number;
  to_user: number;
  handed_by: number | null;
  reason: string;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface BatchMoveTable {
  id: GeneratedAlways<string>;
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  document_type: string;
  cycle: number;
  action: string;
  status_from: number;
  status_to: number;
  user_id: number;
  on_behalf_of: number | null;
  level_code: string | null;
  officer_limit: Numeric | null;
  amount: Numeric;
  currency_id: number;
  remarks: string | null;
  fingerprint: Buffer | null;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface BatchReversalTable {
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  cycle: number;
  due_on: CalendarDate;
  approved_by: number;
  reversal_batch_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  reversed_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  cancelled_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  reason: string | null;
}

export interface BatchRiskTable {
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  place: number;
  kind: string;
  sentence: string;
  others: ColumnType<string[], Int8Input[], Int8Input[]>;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface BillingTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  payment_term: Generated<number>;
  due_date: CalendarDate;
  collected_amount: Generated<Numeric>;
  dispute_reason: string | null;
  opening: Generated<number>;
  billed_on: CalendarDate | null;
  original_amount: Numeric | null;
}

export interface BillingOfficerTable {
  id: GeneratedAlways<number>;
  user_id: number;
  level: string;
  currency_id: number;
  min_amount: Generated<Numeric>;
  max_amount: Numeric | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BillingServiceTable {
  id: GeneratedAlways<number>;
  billing_service_name: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BillingServiceAssignmentTable {
  id: GeneratedAlways<number>;
  payee_id: number;
  service_id: number;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BillingServiceLineTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  description: string | null;
  vat: number;
  total_amount: Numeric;
}

export interface BpLocationTable {
  id: GeneratedAlways<number>;
  loc_idno: string;
  bp_idno: number;
  loc_name: string;
  status: Generated<number>;
  address1: string | null;
  address2: string | null;
  address3: string | null;
  city: string | null;
  province: string | null;
  phone1: string | null;
  phone2: string | null;
  phone3: string | null;
  fax: string | null;
  contact_person: string | null;
  api_acct: string | null;
  apz_acct: string | null;
  inbound: Generated<number>;
  outbound: Generated<number>;
  pc_equip: Generated<number>;
  full: Generated<number>;
  atmtd_loc: Generated<number>;
  ral_status: string | null;
  sol_idno: string | null;
  con_date_from: CalendarDate | null;
  con_date_to: CalendarDate | null;
  peso_imt: Generated<Numeric>;
  peso_dmt: Generated<Numeric>;
  dollar_imt: Generated<Numeric>;
  dollar_dmt: Generated<Numeric>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BranchTable {
  id: GeneratedAlways<number>;
  brnc_code: string;
  brnc_abbreviation: string | null;
  brnc_name: string;
  brnc_type: string | null;
  brnc_stat: Generated<number>;
  cctr_code: string | null;
  brnc_phone: string | null;
  brnc_address: string | null;
  regn_code: string | null;
  cost_ctr: string | null;
  main_brnc: string | null;
  expiry_date: CalendarDate | null;
  setup_date: CalendarDate | null;
  active_flag: Generated<number>;
  house_unit: string | null;
  street: string | null;
  barangay: string | null;
  municipality: string | null;
  city: string | null;
  region: string | null;
  zip_code: string | null;
  contact_num: string | null;
  fax: string | null;
  email_add: string | null;
  tin: string | null;
  business_type: number | null;
  vat: Generated<number>;
  atc_code: string | null;
  date_opened: CalendarDate | null;
  date_closed: CalendarDate | null;
  bp_idno: number | null;
  transfer_date: CalendarDate | null;
  remarks: string | null;
  rbos_pcode: string | null;
  bos_pcode: string | null;
  bsa_pcode: string | null;
  borrow_tid: string | null;
  ops_code: string | null;
  brnc_name_voyager: string | null;
  borwd_repidno: string | null;
  payee_code: string | null;
  group_id: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface BranchStatisticTable {
  branch_id: number;
  period: number;
  transactions: number;
  entered_by: number | null;
  entered_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface BudgetTable {
  version_id: number;
  period: number;
  account_id: number;
  branch_id: number;
  department_id: number;
  amount: Numeric;
}

export interface BudgetVersionTable {
  id: GeneratedAlways<number>;
  fiscal_year: number;
  version: number;
  code: GeneratedAlways<string>;
  name: string;
  made_by: number | null;
  made_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface BusinessPartnerTable {
  id: GeneratedAlways<number>;
  bp_code: string;
  name: string;
  payee_code: string | null;
  class_code: string;
  brnc_code: string | null;
  cctr_code: string | null;
  status: Generated<number>;
  hold: Generated<number>;
  president: string | null;
  gen_manager: string | null;
  wu_person: string | null;
  wu_mobile: string | null;
  contact_person: string | null;
  contact_num: string | null;
  fax: string | null;
  email_address: string | null;
  pin: string | null;
  house_unit: string | null;
  street: string | null;
  barangay: string | null;
  municipality: string | null;
  city: string | null;
  region: string | null;
  zip_code: string | null;
  country_id: string | null;
  bp_tin: string | null;
  tin: string | null;
  business_type: number | null;
  vat: Generated<number>;
  atc_code: string | null;
  risk_code: string | null;
  risk_eval_date: CalendarDate | null;
  client_type: string | null;
  dpa_consent_tag: Generated<number>;
  pep_tag: Generated<number>;
  kyc_stat: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ChequeTable {
  id: GeneratedAlways<number>;
  bank_id: number;
  cheque_number: string | null;
  document_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  cheque_date: CalendarDate | null;
  amount: Generated<Numeric>;
  state: Generated<string>;
  state_on: Generated<CalendarDate>;
  state_reason: string | null;
  state_by: number | null;
  state_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  printed_on: CalendarDate | null;
  released_on: CalendarDate | null;
  replaces_id: number | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  opening_item_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface ChequeAlarmTable {
  id: GeneratedAlways<number>;
  cheque_id: number;
  state: string;
  cleared_on: CalendarDate;
  reported_by: Generated<number | null>;
  reported_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  settlement: string | null;
  settled_by: number | null;
  settled_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ChequeBookTable {
  id: GeneratedAlways<number>;
  bank_id: number;
  first_number: string;
  last_number: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface ChequeLayoutTable {
  id: GeneratedAlways<number>;
  layout_name: string;
  width_mm: Numeric;
  height_mm: Numeric;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ChequeLayoutFieldTable {
  id: GeneratedAlways<number>;
  layout_id: number;
  field: string;
  left_mm: Numeric;
  top_mm: Numeric;
  field_width: Numeric;
  field_height: Numeric;
  size_pt: Generated<number>;
  align: Generated<string>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ChequeLayoutPictureTable {
  layout_id: number;
  file_id: string;
  file_name: string;
}

export interface ChequeMoveTable {
  id: GeneratedAlways<string>;
  cheque_id: number;
  state_from: string | null;
  state_to: string;
  on_date: CalendarDate;
  reason: string | null;
  user_id: number | null;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface ChequeOffsetTable {
  id: GeneratedAlways<number>;
  layout_id: number;
  user_id: number;
  printer_name: string;
  x_mm: Numeric;
  y_mm: Numeric;
  measured_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface ChequeRunTable {
  id: GeneratedAlways<number>;
  bank_id: number;
  layout_id: number;
  layout_version: number;
  printer_name: Generated<string>;
  content_hash: Buffer;
  printed_by: Generated<number | null>;
  printed_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  answered_by: number | null;
  answered_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ChequeRunLeafTable {
  run_id: number;
  place: number;
  cheque_id: number;
  misprint: string | null;
}

export interface ChequeStateMoveTable {
  state_from: string;
  state_to: string;
  action: string;
  needs_reason: Generated<boolean>;
}

export interface ClosingEntryTable {
  entry_id: string;
}

export interface CollectionTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  received_amount: Generated<Numeric>;
  advance_amount: Generated<Numeric>;
}

export interface CollectionApplicationTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  billing_invoice_no: string;
  billing_document_id: ColumnType<string, Int8Input, Int8Input>;
  cash_amount: Generated<Numeric>;
  withholding_amount: Generated<Numeric>;
  write_off_amount: Generated<Numeric>;
  receivable_php: Numeric;
}

export interface ColumnChoiceTable {
  user_id: number;
  kind: string;
  choices: ColumnType<unknown, string, string>;
}

export interface CompanyTable {
  id: GeneratedAlways<number>;
  company_code: string;
  company_name: string;
  company_status: Generated<number>;
  reporting: Generated<boolean>;
  profile: ColumnType<unknown, string | undefined, string>;
  logo_file_id: string | null;
  vat_registered: Generated<boolean>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface CompanyTextTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kind: string;
  valid_from: CalendarDate;
  text: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ConfidentialEntryTable {
  entry_id: string;
  document_type: string;
  prepared_by: number;
  is_confidential: number;
}

export interface CurrencyTable {
  id: GeneratedAlways<number>;
  cur_code: string;
  cur_desc: string;
  iso_code: string;
  currency_word: string;
  subunits: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface CurrencyRateTable {
  id: GeneratedAlways<number>;
  fiscal_year: number;
  period_no: number;
  currency_id: number;
  acct_class: string;
  dolr_rate: Numeric;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface CustomerReminderTable {
  id: GeneratedAlways<string>;
  payee_id: number;
  level: number;
  as_of: CalendarDate;
  past_due_php: Numeric;
  invoices: number;
  oldest_due: CalendarDate;
  to_address: string;
  sent_by: number;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface CustomerStatementTable {
  id: GeneratedAlways<string>;
  payee_id: number;
  from_date: CalendarDate;
  as_of: CalendarDate;
  balance: Numeric;
  to_address: string;
  sent_by: number;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface DelegationTable {
  id: GeneratedAlways<number>;
  from_user: number;
  to_user: number;
  from_date: CalendarDate;
  to_date: CalendarDate;
  reason: string;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  ended_by: number | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface DepartmentTable {
  id: GeneratedAlways<number>;
  dept_code: string;
  dept_abbreviation: string | null;
  dept_desc: string;
  dept_status: Generated<number>;
  div_code: string | null;
  org_level: string | null;
  group_id: number | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface DocumentTable {
  id: GeneratedAlways<string>;
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  document_type: string;
  header_key: number;
  document_number: string | null;
  document_date: Generated<CalendarDate>;
  payee_id: number | null;
  bank_id: number | null;
  bank_account: string | null;
  payee_bank_id: number | null;
  vat: number | null;
  atc_id: number | null;
  total_amount: Generated<Numeric>;
  remarks: string | null;
  cheque_number: string | null;
  is_or_ar: number | null;
  or_number: string | null;
  ar_number: string | null;
  receipt_status: number | null;
  purchase_order_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  voided_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  voided_by: number | null;
  void_reason: string | null;
}

export interface DocumentSearchTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  batch_id: ColumnType<string, Int8Input, Int8Input>;
  search_text: string;
  batch_date: CalendarDate;
}

export interface DocumentTypeTable {
  document_type: string;
  label: string;
  module: string | null;
  batch_series: string;
  document_series: string;
  has_review_stage: boolean;
  has_release_stage: boolean;
  needs_approval: boolean;
  has_adjusting: boolean;
  own_officers: boolean;
  payee: boolean;
  bank_side: string | null;
  bank_required: boolean;
  payee_bank: boolean;
  cheque: boolean;
  receipt: boolean;
  access_module: string;
}

export interface DraftTable {
  id: string;
  user_id: number;
  document_type: string;
  batch_number: string | null;
  body: ColumnType<unknown, string | undefined, string>;
  row_version: Generated<number>;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  updated_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface EffectiveAccessTable {
  user_id: number;
  module_id: number;
  module_name: string;
  module_type: string;
  level: number;
  is_super_user: boolean;
  privilege_level: number | null;
  role_levels: unknown;
}

export interface FileTable {
  id: string;
  sha256: Buffer;
  size: number;
  media_type: string;
  state: Generated<string>;
  created_by: number | null;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface FileChunkTable {
  file_id: string;
  no: number;
  bytes: Buffer;
}

export interface FrozenPaperTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  kind: string;
  number_text: string;
  record: ColumnType<unknown, string, string>;
  sha256: Buffer;
  frozen_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface HolidayTable {
  id: GeneratedAlways<number>;
  holiday_date: CalendarDate;
  holiday_name: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface IdempotencyKeyTable {
  principal: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  reply: ColumnType<unknown, string | null, string | null>;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface InstallationTable {
  key: string;
  value: string;
}

export interface IntegratedBatchTable {
  id: GeneratedAlways<string>;
  source_id: number;
  batch_no: string;
  content_hash: Buffer;
  client_id: number | null;
  department_id: number;
  posting: string;
  documents: number;
  lines: number;
  debit: Numeric;
  credit: Numeric;
  reply: string | null;
  received_by: number;
  received_at: ColumnType<string, InstantInput, InstantInput>;
  ended_by: number | null;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface IntegratedDocumentTable {
  integrated_batch_id: ColumnType<string, Int8Input, Int8Input>;
  document_no: string;
  document_id: ColumnType<string, Int8Input, Int8Input>;
}

export interface IntegrationRefusalTable {
  id: GeneratedAlways<string>;
  source_id: number;
  client_id: number;
  batch_no: string;
  content_hash: Buffer | null;
  status: number;
  message: string;
  faults: ColumnType<unknown, string, string>;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface IntegrationSourceTable {
  id: GeneratedAlways<number>;
  source_code: string;
  source_name: string;
  posting: Generated<string>;
  takes_cv: Generated<number>;
  takes_cw: Generated<number>;
  takes_ob: Generated<number>;
  takes_dm: Generated<number>;
  takes_je: Generated<number>;
  takes_cr: Generated<number>;
  status: Generated<number>;
  signs_requests: Generated<number>;
  mails_receipts: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface IntegrationSourceDepartmentTable {
  source_id: number;
  department_id: number;
}

export interface IssuedPaperTable {
  id: GeneratedAlways<string>;
  document_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  kind: string;
  copy_no: Generated<number>;
  user_id: number;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  payee_id: number | null;
  certificate_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  from_date: CalendarDate | null;
  as_of: CalendarDate | null;
  number_text: string;
  way: string;
  code: string | null;
  content_hash: Buffer | null;
}

export interface JournalEntryTable {
  id: GeneratedAlways<string>;
  document_id: ColumnType<string, Int8Input, Int8Input>;
  round: number;
  document_type: string;
  entry_date: CalendarDate;
  period: GeneratedAlways<number>;
  module: string;
  currency_id: number;
  rate: Numeric;
  line_count: number;
  total: Numeric;
  fc_total: Numeric;
  reverses_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  posted_by: number;
  posted_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  payee_id: number | null;
  bank_id: number | null;
  cheque_number: string | null;
  remarks: string | null;
  purchase_order_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface LineTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  account_id: number;
  payee_id: number | null;
  department_id: number | null;
  branch_id: number | null;
  section_id: number | null;
  billing_service_id: number | null;
  atc_id: number | null;
  tax_base: Numeric | null;
  debit_amount: Generated<Numeric>;
  credit_amount: Generated<Numeric>;
  debit_php: Generated<Numeric>;
  credit_php: Generated<Numeric>;
  remarks: string | null;
  proposed_part: string | null;
  invoice_id: number | null;
}

export interface LoginStateTable {
  cookie_hash: Buffer;
  provider: string;
  purpose: string;
  state: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  expires_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface MailAttemptTable {
  id: GeneratedAlways<string>;
  message_id: ColumnType<string, Int8Input, Int8Input>;
  attempt_no: number;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  outcome: string;
  reply: string;
}

export interface MailChoiceTable {
  user_id: number;
  choice: string;
}

export interface MailMessageTable {
  id: GeneratedAlways<string>;
  user_id: number | null;
  to_address: string;
  template: string;
  source: string;
  subject: string;
  body_text: string;
  body_html: string;
  message_key: Generated<string>;
  state: Generated<string>;
  tries: Generated<number>;
  next_try_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  held_until: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  document_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface MailNoticeTable {
  template: string;
  user_id: number;
  day: CalendarDate;
  move_id: ColumnType<string, Int8Input, Int8Input>;
  message_id: ColumnType<string, Int8Input, Int8Input>;
}

export interface MailPaperTable {
  message_id: ColumnType<string, Int8Input, Int8Input>;
  issued_paper_id: ColumnType<string, Int8Input, Int8Input>;
}

export interface MailRunTable {
  template: string;
  slot: string;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  mailed: Generated<number>;
  without_address: Generated<number>;
}

export interface MaturityFailureTable {
  move_id: ColumnType<string, Int8Input, Int8Input>;
  reason: string;
  since: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface MigrationHashTable {
  name: string;
  sha256: string;
}

export interface ModuleTable {
  id: GeneratedAlways<number>;
  module_name: string;
  module_type: string;
  built_in: Generated<boolean>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface MovingInTable {
  id: GeneratedAlways<number>;
  move_name: string;
  as_of: CalendarDate;
  branch_id: number;
  department_id: number | null;
  state: Generated<string>;
  prepared_by: Generated<number>;
  prepared_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  ready_by: number | null;
  ready_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  confirmed_by: number | null;
  confirmed_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  discarded_by: number | null;
  discarded_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  row_version: Generated<number>;
}

export interface MovingInFileTable {
  id: GeneratedAlways<number>;
  moving_in_id: number;
  kind: string;
  file_name: string;
  sha256: Buffer;
  row_count: number;
  uploaded_by: Generated<number>;
  uploaded_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  replaced_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface MovingInRowTable {
  file_id: number;
  row_no: number;
  account_id: number | null;
  branch_id: number | null;
  department_id: number | null;
  payee_id: number | null;
  bank_id: number | null;
  billing_service_id: number | null;
  currency_id: number | null;
  rate: Numeric | null;
  debit: Generated<Numeric>;
  credit: Generated<Numeric>;
  fc_debit: Generated<Numeric>;
  fc_credit: Generated<Numeric>;
  amount: Generated<Numeric>;
  amount_php: Generated<Numeric>;
  original_amount: Numeric | null;
  balance: Numeric | null;
  number_text: string | null;
  on_date: CalendarDate | null;
  due_date: CalendarDate | null;
  vat: number | null;
  direction: string | null;
  bank_name: string | null;
  invoice_no: string | null;
  remarks: string | null;
}

export interface NotificationTable {
  id: GeneratedAlways<string>;
  user_id: number;
  kind: string;
  move_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  about_user: number | null;
  by_user: number | null;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  read_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  cheque_run_id: number | null;
  cheque_alarm_id: number | null;
  upload_file_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  webhook_endpoint_id: number | null;
  file_id: string | null;
  report_sending_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  backup_run_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface NumberFateTable {
  series_id: number;
  kind: string;
  number: string;
  number_text: string;
  document_id: string | null;
  batch_id: string | null;
  issued_by: number | null;
  issued_at: string;
  fate: string;
}

export interface NumberIssueTable {
  series_id: number;
  number: ColumnType<string, Int8Input, Int8Input>;
  number_text: string;
  document_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  batch_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  cycle: number | null;
  issued_by: number | null;
  issued_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface NumberRegisterTable {
  series_id: number;
  kind: string;
  number: string;
  number_text: string;
  fate: string;
  document_id: string | null;
  batch_id: string | null;
  issued_by: number | null;
  issued_at: string;
}

export interface NumberReservationTable {
  series_id: number;
  number: ColumnType<string, Int8Input, Int8Input>;
  number_text: string;
  state: string;
  held_by: number | null;
  draft_id: string | null;
  held_since: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface NumberSeriesTable {
  id: GeneratedAlways<number>;
  kind: string;
  series_from: ColumnType<string, Int8Input, Int8Input>;
  series_to: ColumnType<string, Int8Input, Int8Input>;
  next_number: ColumnType<string, Int8Input | undefined, Int8Input>;
  user_id: number | null;
  prog_code: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface NumberSeriesCheckTable {
  series_id: number;
  kind: string;
  handed_out: string;
  registered: string;
  reserved: string;
  unexplained: string;
}

export interface OfficerTodayTable {
  user_id: number;
  level_code: string;
  currency_id: number;
  min_amount: Numeric;
  max_amount: Numeric | null;
  user_max_amount: Numeric | null;
  user_name: string;
  own_officers: boolean;
}

export interface OpeningItemTable {
  id: GeneratedAlways<string>;
  moving_in_id: number;
  kind: string;
  bank_id: number;
  payee_id: number | null;
  currency_id: number;
  number_text: string;
  on_date: CalendarDate;
  amount: Numeric;
  cleared_on: CalendarDate | null;
  cleared_by: number | null;
  row_version: Generated<number>;
}

export interface PaperContentTable {
  hash: Buffer;
  content: string;
  facts: ColumnType<unknown, string | null, string | null>;
}

export interface PaperLookupTable {
  id: GeneratedAlways<string>;
  issued_paper_id: ColumnType<string, Int8Input, Int8Input>;
  user_id: number | null;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface PasswordLinkTable {
  id: GeneratedAlways<number>;
  user_id: number;
  token_hash: Buffer | null;
  message_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  asked_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  expires_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  ended_as: string | null;
}

export interface PayeeTable {
  id: GeneratedAlways<number>;
  payee_code: string;
  payee_desc: string;
  payee_type: number;
  status: Generated<number>;
  trader_name: string | null;
  business_style: string | null;
  tin: string | null;
  contact_num: string | null;
  email_add: string | null;
  house_unit: string | null;
  street: string | null;
  barangay: string | null;
  municipality: string | null;
  city: string | null;
  region: string | null;
  zip_code: string | null;
  employee_status: number | null;
  sub_agent_status: number | null;
  business_type: number | null;
  vat: Generated<number>;
  atc_code: string | null;
  merged_into: number | null;
  merged_payees: string | null;
  search_text: GeneratedAlways<string>;
  billing_hold: string | null;
  last_name: string | null;
  first_name: string | null;
  middle_name: string | null;
  foreign_address: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface PayeeBankTable {
  id: GeneratedAlways<number>;
  payee_id: number;
  bp_idno: number | null;
  acct_idno: string | null;
  acct_type: Generated<string>;
  currency_id: Generated<number>;
  account_number: string;
  acct_name: string;
  signatory: string | null;
  bank_id: number;
  bpi_os: string | null;
  start_date: CalendarDate | null;
  end_date: CalendarDate | null;
  dep_branch: string | null;
  print_bp_idno: string | null;
  bank_branch: string | null;
  bank_address: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface PayeeInReportsTable {
  id: number;
  payee_id: number;
  payee_code: string;
  payee_desc: string;
  tin: string | null;
}

export interface PendingChangeTable {
  id: GeneratedAlways<number>;
  guard: string;
  resource: string;
  module_name: string;
  record_id: number | null;
  action: string;
  label: string;
  body: ColumnType<unknown, string, string>;
  before: ColumnType<unknown, string | null, string | null>;
  after: ColumnType<unknown, string | null, string | null>;
  requested_by: number;
  requested_at: ColumnType<string, InstantInput, InstantInput>;
  state: string;
  decided_by: number | null;
  decided_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  remarks: string | null;
}

export interface PostedBatchTable {
  batch_id: string;
  document_type: string;
  batch_number: string;
  prepared_by: number;
  is_confidential: number;
}

export interface PostedDocumentTable {
  entry_id: string;
  document_type: string;
  batch_id: string;
  batch_number: string;
  document_number: string | null;
  or_number: string | null;
  ar_number: string | null;
  payee_id: number | null;
  bank_id: number | null;
  cheque_number: string | null;
  remarks: string | null;
  purchase_order_id: string | null;
  prepared_by: number;
  is_confidential: number;
  date_encoded: string;
}

export interface PostingTable {
  entry_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  entry_date: CalendarDate;
  account_id: number;
  debit: Numeric;
  credit: Numeric;
  fc_debit: Numeric;
  fc_credit: Numeric;
  branch_id: number;
  department_id: number | null;
  section_id: number | null;
  payee_id: number | null;
  billing_service_id: number | null;
  atc_id: number | null;
  tax_base: Numeric | null;
  remarks: string | null;
  invoice_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface ProfitabilityMapTable {
  version_id: number;
  account_id: number;
  measure: string;
}

export interface PurchaseOrderTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  request_date: CalendarDate;
  contact_person: string | null;
  email_add: string | null;
  payment_term: Generated<number>;
  shipping_date: CalendarDate | null;
  subject_to_vat: Generated<number>;
  vat_type: Generated<number>;
  vouchered_amount: Generated<Numeric>;
}

export interface PurchaseOrderLineTable {
  document_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  item_description: string;
  quantity: Numeric;
  unit: string | null;
  unit_cost: Numeric;
  total_amount: Numeric;
}

export interface ReceivedChequeTable {
  id: GeneratedAlways<number>;
  payee_id: number;
  bank_name: string;
  cheque_number: string;
  cheque_date: CalendarDate;
  cheque_amount: Numeric;
  received_date: CalendarDate;
  billing_invoice_no: string | null;
  handed_back: Generated<number>;
  remarks: string | null;
  state: Generated<string>;
  collection_document_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  returned_by_bank: Generated<boolean>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ReceivedChequeStateMoveTable {
  state_from: string;
  state_to: string;
  action: string;
}

export interface RegionalHeadTable {
  id: GeneratedAlways<number>;
  rh_code: string;
  rh_name: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface RegularLineTable {
  id: GeneratedAlways<number>;
  regular_transaction_id: number;
  account_id: number;
  debit_amount: Generated<Numeric>;
  credit_amount: Generated<Numeric>;
  payee_id: number | null;
  department_id: number | null;
  branch_id: number | null;
  section_id: number | null;
  billing_service_id: number | null;
  atc_id: number | null;
  remarks: string | null;
  section_no: Generated<number>;
  amount_mode: string;
  side: string;
  part: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface RegularSectionTable {
  id: GeneratedAlways<number>;
  regular_transaction_id: number;
  section_no: number;
  section_name: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface RegularTransactionTable {
  id: GeneratedAlways<number>;
  txn_type: string;
  document_type: string;
  adjusting: Generated<boolean>;
  payee_id: number | null;
  currency_id: Generated<number>;
  bank_id: number | null;
  is_or_ar: number | null;
  remarks: string | null;
  status: Generated<number>;
  schedule: Generated<string>;
  first_period: number | null;
  last_period: number | null;
  day: Generated<number>;
  vat: number | null;
  atc_id: number | null;
  reverse_next_period: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ReportFileTable {
  id: Generated<string>;
  user_id: number;
  report: string;
  title: string;
  subject: string;
  filter: ColumnType<unknown, string, string>;
  format: string;
  state: Generated<string>;
  asked_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  attempt: Generated<number>;
  beat_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  rows_done: Generated<number>;
  name: string | null;
  size: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  reason: string | null;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  confidential: ColumnType<string[], Int8Input[] | undefined, Int8Input[]>;
}

export interface ReportFilePartTable {
  file_id: string;
  attempt: number;
  no: number;
  bytes: Buffer;
}

export interface ReportMapVersionTable {
  id: GeneratedAlways<number>;
  report: string;
  version: number;
  effective_from: number;
  change_id: number | null;
  made_by: number | null;
  made_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface ReportScheduleTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  report: string;
  view_id: number | null;
  rhythm: string;
  weekday: number | null;
  hour: number;
  days: string;
  format: string;
  state: Generated<string>;
  stopped_reason: string | null;
  runs_from: ColumnType<string, InstantInput | undefined, InstantInput>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ReportScheduleRecipientTable {
  schedule_id: number;
  user_id: number;
}

export interface ReportSendingTable {
  id: GeneratedAlways<string>;
  schedule_id: number;
  due_at: ColumnType<string, InstantInput, InstantInput>;
  asked_by: number | null;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  path: string | null;
  period: string | null;
  stopped_reason: string | null;
}

export interface ReportSendingRecipientTable {
  sending_id: ColumnType<string, Int8Input, Int8Input>;
  user_id: number;
  message_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  withheld: string | null;
}

export interface ReportViewTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  report: string;
  name: string;
  filter: ColumnType<unknown, string, string>;
  is_shared: Generated<boolean>;
  folded: ColumnType<unknown, string | undefined, string>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface ReportViewDefaultTable {
  user_id: number;
  report: string;
  view_id: number;
}

export interface RiskDueTable {
  batch_id: ColumnType<string, Int8Input, Int8Input>;
}

export interface RiskSeenTable {
  move_id: ColumnType<string, Int8Input, Int8Input>;
  fingerprint: Buffer;
  kind: string;
  sentence: string;
}

export interface RoleTable {
  id: GeneratedAlways<number>;
  roles: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface RoleAccessTable {
  id: GeneratedAlways<number>;
  role_id: number;
  module_id: number;
  access_level: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface SectionTable {
  id: GeneratedAlways<number>;
  section_code: string;
  section_name: string;
  dept_code: string;
  status: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: Generated<number | null>;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface SessionTable {
  token_hash: Buffer;
  user_id: number;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  expires_at: ColumnType<string, InstantInput, InstantInput>;
  hr_token: Buffer | null;
  preview_user_id: number | null;
  preview_since: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  last_write_lsn: string | null;
}

export interface SettingTable {
  key: string;
  value: ColumnType<unknown, string, string>;
  row_version: Generated<number>;
}

export interface SettlementTable {
  entry_id: string;
  entry_date: CalendarDate;
  document_id: string;
  invoice_id: string;
  amount: Numeric;
  amount_php: Numeric;
}

export interface SignInTicketTable {
  ticket_hash: Buffer;
  cookie_hash: Buffer | null;
  method: string;
  user_id: number | null;
  hr_token: Buffer | null;
  expires_at: ColumnType<string, InstantInput, InstantInput>;
}

export interface SignInTryTable {
  key: string;
  points: Generated<number>;
  expire: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface StatusMoveTable {
  document_type: string;
  status_from: number;
  status_to: number;
  action: string;
}

export interface TaxCertificateTable {
  id: GeneratedAlways<string>;
  payee_id: number;
  fiscal_year: number;
  quarter: number;
  kind: string;
  batch_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  total_base: Numeric;
  total_tax: Numeric;
  paper: ColumnType<unknown, string, string>;
  issued_by: number;
  issued_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  in_force: Generated<boolean>;
  ended_by: number | null;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  replaced_by: ColumnType<string | null, Int8Input | null, Int8Input | null>;
}

export interface TaxCertificateLineTable {
  certificate_id: ColumnType<string, Int8Input, Int8Input>;
  entry_id: ColumnType<string, Int8Input, Int8Input>;
  line_no: number;
  in_force: Generated<boolean>;
}

export interface TaxWithheldTable {
  entry_id: string;
  line_no: number;
  entry_date: CalendarDate;
  payee_id: number | null;
  atc_id: number;
  base: Numeric | null;
  tax: Numeric;
  certificate_id: string | null;
}

export interface TransactionTypeTable {
  id: GeneratedAlways<number>;
  trns_code: string;
  trns_desc: string;
  document_type: string;
  list_document_type: string | null;
  status: Generated<number>;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface UnpostedDocumentTable {
  document_id: string;
  document_type: string;
  batch_id: string;
  batch_number: string;
  document_number: string | null;
  document_date: CalendarDate;
  payee_id: number | null;
  remarks: string | null;
  status: number;
  deleted_at: string | null;
  voided_at: string | null;
  date_encoded: string;
  edit_by: number | null;
  edit_date: string | null;
  prepared_by: number;
  is_confidential: number;
  debit: Numeric;
  credit: Numeric;
}

export interface UploadTable {
  id: string;
  user_id: number;
  kind: string;
  action: string;
  undoes: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  file_name: string | null;
  format: string | null;
  file_hash: Buffer | null;
  state: Generated<string>;
  header: ColumnType<unknown, string | undefined, string>;
  columns: ColumnType<unknown, string | null, string | null>;
  row_count: Generated<number>;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  settings: ColumnType<unknown, string | undefined, string>;
}

export interface UploadFileTable {
  id: GeneratedAlways<string>;
  upload_id: string;
  source_id: number;
  kind: string;
  file_name: string;
  sha256: Buffer;
  row_count: number;
  corrections: ColumnType<unknown, string | undefined, string>;
  user_id: number;
  at: ColumnType<string, InstantInput, InstantInput>;
  undone_by: number | null;
  undone_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  undone_reason: Generated<string>;
}

export interface UploadMappingTable {
  id: GeneratedAlways<number>;
  source_id: number;
  kind: string;
  mapping_name: string;
  columns: ColumnType<unknown, string, string>;
  date_order: string | null;
  used_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface UploadPartTable {
  id: GeneratedAlways<string>;
  file_id: ColumnType<string, Int8Input, Int8Input>;
  source_id: number;
  batch_no: string;
  half: string;
  place: Generated<number>;
  announced: number | null;
  row_count: number;
  debit: Generated<Numeric>;
  credit: Generated<Numeric>;
  content: ColumnType<unknown, string, string>;
  integrated_batch_id: ColumnType<string | null, Int8Input | null, Int8Input | null>;
  ended_by: number | null;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface UploadRowTable {
  upload_id: string;
  row_no: number;
  cells: ColumnType<unknown, string, string>;
  record_id: number | null;
  verdict: string | null;
  before: ColumnType<unknown, string | null, string | null>;
  faults: ColumnType<unknown, string | null, string | null>;
}

export interface UserAccessPrivilegeTable {
  id: GeneratedAlways<number>;
  user_id: number;
  prog_code: string;
  access_level: string;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface UserIdentityTable {
  id: GeneratedAlways<number>;
  user_id: number;
  issuer: string;
  subject: string;
  linked_at: ColumnType<string, InstantInput | undefined, InstantInput>;
}

export interface UserRoleTable {
  user_id: number;
  role_id: number;
}

export interface VoucherChequeTable {
  document_id: string;
  batch_id: string;
  bank_id: number | null;
  cheque_number: string | null;
  cheque_date: CalendarDate;
  amount: Numeric;
  stands: boolean;
}

export interface WebhookAttemptTable {
  id: GeneratedAlways<string>;
  message_id: ColumnType<string, Int8Input, Int8Input>;
  endpoint_id: number;
  at: ColumnType<string, InstantInput | undefined, InstantInput>;
  status: number | null;
  took_ms: number;
  reply: string;
}

export interface WebhookEndpointTable {
  id: GeneratedAlways<number>;
  source_id: number;
  url: string;
  secret_sealed: Buffer;
  previous_sealed: Buffer | null;
  previous_until: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  made_by: number;
  made_at: ColumnType<string, InstantInput, InstantInput>;
  confirmed_by: number | null;
  live_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  failing_since: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  off_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
  off_reason: string | null;
  ended_by: number | null;
  ended_at: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface WebhookMessageTable {
  id: GeneratedAlways<string>;
  message_key: Generated<string>;
  source_id: number;
  integrated_batch_id: ColumnType<string, Int8Input, Int8Input>;
  event: string;
  body: string;
  created_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  state: Generated<string>;
  tries: Generated<number>;
  next_try_at: ColumnType<string, InstantInput | undefined, InstantInput>;
  held_until: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface WithholdingCertificateTable {
  id: GeneratedAlways<number>;
  payee_id: number;
  fiscal_year: number;
  quarter: number;
  atc_id: number;
  income_amount: Numeric;
  tax_withheld: Numeric;
  received_date: CalendarDate;
  remarks: string | null;
  file_id: string | null;
  file_name: string | null;
  row_version: Generated<number>;
  input_by: number | null;
  input_date: ColumnType<string, InstantInput | undefined, InstantInput>;
  edit_by: number | null;
  edit_date: ColumnType<string | null, InstantInput | null, InstantInput | null>;
}

export interface DatabaseTables {
  access_refusal: AccessRefusalTable;
  access_version: AccessVersionTable;
  account: AccountTable;
  accounting_period: AccountingPeriodTable;
  alpha_tax_code: AlphaTaxCodeTable;
  alpha_tax_rate: AlphaTaxRateTable;
  api_client: ApiClientTable;
  api_client_token: ApiClientTokenTable;
  app_user: AppUserTable;
  approval_authority: ApprovalAuthorityTable;
  approving_level: ApprovingLevelTable;
  approving_officer: ApprovingOfficerTable;
  attachment: AttachmentTable;
  audit_event: AuditEventTable;
  audit_pending: AuditPendingTable;
  audit_seal: AuditSealTable;
  backup_run: BackupRunTable;
  balance_account: BalanceAccountTable;
  balance_branch: BalanceBranchTable;
  balance_department: BalanceDepartmentTable;
  balance_payee: BalancePayeeTable;
  balance_unit: BalanceUnitTable;
  bank: BankTable;
  bank_header: BankHeaderTable;
  batch: BatchTable;
  batch_editor: BatchEditorTable;
  batch_handover: BatchHandoverTable;
  batch_move: BatchMoveTable;
  batch_reversal: BatchReversalTable;
  batch_risk: BatchRiskTable;
  billing: BillingTable;
  billing_officer: BillingOfficerTable;
  billing_service: BillingServiceTable;
  billing_service_assignment: BillingServiceAssignmentTable;
  billing_service_line: BillingServiceLineTable;
  bp_location: BpLocationTable;
  branch: BranchTable;
  branch_statistic: BranchStatisticTable;
  budget: BudgetTable;
  budget_version: BudgetVersionTable;
  business_partner: BusinessPartnerTable;
  cheque: ChequeTable;
  cheque_alarm: ChequeAlarmTable;
  cheque_book: ChequeBookTable;
  cheque_layout: ChequeLayoutTable;
  cheque_layout_field: ChequeLayoutFieldTable;
  cheque_layout_picture: ChequeLayoutPictureTable;
  cheque_move: ChequeMoveTable;
  cheque_offset: ChequeOffsetTable;
  cheque_run: ChequeRunTable;
  cheque_run_leaf: ChequeRunLeafTable;
  cheque_state_move: ChequeStateMoveTable;
  closing_entry: ClosingEntryTable;
  collection: CollectionTable;
  collection_application: CollectionApplicationTable;
  column_choice: ColumnChoiceTable;
  company: CompanyTable;
  company_text: CompanyTextTable;
  confidential_entry: ConfidentialEntryTable;
  currency: CurrencyTable;
  currency_rate: CurrencyRateTable;
  customer_reminder: CustomerReminderTable;
  customer_statement: CustomerStatementTable;
  delegation: DelegationTable;
  department: DepartmentTable;
  document: DocumentTable;
  document_search: DocumentSearchTable;
  document_type: DocumentTypeTable;
  draft: DraftTable;
  effective_access: EffectiveAccessTable;
  file: FileTable;
  file_chunk: FileChunkTable;
  frozen_paper: FrozenPaperTable;
  holiday: HolidayTable;
  idempotency_key: IdempotencyKeyTable;
  installation: InstallationTable;
  integrated_batch: IntegratedBatchTable;
  integrated_document: IntegratedDocumentTable;
  integration_refusal: IntegrationRefusalTable;
  integration_source: IntegrationSourceTable;
  integration_source_department: IntegrationSourceDepartmentTable;
  issued_paper: IssuedPaperTable;
  journal_entry: JournalEntryTable;
  line: LineTable;
  login_state: LoginStateTable;
  mail_attempt: MailAttemptTable;
  mail_choice: MailChoiceTable;
  mail_message: MailMessageTable;
  mail_notice: MailNoticeTable;
  mail_paper: MailPaperTable;
  mail_run: MailRunTable;
  maturity_failure: MaturityFailureTable;
  migration_hash: MigrationHashTable;
  module: ModuleTable;
  moving_in: MovingInTable;
  moving_in_file: MovingInFileTable;
  moving_in_row: MovingInRowTable;
  notification: NotificationTable;
  number_fate: NumberFateTable;
  number_issue: NumberIssueTable;
  number_register: NumberRegisterTable;
  number_reservation: NumberReservationTable;
  number_series: NumberSeriesTable;
  number_series_check: NumberSeriesCheckTable;
  officer_today: OfficerTodayTable;
  opening_item: OpeningItemTable;
  paper_content: PaperContentTable;
  paper_lookup: PaperLookupTable;
  password_link: PasswordLinkTable;
  payee: PayeeTable;
  payee_bank: PayeeBankTable;
  payee_in_reports: PayeeInReportsTable;
  pending_change: PendingChangeTable;
  posted_batch: PostedBatchTable;
  posted_document: PostedDocumentTable;
  posting: PostingTable;
  profitability_map: ProfitabilityMapTable;
  purchase_order: PurchaseOrderTable;
  purchase_order_line: PurchaseOrderLineTable;
  received_cheque: ReceivedChequeTable;
  received_cheque_state_move: ReceivedChequeStateMoveTable;
  regional_head: RegionalHeadTable;
  regular_line: RegularLineTable;
  regular_section: RegularSectionTable;
  regular_transaction: RegularTransactionTable;
  report_file: ReportFileTable;
  report_file_part: ReportFilePartTable;
  report_map_version: ReportMapVersionTable;
  report_schedule: ReportScheduleTable;
  report_schedule_recipient: ReportScheduleRecipientTable;
  report_sending: ReportSendingTable;
  report_sending_recipient: ReportSendingRecipientTable;
  report_view: ReportViewTable;
  report_view_default: ReportViewDefaultTable;
  risk_due: RiskDueTable;
  risk_seen: RiskSeenTable;
  role: RoleTable;
  role_access: RoleAccessTable;
  section: SectionTable;
  session: SessionTable;
  setting: SettingTable;
  settlement: SettlementTable;
  sign_in_ticket: SignInTicketTable;
  sign_in_try: SignInTryTable;
  status_move: StatusMoveTable;
  tax_certificate: TaxCertificateTable;
  tax_certificate_line: TaxCertificateLineTable;
  tax_withheld: TaxWithheldTable;
  transaction_type: TransactionTypeTable;
  unposted_document: UnpostedDocumentTable;
  upload: UploadTable;
  upload_file: UploadFileTable;
  upload_mapping: UploadMappingTable;
  upload_part: UploadPartTable;
  upload_row: UploadRowTable;
  user_access_privilege: UserAccessPrivilegeTable;
  user_identity: UserIdentityTable;
  user_role: UserRoleTable;
  voucher_cheque: VoucherChequeTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_message: WebhookMessageTable;
  withholding_certificate: WithholdingCertificateTable;
}
