import type { BatchDetail, ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { parseSignedAmount, formatAmount } from '@talaan/core/money/money';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { classNames } from '../../ui/class-names.ts';
import { BatchCard } from '../record/batch-card.tsx';
import { showDate, showInstant } from '../record/batch-texts.ts';
import styles from './changes-card.module.css';

interface ChangeRow {
  key: string;
  kind: 'Changed' | 'Added' | 'Removed';
  what: string;
  where: string;
  before: string | null;
  after: string | null;
}

/** What differs from the version that was submitted before, in words and figures (ux mockup 5). */
export function ChangesCard({ batch }: { batch: BatchDetail }) {
  const { changes } = batch;
  if (changes === null) return null;
  const rows = rowsOf(changes, batch);
  return (
    <BatchCard
      label="What changed"
      title={batch.cycle === 1 ? 'What was corrected since it was submitted' : 'What changed since the last approval'}
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
      <p className={`${styles.foot} small text-2 figures`}>{signedText(changes)}</p>
    </BatchCard>
  );
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

function rowsOf(changes: ChangesSince, batch: BatchDetail): ChangeRow[] {
  /** Which cheque of a series a change is on; empty where there is one document. */
  const chequeOf = (key: number): string => {
    const cheque = batch.documents.find(({ header_key }) => header_key === key);
    return batch.documents.length < 2 || cheque === undefined
      ? ''
      : (cheque.document_number ?? showDate(cheque.document_date));
  };
  const documents = changes.documents.map((cheque): Omit<ChangeRow, 'key'> => {
    const amount = shown(cheque.total_amount);
    const where = [chequeOf(cheque.header_key), showDate(cheque.document_date), cheque.cheque_number]
      .filter(Boolean)
      .join(' · ');
    return cheque.kind === 'added'
      ? { kind: 'Added', what: 'Cheque', where, before: null, after: amount }
      : { kind: 'Removed', what: 'Cheque', where, before: amount, after: null };
  });
  const headers = changes.headers.map(({ header_key, field, before, after }): Omit<ChangeRow, 'key'> => ({
    kind: 'Changed',
    what: labelOf(field),
    where: chequeOf(header_key),
    before: shown(before),
    after: shown(after),
  }));
  const lines = changes.lines.flatMap((line): Omit<ChangeRow, 'key'>[] => {
    const what = `Line ${line.line_no}`;
    const stored =
      line.kind === 'removed'
        ? undefined
        : batch.details.find(({ header_key, line_no }) => header_key === line.header_key && line_no === line.line_no);
    const where = [line.account_code, stored?.brnc_code, chequeOf(line.header_key)].filter(Boolean).join(' · ');
    if (line.kind === 'changed') {
      return visibleFields(line.fields).map(({ field, before, after }) => ({
        kind: 'Changed',
        what,
        where: `${where} · ${labelOf(field)}`,
        before: shown(before) ?? 'none',
        after: shown(after) ?? 'none',
      }));
    }
    const amount = line.fields.find(({ field }) => /^(debit|credit)_amount$/.test(field));
    const storedAmount = stored && (stored.debit_amount === '0.00' ? stored.credit_amount : stored.debit_amount);
    return line.kind === 'added'
      ? [{ kind: 'Added', what, where, before: null, after: shown(amount?.after ?? storedAmount ?? null) }]
      : [{ kind: 'Removed', what, where, before: shown(amount?.before ?? null), after: null }];
  });
  const files = changes.attachments.map(({ name, kind }): Omit<ChangeRow, 'key'> => ({
    kind: kind === 'added' ? 'Added' : 'Removed',
    what: 'Attachment',
    where: name,
    before: null,
    after: null,
  }));
  return [...documents, ...headers, ...lines, ...files].map((row, place) => ({
    ...row,
    key: `${place} ${row.what} ${row.where}`,
  }));
}

/** Pesos follow from the amount; they are told only where they changed alone, as a rate does it. */
function visibleFields<Field extends { field: string }>(fields: readonly Field[]): readonly Field[] {
  const names = new Set(fields.map(({ field }) => field));
  return fields.filter(({ field }) => !field.endsWith('_php') || !names.has(field.replace('_php', '_amount')));
}

const LABELS: Readonly<Record<string, string>> = { vat: 'VAT', atc_code: 'ATC' };

/** 'document_date' → 'Document date'. */
export function labelOf(field: string): string {
  const known = LABELS[field];
  if (known !== undefined) return known;
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A stored text as people read it: dates, amounts, nothing. */
function shown(text: string | null): string | null {
  if (text === null || text === '') return null;
  if (parseCalendarDate(text) !== null) return showDate(text);
  const minor = /^-?\d+\.\d{2}$/.test(text) ? parseSignedAmount(text) : null;
  return minor === null ? text : formatAmount(minor);
}
