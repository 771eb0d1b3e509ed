import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MoveFiguresData, MoveView } from '@talaan/contract/integration/moving-in.contract';
import { AGE_LABELS, AGES } from '@talaan/core/receivables/aging';
import { TabPanel, Tabs } from '../../ui/menus/tabs.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { moveQueries } from './moving-in-calls.ts';
import { signed } from './signed-amount.ts';
import styles from './moving-in.module.css';

const TABS = [
  { id: 'balances', label: 'Trial balance' },
  { id: 'aging', label: 'Aging' },
  { id: 'banks', label: 'Banks' },
] as const;

/** The books as they would be once the move is confirmed, from the rows that wait. */
export function MoveFigures({ move }: { move: MoveView }) {
  const [tab, setTab] = useState<string>('balances');
  const files = move.files.map(({ file }) => file?.at ?? '').join();
  const query = useQuery(moveQueries.figures(move.id, files));
  const { data } = query;
  return (
    <section aria-label="As it would be" data-region className={`${styles.box} ${styles.figures}`}>
      <h2>{move.state === 'confirmed' ? 'As it was confirmed' : 'As it would be'}</h2>
      <Tabs label="Figures" tabs={TABS} active={tab} onChange={setTab} />
      <LoadState query={query} what="the figures" />
      {data === undefined
        ? null
        : TABS.map(({ id, label }) => (
            <TabPanel key={id} id={id} active={tab === id}>
              {tab === id ? <Figures label={label}>{TABLES[id](data)}</Figures> : null}
            </TabPanel>
          ))}
    </section>
  );
}

function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The table scrolls on its own, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}

function head(columns: readonly string[], words = 1): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map((column, at) => (
          <th key={column} scope="col" className={at < words ? undefined : styles.amount}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const Amount = ({ text }: { text: string }) => (
  <td className={`${styles.amount} figures`}>{text === '0.00' ? '' : signed(text)}</td>
);

const TABLES: Readonly<Record<(typeof TABS)[number]['id'], (data: MoveFiguresData) => ReactNode>> = {
  balances: ({ balances, debit, credit }) => (
    <>
      {head(['Account', 'Name', 'Debit', 'Credit'], 2)}
      <tbody>
        {balances.map((row) => (
          <tr key={row.account}>
            <th scope="row" className="figures">
              {row.account}
            </th>
            <td>{row.name}</td>
            <Amount text={row.debit} />
            <Amount text={row.credit} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <Amount text={debit} />
          <Amount text={credit} />
        </tr>
      </tfoot>
    </>
  ),
  aging: ({ aging, open, ages }) => (
    <>
      {head(['Customer', 'Invoices', ...AGES.map((age) => AGE_LABELS[age]), 'Open'])}
      <tbody>
        {aging.map((row) => (
          <tr key={row.customer}>
            <th scope="row">{row.customer}</th>
            <td className={`${styles.amount} figures`}>{row.invoices.toLocaleString('en')}</td>
            {AGES.map((age) => (
              <Amount key={age} text={row.ages[age]} />
            ))}
            <Amount text={row.open} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          {AGES.map((age) => (
            <Amount key={age} text={ages[age]} />
          ))}
          <Amount text={open} />
        </tr>
      </tfoot>
    </>
  ),
  banks: ({ banks }) => (
    <>
      {head(['Bank account', 'Currency', 'Statement', 'Cheques out', 'Deposits in transit', 'Ledger'], 2)}
      <tbody>
        {banks.map((row) => (
          <tr key={row.bank}>
            <th scope="row">{row.bank}</th>
            <td>{row.currency}</td>
            <td className={`${styles.amount} figures`}>
              {row.statement === null ? 'not given' : signed(row.statement)}
            </td>
            <Amount text={row.cheques} />
            <Amount text={row.deposits} />
            <Amount text={row.ledger} />
          </tr>
        ))}
      </tbody>
    </>
  ),
};
