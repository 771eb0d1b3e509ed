import { Link } from '@tanstack/react-router';
import type { ClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { formatListDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import styles from './open-work.module.css';

type Owner = ClosingChecklist['owners'][number];

/** What is still open in a month, by who prepared it. */
export function OpenWork({ checklist: { owners, total, others } }: { checklist: ClosingChecklist }) {
  const listed = owners.reduce((sum, owner) => sum + owner.items.length, 0);
  return (
    <>
      <p>{MESSAGES.openWorkOf(String(total))}</p>
      {owners.map((owner) => (
        <OwnerPart key={owner.user_id} owner={owner} />
      ))}
      {total > listed ? <p>{`And ${total - listed} more.`}</p> : null}
      {others ? <p>{MESSAGES.openWorkUnseen}</p> : null}
    </>
  );
}

function OwnerPart({ owner: { user_name, items } }: { owner: Owner }) {
  return (
    <section className={styles.owner} aria-label={user_name}>
      <h3>{`${user_name} (${items.length})`}</h3>
      <ul>
        {items.map((item) => (
          <li key={batchKey(item)}>
            <Link to="/search-transaction" search={{ number: batchKey(item) }} target="_blank" className="figures">
              {batchName(item)}
            </Link>
            <span>{formatListDate(requireCalendarDate(item.document_date))}</span>
            <span className={styles.payee}>{item.payee ?? item.document_type}</span>
            <span className={`${styles.amount} figures`}>
              {`${item.currency} ${formatAmount(parseAmount(item.amount) ?? 0n)}`}
            </span>
            <span className={styles.note}>{item.note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
