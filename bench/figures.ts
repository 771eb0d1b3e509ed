/** What one repetition of a bench measured: the product beside its yardstick, both in the same run. */
export interface Figure {
  /** Goal and variant, the same in every repetition: `P2`, `P2 p99`. */
  readonly id: string;
  readonly title: string;
  readonly unit: 'per second' | 'ms' | 'count';
  readonly ours: number;
  /** The bare limit or the smaller case; null when the goal is absolute. */
  readonly yardstick: number | null;
  readonly goal: Goal | null;
}

/** On the ratio ours / yardstick, or on ours itself where there is no yardstick. */
export type Goal = { readonly at_least: number } | { readonly at_most: number };

export interface Result extends Omit<Figure, 'ours' | 'yardstick'> {
  readonly repetitions: number;
  /** Medians. The ratio is the median of the repetitions' ratios. */
  readonly ours: number;
  readonly yardstick: number | null;
  readonly ratio: number | null;
  readonly met: boolean | null;
}

/** Medians over the repetitions, in the order in which the figures first came. */
export function summarize(figures: readonly Figure[]): Result[] {
  const groups = new Map<string, Figure[]>();
  for (const figure of figures) groups.set(figure.id, [...(groups.get(figure.id) ?? []), figure]);
  return [...groups.values()].map((group) => {
    const { id, title, unit, goal } = group[0]!;
    const hasYardstick = group.every((figure) => figure.yardstick !== null);
    const ratio = hasYardstick ? median(group.map((figure) => figure.ours / figure.yardstick!)) : null;
    const ours = median(group.map((figure) => figure.ours));
    return {
      id,
      title,
      unit,
      goal,
      repetitions: group.length,
      ours,
      yardstick: hasYardstick ? median(group.map((figure) => figure.yardstick!)) : null,
      ratio,
      met: goal === null ? null : meets(ratio ?? ours, goal),
    };
  });
}

function meets(value: number, goal: Goal): boolean {
  return 'at_least' in goal ? value >= goal.at_least : value <= goal.at_most;
}

/** The middle value; of an even number the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which the share (0 to 1) of an ascending list lies. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.ceil(ascending.length * share) - 1)]!;
}

/** The results as a table for people; ratios first, because only they can be compared between machines. */
export function tableOf(results: readonly Result[]): string {
  const rows = [
    ['', 'What', 'Ratio', 'Goal', '', 'Talaan', 'Yardstick', 'Unit'],
    ...results.map((result) => [
      result.id,
      result.title,
      result.ratio === null ? '' : number(result.ratio),
      result.goal === null ? '' : goalText(result.goal, result.ratio === null),
      result.met === null ? '' : result.met ? 'met' : 'MISSED',
      number(result.ours),
      result.yardstick === null ? '' : number(result.yardstick),
      result.unit,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isNumber = (column: number) => [2, 5, 6].includes(column);
  return rows
    .map((row) =>
      row
        .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function goalText(goal: Goal, isAbsolute: boolean): string {
  const [sign, bound] = 'at_least' in goal ? ['≥', goal.at_least] : ['≤', goal.at_most];
  return `${sign} ${bound}${isAbsolute ? '' : ' ×'}`;
}

function number(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
