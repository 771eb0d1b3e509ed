import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './entry-banner.module.css';

/** One line above an entry: who holds it, why it came back, what was not saved. */
export function EntryBanner({
  tone,
  icon,
  actions,
  children,
}: {
  tone: 'red' | 'amber' | 'blue';
  icon: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.banner, styles[tone])} role="status">
      {icon}
      <span className={styles.text}>{children}</span>
      {actions}
    </div>
  );
}
