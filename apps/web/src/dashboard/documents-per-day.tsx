import { Link } from '@tanstack/react-router';
import type { DashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { ENTRIES_PATH, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { typeText } from '../batches/record/batch-texts.ts';
import { ChartFrame } from '../ui/charts/chart-frame.tsx';
import { monthText } from './dashboard-texts.ts';
import styles from './documents-per-day.module.css';

type Row = NonNullable<DashboardCharts['documents']>[number];

const numbered = (counts: readonly number[]) => counts.map((count, index) => ({ day: index + 1, count }));

const BAR = 6;
const HEIGHT = 20;

/** How many entries each day of the month has, type by type; each total opens its list of the month. */
export function DocumentsPerDay({ documents, days }: { documents: readonly Row[]; days: DashboardDays }) {
  const most = Math.max(...documents.flatMap((row) => row.days));
  const shown = documents.map((row) => ({ ...row, name: typeText(row.document_type) }));
  return (
    <ChartFrame title="Documents per day" note={monthText(days.month)}>
      {(asTable) => (
        // The table scrolls in its own region, which the keyboard reaches.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label="Documents per day, by type" tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">Documents per day</caption>
            {asTable ? (
              <thead>
                <tr>
                  <th scope="col">Type</th>
                  {numbered(documents[0]!.days).map(({ day }) => (
                    <th key={day} scope="col">
                      {day}
                    </th>
                  ))}
                  <th scope="col">All</th>
                </tr>
              </thead>
            ) : null}
            <tbody>
              {shown.map(({ document_type, name, days: counts, total }) => (
                <tr key={document_type}>
                  <th scope="row">{name}</th>
                  {asTable ? (
                    numbered(counts).map(({ day, count }) => (
                      <td key={day} className={`figures ${count === 0 ? 'muted' : ''}`}>
                        {count}
                      </td>
                    ))
                  ) : (
                    <td className={styles.spark}>
                      <Sparkline name={name} counts={counts} most={most} />
                    </td>
                  )}
                  <td className="figures">
                    <Link
                      to={kindOf(document_type)!.list}
                      search={{ type: document_type, month: days.month.slice(0, 7) }}
                      aria-label={`${name}, ${total} in ${monthText(days.month)}`}
                    >
                      {total.toLocaleString('en')}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <AllRow documents={documents} days={days} asTable={asTable} />
            </tfoot>
          </table>
        </div>
      )}
    </ChartFrame>
  );
}

/** All types together; the total opens their list of the month. */
function AllRow({ documents, days, asTable }: { documents: readonly Row[]; days: DashboardDays; asTable: boolean }) {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const all = sum(documents.map(({ total }) => total));
  return (
    <tr>
      <th scope="row">All</th>
      {asTable ? (
        numbered(documents[0]!.days).map(({ day }) => (
          <td key={day} className="figures">
            {sum(documents.map((row) => row.days[day - 1]!))}
          </td>
        ))
      ) : (
        <td />
      )}
      <td className="figures">
        <Link
          to={ENTRIES_PATH}
          search={{ of: 'of_month', month: days.month.slice(0, 7) }}
          aria-label={`All, ${all} in ${monthText(days.month)}`}
        >
          {all.toLocaleString('en')}
        </Link>
      </td>
    </tr>
  );
}

function Sparkline({ name, counts, most }: { name: string; counts: readonly number[]; most: number }) {
  const busiest = counts.indexOf(Math.max(...counts)) + 1;
  return (
    <svg
      role="img"
      aria-label={`${name}: most on day ${busiest}, ${Math.max(...counts)}`}
      viewBox={`0 0 ${counts.length * (BAR + 2)} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {numbered(counts).map(({ day, count }) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
        return (
          <rect
            key={day}
            x={(day - 1) * (BAR + 2)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            className={count === 0 ? styles.none : styles.bar}
          />
        );
      })}
    </svg>
  );
}
