import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { SERIES_INTERVALS, type SeriesInterval } from '@talaan/core/calendar/post-dated-series';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { DateField, UNREADABLE_DATE } from '../../../ui/dates/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';
import {
  countFault,
  LONGEST_CHEQUE_NUMBER,
  numberFault,
  type EntrySeries,
  type SeriesCheque,
} from '../form/entry-series.ts';
import styles from './series-fields.module.css';

const INTERVALS: Readonly<Record<SeriesInterval, string>> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
};

/** A post-dated series: how many cheques, how far apart, and each of them with its date and number, to be typed over (ux §5 PDC). */
export function SeriesFields({
  series,
  faults,
  onChange,
}: Pick<EntryHeaderProps, 'faults' | 'onChange'> & { series: EntrySeries }) {
  const wrong = countFault(series.count) ?? numberFault(series) ?? faults['number_of_cheques'];
  function changeCheque(place: number, change: Partial<SeriesCheque>): void {
    const cheques = series.cheques.map((cheque, index) => (index === place ? { ...cheque, ...change } : cheque));
    onChange({ series: { ...series, cheques } });
  }
  return (
    <fieldset className={styles.series}>
      <legend className="visually-hidden">Post-dated cheques</legend>
      <div className={styles.settings}>
        <Field id={HEADER_FIELD_ID.number_of_cheques} label="Number of Cheques" required error={wrong}>
          <FiguresField value={series.count} onChange={(count) => onChange({ series: { ...series, count } })} />
        </Field>
        <Field label="Interval">
          <CodeSelect
            options={SERIES_INTERVALS.map((interval) => ({ value: interval, label: INTERVALS[interval] }))}
            value={series.interval}
            onChange={(interval) => onChange({ series: { ...series, interval: interval as SeriesInterval } })}
          />
        </Field>
        <p className="muted small">Each cheque is a voucher of its own with the lines below, and posts on its date.</p>
      </div>
      <div className={styles.scroll}>
        <table className={styles.cheques}>
          <caption className="visually-hidden">Cheques of the series</caption>
          <thead>
            <tr>
              <th scope="col">Cheque</th>
              <th scope="col">Date</th>
              <th scope="col">Cheque No.</th>
            </tr>
          </thead>
          <tbody>
            {series.cheques.map(({ date, number }, place) => (
              // A cheque is its place: the table only ever changes at its end.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place}>
                <th scope="row" className="figures">
                  {`${place + 1} of ${series.cheques.length}`}
                </th>
                <td title={date !== '' && !isCalendarDate(date) ? UNREADABLE_DATE : undefined}>
                  <DateField
                    label={`Date of cheque ${place + 1}`}
                    value={date}
                    onChange={(changed) => changeCheque(place, { date: changed })}
                  />
                </td>
                <td>
                  <FiguresField
                    figures="paper"
                    longest={LONGEST_CHEQUE_NUMBER}
                    aria-label={`Number of cheque ${place + 1}`}
                    value={number}
                    onChange={(changed) => changeCheque(place, { number: changed })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
