import { Link } from '@tanstack/react-router';
import type { RiskView } from '@talaan/contract/documents/batch-view.contract';
import { useOpenAddress } from '../../page/open-address.ts';
import { showAmount, showDate } from '../record/batch-texts.ts';
import styles from './risks.module.css';

/** So many are named; that there are more says the rest. */
const SHOWN = 5;

/** The other transactions of a risk, each with its state and the way to it; those that are hidden are counted. */
export function RiskOthers({
  risk,
  newTab = false,
}: {
  risk: RiskView;
  /** Beside a question that must not be left. */
  newTab?: boolean;
}) {
  const addressOf = useOpenAddress();
  if (risk.documents.length === 0 && risk.hidden === 0) return null;
  return (
    <ul className={styles.others}>
      {risk.documents.slice(0, SHOWN).map((other) => (
        <li key={`${other.document_type} ${other.batch_number}`} className="figures">
          <Link {...addressOf(other)} {...(newTab ? { target: '_blank' } : {})}>
            {`${other.document_type} ${other.document_number ?? other.batch_number}`}
          </Link>
          {` · ${showDate(other.document_date)} · ${other.currency} ${showAmount(other.total_amount)}${other.documents > 1 ? ` in ${other.documents} documents` : ''} · ${other.status_label}`}
        </li>
      ))}
      {risk.documents.length > SHOWN ? <li>{`and ${risk.documents.length - SHOWN} more`}</li> : null}
      {risk.hidden > 0 ? (
        <li className="muted">{risk.hidden === 1 ? '1 that you cannot see' : `${risk.hidden} that you cannot see`}</li>
      ) : null}
    </ul>
  );
}
