/** Choices that payees, branches and business partners have in common (spec 1 §3, enumerations). */
export const BUSINESS_TYPES = {
  1: 'Branch',
  2: 'Corporate',
  3: 'GPP',
  4: 'Individual',
  5: 'Sole Proprietorship',
} as const;

/** Groups of the profitability report (spec 2 §4, decisions §9). */
export const PROFITABILITY_GROUPS = {
  1: 'Company Branches',
  2: 'Business Partners',
  3: 'Mobile App',
  4: 'Cancelled Branches',
  5: 'Departments',
  6: 'CSD and Treasury',
  7: 'Loans Summary',
  8: 'Eliminations',
  9: 'Unallocated',
} as const;
