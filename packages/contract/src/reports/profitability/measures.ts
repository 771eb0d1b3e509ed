/** Lines of income, in the order of the specification (spec 2 §3), with their heads. */
export const INCOME = {
  gross_comm_dollar: 'Gross Comm Dollar',
  gross_comm_peso: 'Gross Comm Peso',
  other_remco: 'Other Remco',
  realized: 'Realized',
  forex: 'Forex',
  avp_income: 'AVP Income',
  digital: 'Digital',
  deped_loan: 'DepEd Loan',
  pension_loan: 'Pension Loan',
  motorcycle_loan: 'Other LSG Products',
  other_income: 'Other Income',
} as const;

/** What is taken off income before it is net. */
export const DEDUCTIONS = { vat: 'VAT', ccf: 'CCF' } as const;

/** The 35 lines of expenses, in the order of the specification. */
export const EXPENSES = {
  salaries_wages: 'Salaries & Wages',
  retirement: 'Retirement',
  medical_emp_benefits: 'Medical & Emp Benefits',
  rental_fee: 'Rental Fee',
  retainer_fee: 'Retainer Fee',
  freight_postage_delivery: 'Freight, Postage & Delivery',
  telephone_communication: 'Telephone & Communication',
  depreciation_amortization: 'Depreciation & Amortization',
  repair_maintenance: 'Repair & Maintenance',
  stationary_printing_supplies: 'Stationery, Printing & Supplies',
  sub_membership_fee: 'Subs & Membership Fee',
  representation_entertainment: 'Representation & Entertainment',
  transportation_travel: 'Transportation & Travel',
  train_sem_conference: 'Training, Seminar & Conference',
  bank_charges: 'Bank Charges',
  light_water: 'Light & Water',
  insurance_expense: 'Insurance Expense',
  taxes_license: 'Taxes & License',
  prof_legal_audit_fee: 'Prof, Legal & Audit Fee',
  interest_expense: 'Interest Expense',
  misc_expense: 'Misc Expense',
  loss_fraud: 'Loss & Fraud',
  security_janitorial_service: 'Security & Janitorial Service',
  computer_network_system: 'Computer Network System',
  directors_per_bonus: 'Directors Bonus',
  directors_per_diem: 'Directors Per Diem',
  incentive_expense: 'Incentive Expense',
  bad_debts: 'Bad Debts',
  incentive_expense_wubs: 'Incentive Expense WUBS',
  leasing_expense: 'Leasing Expense',
  marketing_expense: 'Marketing Expense',
  consultancy_fee: 'Consultancy Fee',
  commission_expense: 'Commission Expense',
  unrealized_forex_gain: 'Unrealized Forex Gain',
  provision_for_impairment: 'Provision for Impairment',
} as const;

/** What the lines come to, in their order between and after them. */
export const RESULTS = {
  total: 'Total',
  net: 'Net',
  total_expense: 'Total Expense',
  nibt: 'NIBT',
  less_thirty: 'LESS 25%',
  niat: 'NIAT',
  ebitda: 'EBITDA',
} as const;

export type Income = keyof typeof INCOME;
export type Deduction = keyof typeof DEDUCTIONS;
export type Expense = keyof typeof EXPENSES;
export type Result = keyof typeof RESULTS;
/** A line that accounts are mapped to. */
export type Measure = Income | Deduction | Expense;

const namesIn = <Name extends string>(lines: Readonly<Record<Name, string>>) => Object.keys(lines) as Name[];

export const INCOME_LINES = namesIn(INCOME);
export const EXPENSE_LINES = namesIn(EXPENSES);
/** Every line that accounts are mapped to, with its head. */
export const MEASURES: Readonly<Record<Measure, string>> = { ...INCOME, ...DEDUCTIONS, ...EXPENSES };
export const MEASURE_LINES = namesIn(MEASURES);
/** In the map: an account of results that is no part of this report, as the income tax is. */
export const EXCLUDED = 'excluded';

/** Whether a line grows by credits, as income does; the others by debits. */
export const isIncome = (measure: Measure): measure is Income => Object.hasOwn(INCOME, measure);
