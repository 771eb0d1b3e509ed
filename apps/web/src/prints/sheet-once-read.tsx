import { useEffect, type ReactNode } from 'react';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { PrintNotice, PrintPage } from './print-page.tsx';
import styles from './print-page.module.css';

/** A report on its sheets, null until it is read: till then how many rows are here, and why where it cannot be read. */
export function SheetOnceRead({
  title,
  query,
  paper,
  rows = 0,
  actions,
}: {
  title: string;
  query: { readonly error: Error | null; readonly refetch: () => unknown };
  paper: DrawnPaper | null;
  rows?: number;
  actions: ReactNode;
}) {
  if (query.error !== null) {
    return (
      <PrintNotice
        title={title}
        text={failureMessage(query.error)}
        action={<Button onClick={() => void query.refetch()}>Retry</Button>}
      />
    );
  }
  return paper === null ? <Building title={title} rows={rows} /> : <PrintPage paper={paper} actions={actions} />;
}

/** What is being built, with how many rows are here. */
function Building({ title, rows }: { title: string; rows: number }) {
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  return (
    <main className={styles.notice}>
      <ProgressLine active />
      <p role="status">{rows === 0 ? '' : `Building ${title}… ${rows.toLocaleString('en')} rows`}</p>
    </main>
  );
}
