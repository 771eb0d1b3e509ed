import { AGE_LABELS, AGES, type Age } from '@talaan/core/receivables/aging';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import { showDate } from '../../batches/record/batch-texts.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import type { ChartColour, ChartDescription } from '../../ui/charts/chart-geometry.ts';
import styles from './aging-bar.module.css';

const AGED: ChartDescription<Age | 'as_of'> = {
  kind: 'stack',
  label: 'as_of',
  labelHeader: 'Age',
  series: AGES.map((age, place) => ({
    field: age,
    header: AGE_LABELS[age],
    colour: `age-${place + 1}` as ChartColour,
  })),
};

/** What is open by age: a bar in which each age has its share, and its amount below. */
export function AgingBar({ receivables: { ages, as_of } }: { receivables: NonNullable<Customer['receivables']> }) {
  const open = Object.fromEntries(ages.map(({ age, open_php }) => [age, open_php])) as Record<Age, string>;
  return (
    <div className={styles.aging}>
      <Chart
        title="Aging"
        note={`days since billing, as of ${showDate(as_of)}`}
        chart={AGED}
        rows={[{ ...open, as_of }]}
      />
    </div>
  );
}
