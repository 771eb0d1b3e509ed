import type { BatchDetail, ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { classNames } from '../../ui/class-names.ts';
import { BatchCard } from '../record/batch-card.tsx';
import { showInstant } from '../record/batch-texts.ts';
import { changeRows } from './change-words.ts';
import styles from './changes-card.module.css';

/** What differs from the version that was submitted before, in words and figures (ux mockup 5). */
export function ChangesCard({ batch }: { batch: BatchDetail }) {
  const { changes } = batch;
  if (changes === null) return null;
  const rows = changeRows(changes, batch);
  return (
    <BatchCard
      label="What changed"
      title={titleOf(batch.cycle, changes)}
      note={`${changes.by} submitted on ${showInstant(changes.since)}`}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">What changed</caption>
        <colgroup>
          <col className={styles.kindColumn} />
          <col />
          <col className={styles.valueColumn} />
        </colgroup>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.key}
              className={classNames(row.kind === 'Added' && styles.added, row.kind === 'Removed' && styles.removed)}
            >
              <th scope="row" className={styles.kind}>
                {row.kind}
              </th>
              <td>
                {row.what} <span className="text-2">{row.where}</span>
              </td>
              <td className={`${styles.value} figures`}>
                {row.before === null ? null : <del>{row.before}</del>}
                {row.after === null ? null : <ins>{row.after}</ins>}
              </td>
            </tr>
          ))}
          {rows.length === 0 ? (
            <tr>
              <th scope="row" className={styles.kind}>
                Same
              </th>
              <td className="text-2" colSpan={2}>
                Header, lines and attachments
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <details className={`${styles.foot} small text-2 figures`}>
        <summary>Details</summary>
        {signedText(changes)}
      </details>
    </BatchCard>
  );
}

function titleOf(cycle: number, { fingerprint_before }: ChangesSince): string {
  if (cycle === 1) return 'What was corrected since it was submitted';
  return `What changed since the last ${fingerprint_before === null ? 'submission' : 'approval'}`;
}

/** The first digits of a fingerprint: enough to tell two versions apart at a glance. */
const SHOWN_DIGITS = 8;

/** Whether the same content was signed before: remarks and cheque numbers stay outside the fingerprint (decisions §3). */
function signedText({ fingerprint_before: before, fingerprint_now: now }: ChangesSince): string {
  const shownNow = now.slice(0, SHOWN_DIGITS);
  if (before === null) return `Fingerprint ${shownNow}. Nothing was signed before.`;
  if (before === now) return `Fingerprint ${shownNow}, as it was signed.`;
  return `Fingerprint ${before.slice(0, SHOWN_DIGITS)} was signed; it is now ${shownNow}.`;
}
