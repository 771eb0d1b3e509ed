import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { IconClose } from '../icons.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import styles from './side-panel.module.css';

export interface SidePanelProps {
  title: string;
  subtitle?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A record beside its list: 560 px on the right from 1440 px on, where the list gives it the room; the whole page on smaller
 * screens. Esc closes.
 */
export function SidePanel({ title, subtitle, onClose, footer, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useShortcut('Escape', 'Close panel', onClose);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {subtitle === undefined ? null : <p className="text-2">{subtitle}</p>}
        </div>
        <IconButton label="Close" icon={<IconClose />} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
    </aside>
  );
}
