import { useState, type ReactNode } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { IconReports, IconTable } from '../icons.tsx';
import styles from './chart-frame.module.css';

/** The heading of what is drawn, with the way to the same rows as a table in its place. */
export function ChartFrame({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: (asTable: boolean) => ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2>
          {title} {note === undefined ? null : <small className="muted small">{note}</small>}
        </h2>
        <IconButton
          label={asTable ? 'View as chart' : 'View as table'}
          icon={asTable ? <IconReports /> : <IconTable />}
          size="sm"
          variant="ghost"
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {children(asTable)}
    </section>
  );
}
