import type { ResourceName } from '../../resource/resource-index.ts';

/** Master data that the entry pages and lists of transactions offer to choose from. */
export const OFFERED_RECORDS = [
  'account',
  'accounting_period',
  'alpha_tax_code',
  'approving_officer',
  'bank',
  'billing_service',
  'branch',
  'currency',
  'currency_rate',
  'department',
  'payee',
  'section',
  'transaction_type',
  'user',
] as const satisfies readonly ResourceName[];
