import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES, isDocumentType, onReceivable } from '@talaan/core/documents/document-type';
import { BatchCard } from '../record/batch-card.tsx';
import { RiskList, SeenBy } from './risk-list.tsx';
import styles from './risks.module.css';

/** What to know of a payment before money leaves, of a receipt and of a billing: a sentence each, the other transactions, and who has seen it. */
export function RiskCard({ batch }: { batch: BatchDetail }) {
  const { risk_signals, risk_ticks } = batch;
  const shown = new Set(risk_signals.map(({ fingerprint }) => fingerprint));
  // What somebody ticked stays to be read, also when it is over or another payment has joined meanwhile.
  const earlier = [...new Map(risk_ticks.map((tick) => [tick.fingerprint, tick])).values()].filter(
    ({ fingerprint }) => !shown.has(fingerprint),
  );
  if (risk_signals.length + earlier.length === 0) return null;
  const anyHigh = risk_signals.some(({ severity }) => severity === 'high');
  return (
    <BatchCard
      label="Risks"
      title={titleOf(batch.document_type)}
      note={
        anyHigh && batch.status < STATUS.APPROVED && batch.status > STATUS.ACTIVE
          ? 'Whoever approves or releases ticks the high ones as seen'
          : null
      }
    >
      <RiskList risks={risk_signals} ticks={risk_ticks}>
        {earlier.map((tick) => (
          <li key={tick.fingerprint}>
            <span className={`${styles.mark} text-2`}>Earlier</span>
            <div className={styles.text}>
              <p>{tick.sentence}</p>
              <SeenBy ticks={risk_ticks.filter(({ fingerprint }) => fingerprint === tick.fingerprint)} />
            </div>
          </li>
        ))}
      </RiskList>
    </BatchCard>
  );
}

function titleOf(type: string): string {
  if (isDocumentType(type) && DOCUMENT_TYPES[type].header.receipt) return 'Risks of this receipt';
  if (isDocumentType(type) && onReceivable(type) === 'bills') return 'Risks of this billing';
  return 'Risks before money leaves';
}
