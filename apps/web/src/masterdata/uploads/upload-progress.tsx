import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { RunProgress } from '../../ui/waiting/run-progress.tsx';
import type { UploadCalls } from './upload-calls.ts';

const STEPS = {
  reading: 'Reading rows',
  read: 'Reading rows',
  checking: 'Checking rows',
  checked: 'Checking rows',
  storing: 'Storing rows',
  stored: 'Storing rows',
} as const;

/** How far the step is that runs now, and a way to end it where nothing is stored yet. */
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
  return (
    <RunProgress label={label} done={working ? data.done : 0} total={total}>
      {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
    </RunProgress>
  );
}
