import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { IconAlert, IconInfo } from '../../ui/icons.tsx';
import styles from './cheque-register.module.css';

/** What waits for the reader above the register, line by line. */
export function WaitingLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.waiting} aria-label={label}>
      {children}
    </ul>
  );
}

export function WaitingLine({
  text,
  grave = false,
  act,
  onAct,
}: {
  text: string;
  /** Something is wrong; else it is only to be answered. */
  grave?: boolean;
  act: string;
  onAct: () => void;
}) {
  return (
    <li>
      {grave ? <IconAlert className="danger" /> : <IconInfo className="muted" />}
      <span>{text}</span>
      <Button size="sm" onClick={onAct}>
        {act}
      </Button>
    </li>
  );
}
