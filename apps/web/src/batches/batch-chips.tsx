import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { IconAlert, IconAttachment, IconConfidential, IconInfo, IconLock, IconReturn } from '../ui/icons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { chipOf, showInstant } from './batch-texts.ts';
import styles from './batch-chips.module.css';

/** Where a batch stands; a voided one says so. */
export function BatchStatus({ batch }: { batch: Pick<BatchRow, 'document_type' | 'status' | 'voided'> }) {
  if (batch.voided) return <StatusChip hue="red" label="Voided" />;
  const { hue, label } = chipOf(batch.document_type, batch.status);
  return <StatusChip hue={hue} label={label} />;
}

/** How many risks a payment has, for a row of the inbox: an alert where one of them is high. */
export function RiskMark({ risks }: Pick<BatchRow, 'risks'>) {
  if (risks === undefined) return null;
  const count = risks.high + risks.notice;
  const text = `${count === 1 ? '1 risk' : `${count} risks`}${risks.high === 0 ? '' : `, ${risks.high} to tick as seen`}`;
  return (
    <Tooltip text={text}>
      <span
        className={`${styles.flag} ${styles.risks} ${risks.high > 0 ? 'danger' : 'text-2'}`}
        role="img"
        aria-label={text}
      >
        {risks.high > 0 ? <IconAlert size={14} /> : <IconInfo size={14} />}
        <span className="figures">{count}</span>
      </span>
    </Tooltip>
  );
}

/** Small marks of a row, each with its tooltip: in process, confidential, returned, attachments (ux §2). */
export function BatchFlags({ batch }: { batch: BatchRow }) {
  const returned = batch.status === 1 && batch.approved_remarks !== '';
  return (
    <span className={styles.flags}>
      {batch.processing === 1 ? (
        <Flag
          text={`In process by ${batch.locked_by_name ?? 'somebody'}${
            batch.locked_at === null ? '' : ` since ${showInstant(batch.locked_at)}`
          }`}
        >
          <IconLock />
        </Flag>
      ) : null}
      {batch.is_confidential === 1 ? (
        <Flag text="Confidential">
          <IconConfidential />
        </Flag>
      ) : null}
      {returned ? (
        <Flag text={`Returned: ${batch.approved_remarks}`}>
          <IconReturn />
        </Flag>
      ) : null}
      {batch.attachments > 0 ? (
        <Flag text={batch.attachments === 1 ? '1 attachment' : `${batch.attachments} attachments`}>
          <IconAttachment />
          <span className="figures">{batch.attachments}</span>
        </Flag>
      ) : null}
    </span>
  );
}

function Flag({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <Tooltip text={text}>
      <span className={styles.flag} role="img" aria-label={text}>
        {children}
      </span>
    </Tooltip>
  );
}
