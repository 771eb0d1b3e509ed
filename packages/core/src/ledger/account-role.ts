/** What the product itself posts to; each role but RFA and CIB belongs to one account (data-model §1). */
export const ACCOUNT_ROLES = {
  AR: 'Accounts receivable',
  OUTPUT_VAT: 'Output VAT',
  INPUT_VAT: 'Input VAT of services',
  INPUT_VAT_GOODS: 'Input VAT of goods',
  INPUT_VAT_CAPITAL: 'Input VAT of capital goods',
  INPUT_VAT_IMPORTS: 'Input VAT of imports',
  EWT: 'Expanded withholding tax payable',
  CWT: 'Creditable withholding tax',
  CUSTOMER_ADVANCES: 'Customer advances',
  WRITE_OFF: 'Write-off of receivables',
  BANK_CHARGES: 'Bank charges',
  RFA: 'Revolving fund account',
  CIB: 'Cash in bank',
  FX_GAIN: 'Exchange gain',
  FX_LOSS: 'Exchange loss',
  FX_UNREALIZED: 'Unrealized exchange difference',
  INCOME_SUMMARY: 'Income summary',
  RETAINED_EARNINGS: 'Retained earnings',
  OPENING: 'Opening balance equity',
} as const;
export type AccountRole = keyof typeof ACCOUNT_ROLES;

interface AccountWithRole {
  readonly role?: string | null;
}

/** The account that has a role, which belongs to one; undefined where the chart has none. */
export function accountWith<Account extends AccountWithRole>(
  accounts: readonly Account[],
  role: AccountRole,
): Account | undefined {
  return accounts.find((account) => account.role === role);
}

/** The codes of the accounts that have these roles, by the name of each; '' where the chart has none. */
export function codesOf<Name extends string>(
  accounts: readonly (AccountWithRole & { readonly code: string })[],
  roles: Readonly<Record<Name, AccountRole>>,
): Record<Name, string> {
  const codes = Object.entries<AccountRole>(roles).map(([name, role]) => [
    name,
    accountWith(accounts, role)?.code ?? '',
  ]);
  return Object.fromEntries(codes) as Record<Name, string>;
}

/** What is said where the chart has no account of a role, or of one of several. */
export function noAccountWith(...roles: readonly AccountRole[]): string {
  const names = roles.map((role) => ACCOUNT_ROLES[role]).join(' or ');
  return `No account has the role ${names}. Give it one in the chart of accounts.`;
}
