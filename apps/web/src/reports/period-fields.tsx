import { PERIOD_TYPE_LABELS, PERIOD_TYPES, type PeriodFilter } from '@talaan/contract/reports/report-period';
import { offeredFiscalYears } from '@talaan/core/calendar/accounting-period';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { CodeSelect } from '../ui/fields/combobox.tsx';
import { DateField } from '../ui/dates/date-field.tsx';
import { Field } from '../ui/fields/field.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { useToday } from '../ui/dates/today.tsx';
import styles from './report-screen.module.css';

export interface PeriodFieldsProps {
  value: PeriodFilter;
  onChange: (value: PeriodFilter) => void;
  /** Messages by field: year, month, date_from, date_to. */
  errors: Readonly<Record<string, string>>;
}

/** The period of a report: Daily by two dates, For the month by year and month (ux §7). */
export function PeriodFields({ value, onChange, errors }: PeriodFieldsProps) {
  const years = offeredFiscalYears(useToday(), value.year ? [Number(value.year)] : []).toReversed();
  return (
    <>
      <SegmentedControl
        label="Type"
        options={PERIOD_TYPES.map((type) => ({ value: type, label: PERIOD_TYPE_LABELS[type] }))}
        value={value.type}
        onChange={(type) => onChange({ ...value, type })}
      />
      {value.type === 'ftm' ? (
        <>
          <Field label="Year" labelHidden error={errors['year']} className={styles.year}>
            <CodeSelect
              label="Year"
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
              value={value.year ?? ''}
              onChange={(year) => onChange({ ...value, year })}
            />
          </Field>
          <Field label="Month" labelHidden error={errors['month']} className={styles.month}>
            <CodeSelect
              label="Month"
              options={MONTH_NAMES.map((name, at) => ({ value: String(at + 1), label: name }))}
              value={value.month ?? ''}
              onChange={(month) => onChange({ ...value, month })}
            />
          </Field>
        </>
      ) : (
        <>
          <Field label="Date from" labelHidden error={errors['date_from']} className={styles.date}>
            <DateField
              label="Date from"
              value={value.date_from ?? ''}
              onChange={(date_from) => onChange({ ...value, date_from })}
            />
          </Field>
          <span className={styles.to} aria-hidden="true">
            to
          </span>
          <Field label="Date to" labelHidden error={errors['date_to']} className={styles.date}>
            <DateField
              label="Date to"
              value={value.date_to ?? ''}
              onChange={(date_to) => onChange({ ...value, date_to })}
            />
          </Field>
        </>
      )}
    </>
  );
}
