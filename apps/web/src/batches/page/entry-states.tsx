import { MESSAGES } from '@talaan/contract/errors/messages';
import { failureMessage } from '../../api/report-failure.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import styles from './entry-page.module.css';

export function Loading({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <ProgressLine active />
      <p className={styles.note} role="status">
        {MESSAGES.pleaseWait}
      </p>
    </div>
  );
}

export function Failed({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <p className={styles.note} role="alert">
        {failureMessage(failure)}
        <Button onClick={onRetry}>Retry</Button>
      </p>
    </div>
  );
}

export function NotFound({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <p className={styles.note}>{text}</p>
    </div>
  );
}
