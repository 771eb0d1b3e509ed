import { codesOf } from '@talaan/core/ledger/account-role';
import {
  BILLING_ROLES,
  billingLines,
  invoiceSums,
  type BilledService,
} from '@talaan/core/documents/billing/billing-lines';
import { formatAmount } from '@talaan/core/money/money';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { LedgerCards } from '../../batches/record/ledger-table.tsx';

/** The foot of the invoice: each kind of sale, the VAT, and what is due, in its currency. */
export function invoiceFigures(services: readonly BilledService[]) {
  const sums = invoiceSums(services);
  return [
    { name: 'Vatable Sales', figure: formatAmount(sums.vatable_minor) },
    { name: 'VAT Exempt Sales', figure: formatAmount(sums.exempt_minor) },
    { name: 'Zero-rated Sales', figure: formatAmount(sums.zero_rated_minor) },
    { name: 'Add: Value Added Tax', figure: formatAmount(sums.vat_minor) },
    { name: 'Total Due', figure: formatAmount(sums.total_minor), strong: true },
  ];
}

/** What the services that are typed come to, on the invoice and in the ledger. */
export function InvoiceCards({ services, choices }: { services: readonly BilledService[]; choices: EntryChoices }) {
  const lines = billingLines(services, codesOf(choices.accounts, BILLING_ROLES));
  return (
    <LedgerCards
      title="On the invoice"
      when="when approved"
      rows={invoiceFigures(services)}
      lines={lines}
      choices={choices}
    />
  );
}
