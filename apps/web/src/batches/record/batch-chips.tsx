import { STATUS } from '@talaan/core/documents/status';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import {
  IconAlert,
  IconAttachment,
  IconCalendar,
  IconClock,
  IconConfidential,
  IconInfo,
  IconLock,
  IconMail,
  IconRepeat,
  IconReturn,
} from '../../ui/icons.tsx';
import { mailText } from '../../notices/mail-texts.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { Tooltip } from '../../ui/buttons/tooltip.tsx';
import { showInstant, stateOf } from './batch-texts.ts';
import styles from './batch-chips.module.css';

/** Where a batch stands. */
export function BatchStatus({ batch }: { batch: Parameters<typeof stateOf>[0] }) {
  return <StatusChip {...stateOf(batch)} />;
}

/** What stands beside the heading of a batch: its state, and what sets it apart (ux §5). */
export function BatchBadges({ batch }: { batch: BatchRow }) {
  return (
    <>
      <BatchStatus batch={batch} />
      {batch.is_pdc === 1 ? <StatusChip hue="neutral" label={pdcText(batch)} /> : null}
      {batch.is_confidential === 1 ? <StatusChip hue="neutral" label="Confidential" /> : null}
      {batch.regular_trx === null ? null : <StatusChip hue="neutral" label="Regular" />}
    </>
  );
}

/** 'PDC × 6': a post-dated series, with how many cheques are left of it. */
function pdcText({ number_of_cheques }: BatchRow): string {
  return number_of_cheques === 0 ? 'PDC' : `PDC × ${number_of_cheques}`;
}

/** How many risks a transaction has, for a row of a list: an alert where one of them is high. */
export function RiskMark({ risks, status }: Pick<BatchRow, 'risks' | 'status'>) {
  if (risks === undefined) return null;
  const count = risks.high + risks.notice;
  const text = `${count === 1 ? '1 risk' : `${count} risks`}${risks.high === 0 ? '' : `, ${risks.high} ${status < STATUS.APPROVED ? 'to tick as seen' : 'high'}`}`;
  return (
    <Tooltip text={text}>
      <span
        className={`${styles.flag} ${styles.beside} ${risks.high > 0 ? 'danger' : 'text-2'}`}
        role="img"
        aria-label={text}
      >
        {risks.high > 0 ? <IconAlert size={14} /> : <IconInfo size={14} />}
        <span className="figures">{count}</span>
      </span>
    </Tooltip>
  );
}

/** What became of the last mail of a document, beside its state in a list; of one without a mail nothing. */
export function MailMark({ state }: { state: MailState | null }) {
  if (state === null) return null;
  const text = mailText(state);
  const fails = state === 'failed' || state === 'no_server';
  return (
    <>
      {' '}
      <Tooltip text={text}>
        <span className={`${styles.flag} ${styles.beside} ${fails ? 'danger' : 'text-2'}`} role="img" aria-label={text}>
          <IconMail size={14} />
          {state === 'waiting' ? <IconClock size={12} /> : null}
          {fails ? <IconAlert size={12} /> : null}
        </span>
      </Tooltip>
    </>
  );
}

/** Small marks of a row, each with its tooltip: in process, confidential, post-dated, regular, returned, attachments (ux §2). */
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
      {batch.is_pdc === 1 ? (
        <Flag text={pdcText(batch)}>
          <IconCalendar />
        </Flag>
      ) : null}
      {batch.regular_trx === null ? null : (
        <Flag text="Regular">
          <IconRepeat />
        </Flag>
      )}
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
