/** What an account of the balance sheet is to the cash flow (reports §18); one without a class counts as operating. */
export const CASH_FLOWS = {
  cash: 'Cash',
  operating: 'Operating',
  noncash: 'Non-cash',
  investing: 'Investing',
  financing: 'Financing',
} as const;
export type CashFlow = keyof typeof CASH_FLOWS;
