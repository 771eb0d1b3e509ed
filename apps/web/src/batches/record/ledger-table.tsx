import { Fragment } from 'react';
import { totalsOf, type DebitCredit } from '@talaan/core/ledger/balance';
import { formatAmount } from '@talaan/core/money/money';
import { classNames } from '../../ui/class-names.ts';
import type { EntryChoices } from './batch-calls.ts';
import { SideFigures, type SideFigure } from './side-figures.tsx';
import styles from './ledger-table.module.css';

/** What is typed comes to, beside what it books. */
export function LedgerCards({
  title,
  when,
  lines,
  choices,
  note,
  rows,
}: {
  /** Of what it comes to. */
  title: string;
  /** When it is booked: 'when approved'. */
  when: string;
  lines: LedgerLines;
  choices: EntryChoices;
  /** Below the lines. */
  note?: string | null;
  rows: readonly SideFigure[];
}) {
  const cards = [
    [title, <SideFigures key={title} rows={rows} />],
    [
      `In the ledger, ${when}`,
      <Fragment key={when}>
        <LedgerTable lines={lines} choices={choices} />
        {note ? <p className="text-2">{note}</p> : null}
      </Fragment>,
    ],
  ] as const;
  return (
    <div className={styles.cards}>
      {cards.map(([name, card]) => (
        <section key={name} className={styles.card} aria-label={name}>
          <h2 className={styles.title}>{name}</h2>
          {card}
        </section>
      ))}
    </div>
  );
}

type LedgerLines = readonly (DebitCredit & { readonly tag: string; readonly account_code: string })[];

/** Lines of account as they will be booked, each with its tag, and their sums; amounts are minor units. */
function LedgerTable({ lines, choices }: { lines: LedgerLines; choices: EntryChoices }) {
  const nameOf = (code: string) => choices.accounts.find((account) => account.code === code)?.name ?? '';
  const { debit_minor, credit_minor } = totalsOf(lines);
  return (
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
          <td className="figures">{formatAmount(debit_minor)}</td>
          <td className="figures">{formatAmount(credit_minor)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Side({ minor }: { minor: bigint }) {
  return <td className={classNames('figures', minor === 0n && 'muted')}>{formatAmount(minor)}</td>;
}
