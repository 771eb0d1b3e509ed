import type { ReactNode } from 'react';
import type { RiskTick, RiskView } from '@talaan/contract/documents/batch-view.contract';
import { IconAlert, IconInfo } from '../../ui/icons.tsx';
import { showInstant } from '../record/batch-texts.ts';
import { RiskOthers } from './risk-others.tsx';
import styles from './risks.module.css';

const NO_TICKS: readonly RiskTick[] = [];

/** Risks, each with its weight, its sentence and the other transactions; further items may follow. */
export function RiskList({
  risks,
  newTab = false,
  ticks = NO_TICKS,
  children,
}: {
  risks: readonly RiskView[];
  /** Beside work that must not be left. */
  newTab?: boolean;
  /** Who has seen which. */
  ticks?: readonly RiskTick[];
  children?: ReactNode;
}) {
  return (
    <ul className={styles.risks}>
      {risks.map((risk) => (
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
            <RiskOthers risk={risk} newTab={newTab} />
            <SeenBy ticks={ticks.filter(({ fingerprint }) => fingerprint === risk.fingerprint)} />
          </div>
        </li>
      ))}
      {children}
    </ul>
  );
}

/** Who has seen a risk, and when; nothing while nobody has. */
export function SeenBy({ ticks }: { ticks: readonly RiskTick[] }) {
  if (ticks.length === 0) return null;
  const people = ticks.toReversed().map(({ user_name, at }) => `${user_name} on ${showInstant(at)}`);
  return <p className="small text-2 figures">{`Seen by ${people.join(', ')}`}</p>;
}
