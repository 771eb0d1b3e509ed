import { useId, useState } from 'react';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { SERIES_INTERVALS, type SeriesInterval } from '@talaan/core/calendar/post-dated-series';
import { formatAmount } from '@talaan/core/money/money';
import { showDate } from '../../record/batch-texts.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { DateField, UNREADABLE_DATE } from '../../../ui/dates/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.tsx';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';
import {
  countFault,
  LONGEST_CHEQUE_NUMBER,
  numberFault,
  seriesFault,
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

/**
 * A post-dated series in one line: how many cheques, how far apart, from when to when, and what they come to. It unfolds
 * to each cheque with its date and number, to be typed over (ux §5 PDC).
 */
export function SeriesFields({
  header,
  series,
  choices,
  chequeMinor,
  faults,
  onChange,
}: Pick<EntryHeaderProps, 'header' | 'choices' | 'chequeMinor' | 'faults' | 'onChange'> & { series: EntrySeries }) {
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const wrong = countFault(series.count) ?? numberFault(series) ?? faults['number_of_cheques'];
  // A cheque that is wrong is in sight.
  const isOpen = isOpened || (countFault(series.count) === null && seriesFault(series) !== null);
  const currency = choices.currencies.find(({ id: one }) => one === header.currency_id)?.iso_code ?? '';
  return (
    <fieldset className={styles.series}>
      <legend className="visually-hidden">Post-dated cheques</legend>
      <div className={styles.line}>
        <IconButton
          size="sm"
          label={isOpen ? 'Fold the cheques' : 'Show each cheque'}
          icon={isOpen ? <IconChevronDown /> : <IconChevronRight />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpened(!isOpen)}
        />
        <Field
          id={HEADER_FIELD_ID.number_of_cheques}
          label="Number of Cheques"
          labelHidden
          required
          error={wrong}
          className={styles.count ?? ''}
        >
          <FiguresField value={series.count} onChange={(count) => onChange({ series: { ...series, count } })} />
        </Field>
        <b>cheques</b>
        <div className={styles.interval}>
          <CodeSelect
            label="Interval"
            options={SERIES_INTERVALS.map((interval) => ({ value: interval, label: INTERVALS[interval] }))}
            value={series.interval}
            onChange={(interval) => onChange({ series: { ...series, interval: interval as SeriesInterval } })}
          />
        </div>
        <span className="small text-2 figures">{spanOf(series)}</span>
        <span className={styles.total}>
          <span className="text-2 figures">{`${series.cheques.length} × ${formatAmount(chequeMinor)}`}</span>
          <b className="figures">{`${currency} ${formatAmount(chequeMinor * BigInt(series.cheques.length))}`}</b>
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <ChequesTable series={series} onChange={(changed) => onChange({ series: changed })} /> : null}
      </div>
    </fieldset>
  );
}

/** '2025-06-05 to 2025-11-05 · 0000451 to 0000456'; a part is left out while it is not known. */
function spanOf({ cheques }: EntrySeries): string {
  const [first, last] = [cheques[0], cheques.at(-1)];
  if (first === undefined || last === undefined) return '';
  const ends = (one: string, other: string, show: (text: string) => string) =>
    one === '' || other === '' ? [] : [`${show(one)} to ${show(other)}`];
  return [...ends(first.date, last.date, showDate), ...ends(first.number, last.number, String)].join(' · ');
}

function ChequesTable({ series, onChange }: { series: EntrySeries; onChange: (series: EntrySeries) => void }) {
  function changeCheque(place: number, change: Partial<SeriesCheque>): void {
    const cheques = series.cheques.map((cheque, index) => (index === place ? { ...cheque, ...change } : cheque));
    onChange({ ...series, cheques });
  }
  return (
    <>
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
      <p className="muted small">Each cheque is a voucher of its own with the lines below, and posts on its date.</p>
    </>
  );
}
