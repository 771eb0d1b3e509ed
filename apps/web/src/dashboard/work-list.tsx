import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard, WorkItem } from '@talaan/contract/dashboard/dashboard.contract';
import type { DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import { chipOf, showAmount, typeText } from '../batches/record/batch-texts.ts';
import { useOpenAddress } from '../page/open-address.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconCheckCircle, IconDocument, IconReturn } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import type { Address } from './figure-addresses.ts';
import { moneyTexts, sinceText } from './dashboard-texts.ts';
import styles from './work-list.module.css';

export const PHONE = '(max-width: 767px)';
const TAKES_ENTER = 'a, button, input, select, textarea, [contenteditable]';
/** So many a phone names. */
const ON_PHONE = 4;

/** Enter begins with the first of what waits; what has the focus keeps its Enter: a link or a button opens, a box has had it already. */
export function useStartByEnter(description: string, start: () => void, enabled: boolean): void {
  useShortcut(
    'Enter',
    description,
    ({ target }) => {
      const focused = target instanceof Element ? target.closest<HTMLElement>(TAKES_ENTER) : null;
      if (focused === null) start();
      else if (focused.matches('a, button')) focused.click();
    },
    { enabled },
  );
}

/** What waits for the person, the most urgent first; Enter starts with the first (ux §13). */
export function WorkList({ work, days }: { work: Dashboard['work']; days: DashboardDays }) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const addressOf = useWorkAddress();
  const { items, total, money, since } = work;
  const first = items[0];
  const start = (): void => {
    if (first !== undefined) void navigate(addressOf(first));
  };
  useStartByEnter('Start with the first', start, first !== undefined);
  const approves = first?.kind === 'approve';
  const button = approves ? `Review all ${total}` : 'Start with the first';
  return (
    <section className={styles.work} aria-label="Waits for me">
      <div className={styles.head}>
        <h2>
          Waits for me{' '}
          {isPhone ? null : <small className="muted small">returned first, then overdue, then oldest</small>}
        </h2>
        {first === undefined ? null : isPhone ? (
          <b className="figures">{total}</b>
        ) : (
          <Button variant="primary" keys="Enter" onClick={start}>
            {button}
          </Button>
        )}
      </div>
      {first === undefined ? (
        <p className={styles.none}>
          <IconCheckCircle /> Nothing waits for you.
        </p>
      ) : isPhone ? (
        <>
          <ul className={styles.cards}>
            {items.slice(0, ON_PHONE).map((item) => (
              <WorkCard key={batchKey(item)} item={item} address={addressOf(item)} days={days} />
            ))}
          </ul>
          <div className={styles.start}>
            <Button variant="primary" size="lg" onClick={start}>
              {`${button}, ${moneyTexts(money).join(' · ')}`}
            </Button>
          </div>
        </>
      ) : (
        <WorkTable items={items} addressOf={addressOf} days={days}>
          {money.map(({ currency, amount }, place) => (
            <tr key={currency}>
              {place > 0 ? null : (
                <th scope="row" colSpan={5} rowSpan={money.length} className="figures">
                  {items.length < total ? `${items.length} of ${total} to do` : `${total} to do`}
                  {since === null ? '' : `, the oldest since ${sinceText(since, days.today)}`}
                </th>
              )}
              <td className={`${styles.amount} figures`}>{showAmount(amount)}</td>
              <td>{currency}</td>
            </tr>
          ))}
        </WorkTable>
      )}
    </section>
  );
}

/** Where somebody does what waits: what is to be approved in his inbox, the rest on its own page. */
function useWorkAddress(): (item: WorkItem) => Address {
  const addressOf = useOpenAddress();
  return (item) =>
    item.kind === 'approve' ? { to: '/', search: { view: 'approvals', id: batchKey(item) } } : addressOf(item);
}

function WorkTable({
  items,
  addressOf,
  days,
  children,
}: {
  items: readonly WorkItem[];
  addressOf: (item: WorkItem) => Address;
  days: DashboardDays;
  children: ReactNode;
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Waits for me</caption>
        <thead>
          <tr>
            {['Why', 'Type', 'Number', 'Payee or remarks', 'Since'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className={styles.amount}>
              Total Amount
            </th>
            <th scope="col">Cur</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, place) => (
            <tr key={batchKey(item)} className={place === 0 ? styles.first : undefined}>
              <td>
                <Why item={item} />
              </td>
              <td title={typeText(item.document_type)}>{item.document_type}</td>
              <td className="figures">
                <Link {...linkTo(addressOf(item))}>{item.batch_number}</Link>
              </td>
              <td className={styles.about} title={item.about}>
                <span className="ellipsis">{item.about}</span>
                {item.reason === null ? null : <span className={`${styles.reason} danger small`}>{item.reason}</span>}
                {item.above_limit ? <span className="text-2 small">above my limit</span> : null}
              </td>
              <td className={`nowrap figures ${item.overdue ? 'warning' : 'text-2'}`}>
                {sinceText(item.since, days.today)}
              </td>
              <td className={`${styles.amount} figures`}>{showAmount(item.total_amount)}</td>
              <td>{item.currency}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>{children}</tfoot>
      </table>
    </div>
  );
}

const linkTo = ({ to, search }: Address) => ({ to, search: search ?? {} });

function WorkCard({ item, address, days }: { item: WorkItem; address: Address; days: DashboardDays }) {
  return (
    <li>
      <Link {...linkTo(address)} className={styles.card}>
        <span className={styles.line}>
          <b className="ellipsis">{item.about}</b>
          <b className="figures nowrap">
            {item.currency === 'PHP' ? '' : `${item.currency} `}
            {showAmount(item.total_amount)}
          </b>
        </span>
        <span className={`${styles.line} small text-2`}>
          <span className="ellipsis figures">{`${batchName(item)} · ${item.preparer}`}</span>
          <span className={`nowrap figures ${item.overdue ? 'warning' : ''}`}>{sinceText(item.since, days.today)}</span>
        </span>
        {item.reason === null ? null : <span className="danger small">{item.reason}</span>}
      </Link>
    </li>
  );
}

/** Why it waits: returned and not sent in words, the rest by the state in which it is. */
function Why({ item }: { item: WorkItem }) {
  if (item.kind === 'returned') {
    return (
      <span className={`${styles.why} danger`}>
        <IconReturn /> Returned
      </span>
    );
  }
  if (item.kind === 'unsent') {
    return (
      <span className={`${styles.why} text-2`}>
        <IconDocument /> Not sent
      </span>
    );
  }
  return <StatusChip {...chipOf(item.document_type, item.status)} />;
}
