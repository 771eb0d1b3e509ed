/** Every rule that a batch of another system, or a row of its file, can break, with what its faults are called together. */
export const FAULT_TITLES = {
  different_currency: 'Different currency',
  inactive_department: 'Inactive department',
  inactive_branch: 'Inactive branch',
  inactive_section: 'Inactive section',
  inactive_payee: 'Inactive payee',
  inactive_account: 'Inactive chart account',
  inactive_service: 'Inactive service',
  inactive_bank: 'Inactive bank account',
  inactive_currency: 'Inactive currency',
  unknown_department: 'Non-existent department id',
  unknown_branch: 'Non-existent branch id',
  unknown_section: 'Non-existent section',
  unknown_payee: 'Non-existent payee id',
  unknown_account: 'Non-existent account code',
  unknown_service: 'Non-existent service',
  unknown_bank: 'Non-existent bank account',
  unknown_currency: 'Non-existent currency',
  ambiguous: 'Ambiguous name',
  form: 'Form of a value',
  unknown_field: 'Unknown field',
  type: 'Document type of another source',
  department: 'Department of another source',
  required: 'Missing value',
  amount: 'Amount',
  date: 'Date',
  number: 'Form of a number',
  sides: 'Debit and credit',
  unbalanced: 'Out of balance',
  control: 'Other totals than announced',
  no_lines: 'Document without lines',
  unknown_document: 'Line without a document',
  twice: 'Given twice',
  one: 'Not the same in the whole batch',
  other_head: 'Not the same in the whole entry',
  known: 'Known already',
  period_closed: 'Closed period',
  cheque_used: 'Used cheque',
  /** What our own entry refuses: its sentence says why. */
  entry: 'Other',
} as const;
export type FaultRule = keyof typeof FAULT_TITLES;

export const FAULT_RULES = Object.keys(FAULT_TITLES) as [FaultRule, ...FaultRule[]];

/** The rule that a refusal of our own entry tells by its code. */
export const ruleOfRefusal = (code: string): FaultRule =>
  Object.hasOwn(FAULT_TITLES, code) ? (code as FaultRule) : 'entry';
