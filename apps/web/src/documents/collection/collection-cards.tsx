import { collectionLines, excessMinor, type Collected } from '@talaan/core/documents/collection/collection-lines';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { LedgerTable } from '../../batches/record/ledger-table.tsx';
import { SideFigures } from '../../batches/record/side-figures.tsx';
import styles from '../../batches/record/ledger-table.module.css';

/** Where the cash of a collection goes, and what it books as far as the page knows: amounts are in its currency. */
export function CollectionCards({
  collected,
  bankId,
  writeOffAccount,
  currencyId,
  choices,
}: {
  collected: Collected;
  bankId: number | null;
  currencyId: number;
  /** '' for the account with that role. */
  writeOffAccount: string;
  choices: EntryChoices;
}) {
  const currency = choices.currencies.find(({ id }) => id === currencyId)?.iso_code;
  const codeOf = (role: string) => choices.accounts.find((account) => account.role === role)?.code ?? '';
  const lines = collectionLines(collected, {
    bank: choices.banks.find(({ id }) => id === bankId)?.acct_code ?? '',
    withheld: codeOf('CWT'),
    write_off: writeOffAccount === '' ? codeOf('WRITE_OFF') : writeOffAccount,
    advances: codeOf('CUSTOMER_ADVANCES'),
    receivable: codeOf('AR'),
    gain: codeOf('FX_GAIN'),
    loss: codeOf('FX_LOSS'),
  });
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-label="Where the cash goes">
        <h2 className={styles.title}>Where the cash goes</h2>
        <PlacedFigures collected={collected} />
      </section>
      <section className={styles.card} aria-label="In the ledger, when issued">
        <h2 className={styles.title}>In the ledger, when issued</h2>
        <LedgerTable lines={lines} choices={choices} />
        {currencyId === CURRENCY_PESO ? null : (
          <p className="muted">{`In ${currency}. Saving adds the exchange difference, in pesos.`}</p>
        )}
      </section>
    </div>
  );
}

/** What came in, what is placed on invoices, and what becomes an advance. */
function PlacedFigures({ collected }: { collected: Collected }) {
  const { received_minor, advance_minor, settled } = collected;
  const excess = excessMinor(collected);
  const cash = sumMinor(settled.map(({ cash_minor }) => cash_minor));
  const count = settled.filter(({ cash_minor }) => cash_minor > 0n).length;
  return (
    <SideFigures
      rows={[
        { name: 'Received', figure: formatAmount(received_minor) },
        ...(advance_minor === 0n ? [] : [{ name: 'From advances', figure: formatAmount(advance_minor) }]),
        { name: count === 1 ? 'To 1 invoice' : `To ${count} invoices`, figure: formatAmount(cash) },
        excess < 0n
          ? { name: 'Placed beyond it', figure: formatAmount(-excess), strong: true }
          : { name: 'To customer advances', figure: formatAmount(excess), strong: true },
      ]}
    />
  );
}
