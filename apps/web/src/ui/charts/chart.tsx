import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { Tooltip } from '../buttons/tooltip.tsx';
import { ChartFrame } from './chart-frame.tsx';
import {
  amountsOf,
  barsOf,
  linesAndBars,
  namedEvery,
  paintOf,
  placeOf,
  scaleOf,
  sharesOf,
  shortAmount,
  type ChartDescription,
  type ChartRow,
  type SeriesPaint,
} from './chart-geometry.ts';
import styles from './chart.module.css';

export interface ChartProps<Field extends string> {
  title: string;
  /** Beside the title: what the amounts are. */
  note?: ReactNode;
  chart: ChartDescription<Field>;
  rows: readonly ChartRow<Field>[];
  /** It has little room in height. */
  low?: boolean;
  /** Opens what a row is of, by its place: every row is then a button. */
  onOpen?: ((place: number) => void) | undefined;
}

/**
 * Rows as a chart, with the way to the same rows as a table in its place. One row of stacked amounts lies as a bar of shares, with
 * each amount below; else every row is a place that the arrows go through, and tells its exact amounts.
 */
export function Chart<Field extends string>({ title, note, chart, rows, low, onOpen }: ChartProps<Field>) {
  const lies = chart.kind === 'stack' && rows.length === 1 && chart.upright !== true;
  const drawn = lies ? (
    <Shares title={title} chart={chart} row={rows[0]!} />
  ) : (
    <Plot title={title} chart={chart} rows={rows} low={low ?? false} onOpen={onOpen} />
  );
  return (
    <ChartFrame title={title} note={note}>
      {(asTable) => {
        if (rows.length === 0) return <p className="muted">No figures.</p>;
        return asTable ? <Table title={title} chart={chart} rows={rows} lies={lies} /> : drawn;
      }}
    </ChartFrame>
  );
}

/** A figure of a chart as people read it: 1,234.00, or 1,234 where it is a count. */
function shown({ counts = false }: Pick<ChartDescription, 'counts'>, figure: string): string {
  const text = formatAmount(requireSum(figure));
  return counts ? text.replace(/\.00$/, '') : text;
}

const percent = (tenths: number): string => `${(tenths / 10).toFixed(1)} %`;

function Swatch({ fill, stroke }: SeriesPaint) {
  return (
    <i
      className={styles.swatch}
      style={{ background: fill, boxShadow: `inset 0 0 0 1px ${stroke}` }}
      aria-hidden="true"
    />
  );
}

/** One row as a lying bar, in which each amount has its share, and the amounts below. */
function Shares<Field extends string>({
  title,
  chart,
  row,
}: {
  title: string;
  chart: ChartDescription<Field>;
  row: ChartRow<Field>;
}) {
  const paints = paintOf(chart);
  const shares = sharesOf(amountsOf(chart, [row])[0]!);
  const told = chart.series.map(({ header }, place) => `${header} ${percent(shares[place]!)}`).join(', ');
  return (
    <>
      <div className={styles.shares} role="img" aria-label={`${title}: ${told}`}>
        {chart.series.map(({ field, header }, place) =>
          shares[place] === 0 ? null : (
            <Tooltip key={field} text={`${header}: ${shown(chart, row[field])}`}>
              <i style={{ flexGrow: shares[place], background: paints[place]!.fill }} />
            </Tooltip>
          ),
        )}
      </div>
      <dl className={styles.amounts}>
        {chart.series.map(({ field, header }, place) => (
          <div key={field}>
            <dt className="muted small">
              <Swatch {...paints[place]!} />
              {`${header} · ${percent(shares[place]!)}`}
            </dt>
            <dd className="figures">{shown(chart, row[field])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const HEIGHT = 200;
const LOW = 104;
const TOP = 8;
/** Below the plot, for the names of the rows; left of it, for the amounts of the axis. */
const BELOW = 20;
const LEFT = 56;
/** Of a character in the name of a row, and between two names. */
const CHARACTER = 7;
const NAME_GAP = 8;

/** Rows as bars or lines over an axis. */
function Plot<Field extends string>({ title, chart, rows, low, onOpen }: Omit<ChartProps<Field>, 'note'>) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState(rows.length - 1);

  const amounts = amountsOf(chart, rows);
  const scale = scaleOf(chart.kind, amounts);
  const [lines, bars] = linesAndBars(chart);
  const partOf = (places: readonly number[]) => amounts.map((row) => places.map((place) => row[place]!));
  const paints = paintOf(chart);
  const whole = low ? LOW : HEIGHT;
  const plot = { width: Math.max(width - LEFT, 1), height: whole - TOP - BELOW };
  const room = plot.width / rows.length;
  const reached = Math.min(at, rows.length - 1);

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const next = { ArrowLeft: reached - 1, ArrowRight: reached + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= rows.length) return;
    event.preventDefault();
    setAt(next);
    frame.current?.querySelectorAll<HTMLElement>('[data-place]')[next]?.focus();
  }

  return (
    <>
      {/* The keys only lead from place to place inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={frame} className={styles.frame} style={{ height: whole }} onKeyDown={walk}>
        <svg
          role="img"
          aria-label={summaryOf(title, chart, rows)}
          className={styles.chart}
          height={whole}
          width={width}
        >
          <Axis scale={scale} width={width} height={plot.height} />
          <g transform={`translate(${LEFT} ${TOP})`}>
            {chart.kind === 'line'
              ? null
              : barsOf(chart.kind, partOf(bars), scale, plot).map(({ row, series, ...place }) => (
                  <rect key={`${row} ${series}`} {...place} className={styles.bar} {...paints[bars[series]!]} />
                ))}
            <Lines
              amounts={partOf(lines)}
              paints={lines.map((place) => paints[place]!)}
              room={room}
              placed={(amount) => placeOf(amount, scale, plot.height)}
            />
            <RowNames chart={chart} rows={rows} plot={plot} />
          </g>
        </svg>
        <Places
          chart={chart}
          rows={rows}
          room={room}
          height={plot.height}
          reached={reached}
          onReach={setAt}
          onOpen={onOpen}
        />
      </div>
      <Legend chart={chart} />
    </>
  );
}

/** Of what the chart lies in, in pixels, also when it changes. */
function useWidth(frame: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(frame.current!.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

interface RowNamesProps<Field extends string> extends Pick<ChartProps<Field>, 'chart' | 'rows'> {
  plot: { width: number; height: number };
}

/** The names of the rows below them; as many as have room, the last one always, and whole. */
function RowNames<Field extends string>({ chart, rows, plot }: RowNamesProps<Field>) {
  const room = plot.width / rows.length;
  const longest = Math.max(...rows.map((row) => row[chart.label].length));
  const every = namedEvery(rows.length, plot.width, longest * CHARACTER + NAME_GAP);
  return rows.map((row, place) => {
    if ((rows.length - 1 - place) % every !== 0) return null;
    const name = row[chart.label];
    const x = Math.min((place + 0.5) * room, plot.width - (name.length * CHARACTER) / 2);
    return (
      <text key={name} x={x} y={plot.height + 16} textAnchor="middle">
        {name}
      </text>
    );
  });
}

/** The amounts of the axis, each with its line. */
function Axis({ scale, width, height }: { scale: ReturnType<typeof scaleOf>; width: number; height: number }) {
  return scale.ticks.map((tick) => {
    const y = TOP + placeOf(tick, scale, height);
    return (
      <g key={String(tick)}>
        <line x1={LEFT} x2={width} y1={y} y2={y} className={tick === 0n ? styles.zero : styles.tick} />
        <text x={LEFT - 8} y={y + 4} textAnchor="end">
          {shortAmount(tick)}
        </text>
      </g>
    );
  });
}

interface PlacesProps<Field extends string> extends Pick<ChartProps<Field>, 'chart' | 'rows' | 'onOpen'> {
  /** Of each row, in pixels. */
  room: number;
  height: number;
  /** The row that Tab reaches. */
  reached: number;
  onReach: (place: number) => void;
}

/** A place over each row, which tells its amounts and opens what it is of. */
function Places<Field extends string>({ chart, rows, onOpen, room, height, reached, onReach }: PlacesProps<Field>) {
  return rows.map((row, place) => {
    const shared = {
      'aria-label': toldOf(chart, row),
      tabIndex: place === reached ? 0 : -1,
      'data-place': true,
      className: styles.place,
      style: { left: LEFT + place * room, width: room, top: TOP, height } satisfies CSSProperties,
      onFocus: () => onReach(place),
    };
    return (
      <Tooltip key={row[chart.label]} text={toldOf(chart, row)}>
        {onOpen === undefined ? (
          // A place of the chart is read, as a cell of a grid is.
          <span role="img" {...shared} />
        ) : (
          <button type="button" {...shared} onClick={() => onOpen(place)} />
        )}
      </Tooltip>
    );
  });
}

function Legend<Field extends string>({ chart }: Pick<ChartProps<Field>, 'chart'>) {
  const paints = paintOf(chart);
  return chart.series.length === 1 ? null : (
    <ul className={styles.legend}>
      {chart.series.map(({ field, header }, place) => (
        <li key={field}>
          <Swatch {...paints[place]!} />
          {header}
        </li>
      ))}
    </ul>
  );
}

/** A line for each paint, through the amounts at its place. */
function Lines({
  amounts,
  paints,
  room,
  placed,
}: {
  amounts: readonly (readonly bigint[])[];
  paints: readonly SeriesPaint[];
  room: number;
  placed: (amount: bigint) => number;
}) {
  return paints.map(({ stroke }, one) => {
    const points = amounts.map((row, place) => [(place + 0.5) * room, placed(row[one]!)] as const);
    return (
      <g key={stroke} stroke={stroke}>
        <polyline className={styles.line} points={points.map((point) => point.join(',')).join(' ')} />
        {points.map(([x, y]) => (
          <circle key={x} className={styles.point} cx={x} cy={y} r={3} />
        ))}
      </g>
    );
  });
}

/** 'May: Liabilities 1,000.00, Capital 2,000.00'. */
function toldOf<Field extends string>(chart: ChartDescription<Field>, row: ChartRow<Field>): string {
  const { label, series } = chart;
  return `${row[label]}: ${series.map(({ field, header }) => `${header} ${shown(chart, row[field])}`).join(', ')}`;
}

function summaryOf<Field extends string>(
  title: string,
  { label, series }: ChartDescription<Field>,
  rows: readonly ChartRow<Field>[],
): string {
  return `${title}: ${series.map(({ header }) => header).join(', ')}, ${rows[0]![label]} to ${rows.at(-1)![label]}`;
}

/** The rows themselves; of a lying bar each series with its share. */
function Table<Field extends string>({
  title,
  chart,
  rows,
  lies,
}: Omit<ChartProps<Field>, 'note' | 'onOpen'> & { lies: boolean }) {
  const { label, labelHeader, series } = chart;
  const heads = lies ? [labelHeader, 'Amount', 'Share'] : [labelHeader, ...series.map(({ header }) => header)];
  const shares = lies ? sharesOf(amountsOf(chart, rows)[0]!) : [];
  const lines = lies
    ? series.map(({ field, header }, place) => [header, shown(chart, rows[0]![field]), percent(shares[place]!)])
    : rows.map((row) => [row[label], ...series.map(({ field }) => shown(chart, row[field]))]);
  return (
    // The table scrolls in its own region, which the keyboard reaches.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={`${title} as a table`} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, place) => (
                <td key={heads[place + 1]} className="figures">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
