import type { BatchDetail, RiskTick } from '@talaan/contract/documents/batch-view.contract';
import { IconAlert, IconInfo } from '../../ui/icons.tsx';
import { BatchCard } from '../record/batch-card.tsx';
import { showInstant } from '../record/batch-texts.ts';
import { RiskOthers } from './risk-others.tsx';
import styles from './risks.module.css';

/** What to know of a payment before money leaves: a sentence each, the other transactions, and who has seen it. */
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
      title="Risks before money leaves"
      note={anyHigh ? 'Whoever approves or releases ticks the high ones as seen' : null}
    >
      <ul className={styles.risks}>
        {risk_signals.map((risk) => (
          <li key={risk.fingerprint}>
            {risk.severity === 'high' ? (
              <span className={`${styles.mark} danger`}>
                <IconAlert size={14} />
                High
              </span>
            ) : (
              <span className={`${styles.mark} text-2`}>
                <IconInfo size={14} />
                Notice
              </span>
            )}
            <div className={styles.text}>
              <p>{risk.sentence}</p>
              <RiskOthers risk={risk} />
              <SeenBy ticks={risk_ticks.filter(({ fingerprint }) => fingerprint === risk.fingerprint)} />
            </div>
          </li>
        ))}
        {earlier.map((tick) => (
          <li key={tick.fingerprint}>
            <span className={`${styles.mark} text-2`}>Earlier</span>
            <div className={styles.text}>
              <p>{tick.sentence}</p>
              <SeenBy ticks={risk_ticks.filter(({ fingerprint }) => fingerprint === tick.fingerprint)} />
            </div>
          </li>
        ))}
      </ul>
    </BatchCard>
  );
}

function SeenBy({ ticks }: { ticks: readonly RiskTick[] }) {
  if (ticks.length === 0) return null;
  const people = ticks.toReversed().map(({ user_name, at }) => `${user_name} on ${showInstant(at)}`);
  return <p className="small text-2 figures">{`Seen by ${people.join(', ')}`}</p>;
}
