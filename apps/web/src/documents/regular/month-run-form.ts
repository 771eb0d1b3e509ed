import type { RunInput, RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { parseAmount, requireAmount } from '@talaan/core/money/money';
import type { ChipHue } from '../../ui/status-chip.tsx';

/** Amounts as they were typed for this month, by the Record ID of the line. */
export type TypedAmounts = Readonly<Record<number, string>>;
export type RunLine = RunRow['lines'][number];

/** What a run can make: neither made already nor a billing, which has a page of its own. */
export const isOpen = ({ state }: RunRow): boolean => state !== 'made' && state !== 'billing';

/** The rows of a run as the server takes them, with what was typed for them. */
export function runInputOf(period: number, rows: readonly RunRow[], typed: TypedAmounts): RunInput {
  return {
    period,
    rows: rows.map(({ regular_trx, row_version, lines }) => ({
      regular_trx,
      row_version,
      amounts: lines.flatMap(({ line_id }) => {
        const amount = typed[line_id];
        return amount === undefined || amount.trim() === '' ? [] : [{ line_id, amount }];
      }),
    })),
  };
}

/** The lines whose amounts are typed; a fixed one stays as its template says. */
export const askedLines = ({ lines }: RunRow): RunLine[] => lines.filter(({ mode }) => mode !== 'fixed');

/** What stands in the box of a line: as typed, else as last time where the line takes that. */
export const amountIn = ({ line_id, mode, last, amount }: RunLine, typed: TypedAmounts): string =>
  typed[line_id] ?? (mode === 'last' ? (amount ?? last ?? '') : '');

/** How an amount differs from that of last time: '+5.3 %'; empty where one of them is not there. */
export function changeOf(before: string | null, now: string | null): string {
  const [last, amount] = [before && parseAmount(before), now && parseAmount(now)];
  if (!last || amount === null || amount === '' || last === amount) return '';
  const tenths = ((requireAmount(now!) - last) * 2000n + last) / (last * 2n);
  const sign = tenths < 0n ? '−' : '+';
  const size = tenths < 0n ? -tenths : tenths;
  return `${sign}${size / 10n}.${size % 10n} %`;
}

const CHIPS = {
  ready: { hue: 'blue', label: 'Will be made' },
  refused: { hue: 'red', label: 'Refused' },
  made: { hue: 'green', label: 'Made' },
  billing: { hue: 'neutral', label: 'Regular billing' },
} as const satisfies Partial<Record<RunRow['state'], { hue: ChipHue; label: string }>>;

/** The state of a row in words. */
export function chipOf({ state, missing }: RunRow, isLeft: boolean): { hue: ChipHue; label: string } {
  if (state === 'missing')
    return { hue: 'amber', label: missing === 1 ? '1 amount missing' : `${missing} amounts missing` };
  return isLeft && isOpen({ state } as RunRow) ? { hue: 'neutral', label: 'Left out' } : CHIPS[state];
}
