import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import type { UploadCalls } from './upload-calls.ts';
import styles from './upload-progress.module.css';

const STEPS = {
  reading: 'Reading rows',
  read: 'Reading rows',
  checking: 'Checking rows',
  checked: 'Checking rows',
  storing: 'Storing rows',
  stored: 'Storing rows',
} as const;

/** How far the step is that runs now, and a way to end it where nothing is stored yet. It shows after a moment only. */
export function UploadProgress({
  calls,
  id,
  first,
  onCancel,
}: {
  calls: UploadCalls;
  id: string;
  /** What is said before the server knows of the upload. */
  first: string;
  onCancel: (() => void) | undefined;
}) {
  const { data } = useQuery(calls.progress(id));
  const working = data !== null && data !== undefined;
  const label = working ? STEPS[data.state] : first;
  const total = working && data.state !== 'reading' && data.rows > 0 ? data.rows : undefined;
  const done = working ? data.done : 0;
  const count =
    done === 0 ? '' : ` ${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`;
  return (
    <div className={styles.progress}>
      <p role="status">
        {label}
        <span className="figures">{count}</span> …
      </p>
      <progress className={styles.bar} aria-label={label} value={total === undefined ? undefined : done} max={total} />
      {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
    </div>
  );
}
