import { memo, useId } from 'react';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { EntryChoices } from '../batch-calls.ts';
import type { DocumentKind } from '../document-kind.ts';
import { showDate } from '../batch-texts.ts';
import { CodeSelect } from '../../ui/combobox.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField, UNREADABLE_DATE } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { ReadOnlyValue, TextArea, TextInput } from '../../ui/text-input.tsx';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { isPeriodOpen, type EntryHeader, type RateOnFile } from './entry-form.ts';
import styles from './entry-header.module.css';

const READINGS = [
  { value: '0', label: 'General Journal', code: 'JE' },
  { value: '1', label: 'Adjusting Entry', code: 'AE' },
];

/** Ids of the controls, for links from the summary of faults. */
export const HEADER_FIELD_ID = {
  document_date: 'entry-date',
  currency_id: 'entry-currency',
  dollar_rate: 'entry-rate',
  remarks: 'entry-remarks',
} as const;

export interface EntryHeaderProps {
  kind: DocumentKind;
  header: EntryHeader;
  /** The rate of the rate file; null where there is none. */
  onFile: RateOnFile | null;
  choices: EntryChoices;
  batchNumber: string;
  documentNumber: string | null;
  /** Faults of the last attempt, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  onChange: (change: Partial<EntryHeader>) => void;
}

/** The head of an entry, drawn again only when it changes itself: numbers to read, date, currency with its rate, reading, remarks (ux §5). */
export const EntryHeaderFields = memo(function EntryHeaderFields({
  header,
  onFile,
  choices,
  batchNumber,
  documentNumber,
  faults,
  collapsed,
  onChange,
}: EntryHeaderProps) {
  const confidentialHint = useId();
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const currencies = choices.currencies.map(({ id, iso_code }) => ({ value: String(id), label: iso_code }));

  if (collapsed) {
    const currency = currencies.find(({ value }) => value === String(header.currency_id))?.label ?? '';
    return (
      <div className={styles.summary} data-region>
        <span className="figures strong">{`Batch ${batchNumber}`}</span>
        <span className="figures">{showDate(header.document_date)}</span>
        <span className="figures">{isForeign ? `${currency} at ${header.dollar_rate}` : currency}</span>
        <span className="ellipsis text-2">{header.remarks}</span>
      </div>
    );
  }
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      <Field label="Batch No.">
        <ReadOnlyValue>{batchNumber}</ReadOnlyValue>
      </Field>
      <Field label="Document No.">
        <ReadOnlyValue>{documentNumber ?? <span className="muted">given at the first save</span>}</ReadOnlyValue>
      </Field>
      <Field
        id={HEADER_FIELD_ID.document_date}
        label="Document Date"
        required
        error={dateFault(header, choices) ?? faults['document_date']}
      >
        <DateField value={header.document_date} onChange={(document_date) => onChange({ document_date })} />
      </Field>
      <div className={styles.pair}>
        <Field id={HEADER_FIELD_ID.currency_id} label="Currency" error={faults['currency_id']}>
          <CodeSelect
            options={currencies}
            value={String(header.currency_id)}
            onChange={(value) => onChange({ currency_id: Number(value), own_rate: false })}
          />
        </Field>
        <Field
          id={HEADER_FIELD_ID.dollar_rate}
          label="Rate"
          error={faults['dollar_rate']}
          {...(isForeign ? { required: true, hint: rateHint(header, onFile) } : {})}
        >
          {isForeign ? (
            <TextInput
              amount
              inputMode="decimal"
              value={header.dollar_rate}
              onChange={(event) => onChange({ dollar_rate: event.target.value.replace(/[^\d.]/g, ''), own_rate: true })}
              onBlur={() => {
                if (header.dollar_rate === '' && onFile !== null)
                  onChange({ dollar_rate: onFile.rate, own_rate: false });
              }}
            />
          ) : (
            <ReadOnlyValue amount>1.00</ReadOnlyValue>
          )}
        </Field>
      </div>
      <Field label="Type">
        <CodeSelect
          options={READINGS}
          value={header.adjusting ? '1' : '0'}
          onChange={(value) => onChange({ adjusting: value === '1' })}
        />
      </Field>
      <Field id={HEADER_FIELD_ID.remarks} label="Remarks" error={faults['remarks']} className={styles.remarks ?? ''}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={header.remarks}
          onChange={(event) => onChange({ remarks: event.target.value })}
        />
      </Field>
      <div className={styles.switches}>
        <Checkbox
          label="Confidential"
          checked={header.is_confidential}
          aria-describedby={header.is_confidential ? confidentialHint : undefined}
          onChange={(event) => onChange({ is_confidential: event.target.checked })}
        />
        {header.is_confidential ? (
          <span className="muted small" id={confidentialHint}>
            Only you and approving officers will see this entry.
          </span>
        ) : null}
      </div>
    </div>
  );
});

/** Why a date cannot stand, told as soon as it is typed. */
export function dateFault(header: EntryHeader, choices: EntryChoices): string | undefined {
  const { document_type: type, document_date: date } = header;
  if (date === '') return undefined;
  if (!isCalendarDate(date)) return UNREADABLE_DATE;
  return isPeriodOpen(type, date, choices) ? undefined : MESSAGES.periodClosed;
}

function rateHint(header: EntryHeader, onFile: RateOnFile | null): string {
  if (onFile === null) return 'No rate on file';
  const kind = onFile.acct_class === 'I' ? 'income and expense' : 'balance accounts';
  return header.own_rate && header.dollar_rate !== onFile.rate
    ? `On file: ${onFile.rate}, ${kind}`
    : `On file, ${kind}`;
}
