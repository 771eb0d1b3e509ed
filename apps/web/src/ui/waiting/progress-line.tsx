import { useEffect, useState } from 'react';
import styles from './progress-line.module.css';

/** A 2 px line on top of its container while `active`; it appears after 400 ms, so that quick work shows nothing (ux §7). */
export function ProgressLine({ active, label = 'Loading' }: { active: boolean; label?: string }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!active) {
      setVisible(false);
      return;
    }
    const timer = setTimeout(() => setVisible(true), 400);
    return () => clearTimeout(timer);
  }, [active]);
  if (!visible) return null;
  return (
    <div className={styles.track} role="progressbar" aria-label={label}>
      <div className={styles.bar} />
    </div>
  );
}
