import type { GivenFilter } from '@talaan/contract/reports/kit/report-filters';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { PERIOD_TYPE_LABELS, PERIOD_TYPES, type PeriodType } from '@talaan/contract/reports/kit/report-period';
import { offeredFiscalYears } from '@talaan/core/calendar/accounting-period';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import type { FilterFaults } from './filter.ts';
import styles from './filter-bar.module.css';

/** The period of a report: Daily by two dates, For the month by year and month (ux §7). */
export function PeriodFields({
  draft,
  faults,
  onChange,
}: {
  draft: GivenFilter;
  faults: FilterFaults;
  onChange: (said: GivenFilter) => void;
}) {
  const years = offeredFiscalYears(useToday(), draft['year'] ? [Number(draft['year'])] : []).toReversed();
  return (
    <>
      <Field label="Type" labelHidden group error={faults['type']}>
        <SegmentedControl
          label="Type"
          options={PERIOD_TYPES.map((type) => ({ value: type, label: PERIOD_TYPE_LABELS[type] }))}
          value={(draft['type'] ?? '') as PeriodType}
          onChange={(type) => onChange({ type })}
        />
      </Field>
      {draft['type'] === 'daily' ? (
        <>
          <DayField label="Date from" name="date_from" draft={draft} faults={faults} onChange={onChange} />
          <span className={styles.to} aria-hidden="true">
            to
          </span>
          <DayField label="Date to" name="date_to" draft={draft} faults={faults} onChange={onChange} />
        </>
      ) : (
        <>
          <Field label="Year" labelHidden error={faults['year']} className={styles.year}>
            <CodeSelect
              label="Year"
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
              value={draft['year'] ?? ''}
              onChange={(year) => onChange({ year })}
            />
          </Field>
          <Field label="Month" labelHidden error={faults['month']} className={styles.month}>
            <CodeSelect
              label="Month"
              options={MONTH_NAMES.map((name, at) => ({ value: String(at + 1), label: name }))}
              value={draft['month'] ?? ''}
              onChange={(month) => onChange({ month })}
            />
          </Field>
        </>
      )}
    </>
  );
}

/** A quarter of a year, or the whole of it where it may be. */
export function QuarterFields({
  orYear,
  draft,
  faults,
  onChange,
}: {
  orYear: boolean;
  draft: GivenFilter;
  faults: FilterFaults;
  onChange: (said: GivenFilter) => void;
}) {
  const chosen = draft['fiscal_year'] ?? '';
  const years = offeredFiscalYears(useToday(), chosen ? [Number(chosen)] : []).toReversed();
  return (
    <>
      <Field label="Year" labelHidden error={faults['fiscal_year']} className={styles.year}>
        <CodeSelect
          label="Year"
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
          value={chosen}
          onChange={(fiscal_year) => onChange({ fiscal_year })}
        />
      </Field>
      <Field label="Quarter" labelHidden error={faults['quarter']} className={styles.month}>
        <CodeSelect
          label="Quarter"
          options={[
            ...(orYear ? [{ value: '', label: 'All quarters' }] : []),
            ...Object.entries(QUARTERS).map(([value, label]) => ({ value, label })),
          ]}
          value={draft['quarter'] ?? ''}
          onChange={(quarter) => onChange({ quarter })}
        />
      </Field>
    </>
  );
}

/** A day of a filter. */
export function DayField({
  label,
  name,
  draft,
  faults,
  onChange,
}: {
  label: string;
  name: string;
  draft: GivenFilter;
  faults: FilterFaults;
  onChange: (said: GivenFilter) => void;
}) {
  return (
    <Field label={label} labelHidden error={faults[name]} className={styles.date}>
      <DateField label={label} value={draft[name] ?? ''} onChange={(date) => onChange({ [name]: date })} />
    </Field>
  );
}
