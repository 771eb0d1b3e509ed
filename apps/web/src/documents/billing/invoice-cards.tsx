import { billingLines, invoiceSums, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import { formatAmount } from '@talaan/core/money/money';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { classNames } from '../../ui/class-names.ts';
import { SideFigures } from '../../batches/record/side-figures.tsx';
import styles from './invoice-cards.module.css';

/** The foot of the invoice: each kind of sale, the VAT, and what is due, in minor units of its currency. */
export function InvoiceFigures({ services }: { services: readonly BilledService[] }) {
  const sums = invoiceSums(services);
  return (
    <SideFigures
      rows={[
        { name: 'Vatable Sales', figure: formatAmount(sums.vatable_minor) },
        { name: 'VAT Exempt Sales', figure: formatAmount(sums.exempt_minor) },
        { name: 'Zero-rated Sales', figure: formatAmount(sums.zero_rated_minor) },
        { name: 'Add: Value Added Tax', figure: formatAmount(sums.vat_minor) },
        { name: 'Total Due', figure: formatAmount(sums.total_minor), strong: true },
      ]}
    />
  );
}

/** What the services that are typed come to, on the invoice and in the ledger. */
export function InvoiceCards({ services, choices }: { services: readonly BilledService[]; choices: EntryChoices }) {
  const codeOf = (role: string) => choices.accounts.find((account) => account.role === role)?.code ?? '';
  const nameOf = (code: string) => choices.accounts.find((account) => account.code === code)?.name ?? '';
  const lines = billingLines(services, { receivable: codeOf('AR'), output_vat: codeOf('OUTPUT_VAT') });
  const total = formatAmount(invoiceSums(services).total_minor);
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-label="On the invoice">
        <h2 className={styles.title}>On the invoice</h2>
        <InvoiceFigures services={services} />
      </section>
      <section className={styles.card} aria-label="In the ledger, when approved">
        <h2 className={styles.title}>In the ledger, when approved</h2>
        <table className={styles.ledger}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // The lines follow from their places.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row">
                  <span className="text-2 figures">{line.account_code}</span> {nameOf(line.account_code)}{' '}
                  <span className={styles.tag}>{line.tag}</span>
                </th>
                <Side minor={line.debit_minor} />
                <Side minor={line.credit_minor} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="figures">{total}</td>
              <td className="figures">{total}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}

function Side({ minor }: { minor: bigint }) {
  return <td className={classNames('figures', minor === 0n && 'muted')}>{formatAmount(minor)}</td>;
}
