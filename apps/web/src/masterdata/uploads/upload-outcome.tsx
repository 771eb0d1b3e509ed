import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { IconAlert } from '../../ui/icons.tsx';
import type { UploadCalls } from './upload-calls.ts';
import { UploadProgress } from './upload-progress.tsx';
import { UploadReview } from './upload-review.tsx';
import type { UploadRun } from './upload-run.ts';
import styles from './upload-outcome.module.css';

/** Why a step was not begun; nothing while it was not tried. */
export function UploadRefusal({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className={styles.bad} role="alert">
      <IconAlert />
      {text}
    </p>
  );
}

/** How far a step is, and then its rows: what would be stored, or what was. */
export function UploadOutcome({
  definition,
  calls,
  run,
}: {
  definition: AnyResource;
  calls: UploadCalls;
  run: UploadRun;
}) {
  if (run.step === 'working')
    return <UploadProgress calls={calls} id={run.id} first={run.first} onCancel={run.cancel} />;
  return run.step === 'review' || run.step === 'stored' ? (
    <UploadReview definition={definition} calls={calls} run={run} />
  ) : null;
}
