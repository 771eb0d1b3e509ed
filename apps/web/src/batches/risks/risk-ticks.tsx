import type { RiskView } from '@talaan/contract/documents/batch-view.contract';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RiskOthers } from './risk-others.tsx';
import styles from './risks.module.css';

/** The high risks of a payment, each to be ticked as seen. */
export function RiskTicks({
  risks,
  seen,
  onSeen,
  disabled = false,
  focused = true,
}: {
  risks: readonly RiskView[];
  /** Fingerprints of those that are ticked. */
  seen: ReadonlySet<string>;
  onSeen: (fingerprint: string, isSeen: boolean) => void;
  disabled?: boolean;
  /** Whether the first one has the focus in its dialog. */
  focused?: boolean;
}) {
  return (
    <ul className={styles.ticks}>
      {risks.map((risk, place) => (
        <li key={risk.fingerprint}>
          <Checkbox
            label={`Seen: ${risk.sentence}`}
            checked={seen.has(risk.fingerprint)}
            disabled={disabled}
            {...(focused && place === 0 ? { 'data-autofocus': true } : {})}
            onChange={(event) => onSeen(risk.fingerprint, event.target.checked)}
          />
          <RiskOthers risk={risk} newTab />
        </li>
      ))}
    </ul>
  );
}

/** The risks that whoever goes on ticks. */
export function highRisks(risks: readonly RiskView[]): RiskView[] {
  return risks.filter(({ severity }) => severity === 'high');
}
