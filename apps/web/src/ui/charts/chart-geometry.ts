import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';

export type ChartColour = `chart-${1 | 2 | 3 | 4}` | `age-${1 | 2 | 3 | 4 | 5}`;

/** What is drawn of rows: bars beside each other, stacked bars, or lines. */
export interface ChartDescription<Field extends string = string> {
  readonly kind: 'bar' | 'stack' | 'line';
  /** The field that names a row, and what that name is called: 'Month'. */
  readonly label: Field;
  readonly labelHeader: string;
  /** The figures are counts, not amounts: told without decimals. */
  readonly counts?: boolean;
  /** Its rows are places of an axis: one of them alone stands there, too. */
  readonly upright?: boolean;
  /** Amounts as decimal text; a colour of its own where its place gives another one; one may be a line over the bars. */
  readonly series: readonly {
    readonly field: Field;
    readonly header: string;
    readonly colour?: ChartColour;
    readonly line?: true;
  }[];
}

export type ChartRow<Field extends string = string> = Readonly<Record<Field, string>>;

export interface SeriesPaint {
  readonly fill: string;
  /** What a line is drawn with, and a pale area is bordered by. */
  readonly stroke: string;
}

const BY_PLACE: readonly ChartColour[] = ['chart-1', 'chart-2', 'chart-4', 'chart-3'];

/** The colours of each series, by its place unless it has its own. */
export function paintOf({ series }: Pick<ChartDescription, 'series'>): readonly SeriesPaint[] {
  return series.map(({ colour }, place) => {
    const name = colour ?? BY_PLACE[place % BY_PLACE.length]!;
    return { fill: `var(--${name})`, stroke: `var(--${name === 'chart-3' ? 'chart-3-stroke' : name})` };
  });
}

/** Places of the series that are lines, and of those that are bars. */
export function linesAndBars({
  kind,
  series,
}: Pick<ChartDescription, 'kind' | 'series'>): [lines: number[], bars: number[]] {
  const isLine = (place: number): boolean => kind === 'line' || series[place]!.line === true;
  const places = [...series.keys()];
  return [places.filter(isLine), places.filter((place) => !isLine(place))];
}

/** The amounts of each row in minor units, in the order of the series. */
export function amountsOf<Field extends string>(
  { series }: Pick<ChartDescription<Field>, 'series'>,
  rows: readonly ChartRow<Field>[],
): bigint[][] {
  return rows.map((row) => series.map(({ field }) => requireSum(row[field])));
}

/** An axis of amounts from the lowest to the highest of its ticks, zero among them. */
export interface Scale {
  readonly low: bigint;
  readonly high: bigint;
  readonly ticks: readonly bigint[];
}

/** The axis on which all amounts have room; of stacked ones their sums upwards and downwards. */
export function scaleOf(kind: ChartDescription['kind'], amounts: readonly (readonly bigint[])[]): Scale {
  const ends = kind === 'stack' ? amounts.flatMap((row) => [sumOf(row, isAbove), sumOf(row, isBelow)]) : amounts.flat();
  const [lowest, highest] = [least([0n, ...ends]), -least([0n, ...ends.map((end) => -end)])];
  const step = roundStep((highest - lowest) / 3n);
  const low = -ceilTo(-lowest, step);
  const high = highest === lowest ? step : ceilTo(highest, step);
  const ticks: bigint[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return { low, high, ticks };
}

/** How far below the top of an axis of this length an amount stands. */
export function placeOf(amount: bigint, { low, high }: Scale, length: number): number {
  // Ten thousandths of the axis are finer than any screen, and no amount is too large for them.
  return (Number(((high - amount) * 10_000n) / (high - low)) / 10_000) * length;
}

export interface Bar {
  readonly row: number;
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bars of a chart in a plot of this size, those of a row beside or upon each other; amounts of nothing have none. */
export function barsOf(
  kind: 'bar' | 'stack',
  amounts: readonly (readonly bigint[])[],
  scale: Scale,
  { width, height }: { readonly width: number; readonly height: number },
): Bar[] {
  const room = width / amounts.length;
  const gap = Math.min(room * 0.3, 24);
  return amounts.flatMap((values, row) => {
    const each = (room - gap) / (kind === 'bar' ? values.length : 1);
    let [above, below] = [0n, 0n];
    return values.flatMap((value, series) => {
      const base = kind === 'bar' ? 0n : value > 0n ? above : below;
      if (value > 0n) above += value;
      else below += value;
      const [one, other] = [placeOf(base, scale, height), placeOf(base + value, scale, height)];
      const x = row * room + gap / 2 + (kind === 'bar' ? series * each : 0);
      const bar = { row, series, x, y: Math.min(one, other), width: each, height: Math.abs(one - other) };
      return value === 0n ? [] : [bar];
    });
  });
}

/** What each amount of a row has of their sum, in tenths of a percent, half-up; nothing where the sum or the amount is not above zero. */
export function sharesOf(amounts: readonly bigint[]): number[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  return amounts.map((amount) => (whole <= 0n || amount <= 0n ? 0 : Number((amount * 2000n + whole) / (whole * 2n))));
}

/** Every how many rows one is named, so that the names have this much room each. */
export function namedEvery(rows: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((rows * room) / Math.max(width, 1)));
}

const UNITS = [
  [100_000_000_000n, 'B'],
  [100_000_000n, 'M'],
  [100_000n, 'k'],
] as const;

/** An amount on an axis, in few characters: '912.8 k', '-1.5 M', '250'. Exact amounts stand elsewhere. */
export function shortAmount(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  const unit = UNITS.find(([of]) => size >= of);
  if (unit === undefined) return formatAmount(minor).replace(/\.00$/, '');
  const [of, name] = unit;
  const tenths = (size * 10n + of / 2n) / of;
  // What is written as an amount of centavos has two decimals; the second is always 0 here.
  return `${minor < 0n ? '-' : ''}${amountText(tenths * 10n).replace(/\.?0+$/, '')} ${name}`;
}

/** The least of 1, 2 and 5 times a power of ten whole pesos that is not below. */
function roundStep(wanted: bigint): bigint {
  for (let power = 100n; ; power *= 10n) {
    for (const times of [1n, 2n, 5n]) if (power * times >= wanted) return power * times;
  }
}

const ceilTo = (amount: bigint, step: bigint): bigint => ((amount + step - 1n) / step) * step;
const isAbove = (amount: bigint): boolean => amount > 0n;
const isBelow = (amount: bigint): boolean => amount < 0n;
const sumOf = (row: readonly bigint[], among: (amount: bigint) => boolean): bigint =>
  row.filter(among).reduce((sum, amount) => sum + amount, 0n);
const least = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => (other < one ? other : one));
