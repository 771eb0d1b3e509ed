import type { RunInput, RunRow, RunRule } from '@talaan/contract/resources/books/month-run.contract';
import { readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount, requireAmount } from '@talaan/core/money/money';
import { capital } from '@talaan/core/text/capital';
import type { ChipHue } from '../../ui/status-chip.tsx';
import type { TypedAmounts } from '../run/use-run.ts';

export type RunLine = RunRow['lines'][number];
export type RunFault = RunRow['faults'][number];

/** Another record in the place of one of a line, for this run. */
export type Replacement = NonNullable<RunInput['rows'][number]['replace']>[number] & { readonly label: string };

/** Records in the places of others, by the Record ID of the template. */
export type Replaced = Readonly<Record<number, readonly Replacement[]>>;

/** What was entered for a month: amounts by the Record ID of the line, and records. */
export interface Entered {
  readonly amounts: TypedAmounts;
  readonly replaced: Replaced;
}

/** What is entered without that of rows that were made. */
export function withoutRows({ amounts, replaced }: Entered, rows: readonly RunRow[]): Entered {
  const lines = new Set(rows.flatMap((row) => row.lines.map(({ line_id }) => String(line_id))));
  const templates = new Set(rows.map(({ regular_trx }) => String(regular_trx)));
  return {
    amounts: Object.fromEntries(Object.entries(amounts).filter(([id]) => !lines.has(id))),
    replaced: Object.fromEntries(Object.entries(replaced).filter(([id]) => !templates.has(id))),
  };
}

/** What a run can make: neither made already nor a billing, which has a page of its own. */
export const isOpen = ({ state }: Pick<RunRow, 'state'>): boolean => state !== 'made' && state !== 'billing';

/** The rows of a run as the server takes them, with what was entered for them. */
export function runInputOf(period: number, rows: readonly RunRow[], { amounts, replaced }: Entered): RunInput {
  return {
    period,
    rows: rows.map(({ regular_trx, row_version, lines }) => ({
      regular_trx,
      row_version,
      amounts: lines.flatMap(({ line_id }) => {
        const amount = amounts[line_id];
        return amount === undefined || amount.trim() === '' ? [] : [{ line_id, amount }];
      }),
      replace: (replaced[regular_trx] ?? []).map(({ label: _label, ...one }) => one),
    })),
  };
}

/** The lines whose amounts are typed; a fixed one stays as its template says. */
export const askedLines = ({ lines }: RunRow): RunLine[] => lines.filter(({ mode }) => mode !== 'fixed');

/** What stands in the box of a line: as typed, else as last time where the line takes that. */
export const amountIn = ({ line_id, mode, last, amount }: RunLine, { amounts }: Entered): string =>
  amounts[line_id] ?? (mode === 'last' ? (amount ?? last ?? '') : '');

/** What stands in a box, as decimal text; null for what is no amount. */
export function readBox(shown: string): string | null {
  const read = readTypedAmount(shown.trim());
  return read.ok ? amountText(read.minor) : null;
}

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
  if (isLeft && isOpen({ state })) return { hue: 'neutral', label: 'Left out' };
  if (state === 'missing')
    return { hue: 'amber', label: missing === 1 ? '1 amount missing' : `${missing} amounts missing` };
  return CHIPS[state];
}

/** Records that take the places of those that are out of use, where another one is known for each; with what was taken before. */
export function correctionsOf({ regular_trx, state, faults }: RunRow, { replaced }: Entered): Replacement[] {
  const own = faults.flatMap(({ line_id, field, correction }) =>
    line_id === null || correction === null ? [] : [{ line_id, field: field as Replacement['field'], ...correction }],
  );
  return state !== 'refused' || own.length === 0 ? [] : [...(replaced[regular_trx] ?? []), ...own];
}

/** Where the keyboard finds what is to be mended: the box of a line, or the refusal of a row. */
export const boxId = (line_id: number): string => `run-amount-${line_id}`;
export const refusalId = (regular_trx: number): string => `run-refusal-${regular_trx}`;
export const rowId = (regular_trx: number): string => `run-row-${regular_trx}`;

/** Brings a place of the table in sight, with the focus on the first thing in it that takes one. */
export function goTo(id: string): void {
  const control = controlAt(id);
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

const controlAt = (id: string): HTMLElement | null =>
  document.getElementById(id)?.querySelector<HTMLElement>('input:not(:disabled), button, a') ?? null;

/** Goes to the place after the one that has the focus, to the first one after the last. */
export function goToNext(ids: readonly string[]): void {
  const active = document.activeElement;
  const shown = [...new Set(ids)].filter((id) => controlAt(id) !== null);
  const own = shown.find((id) => document.getElementById(id)!.contains(active));
  const isAfter = (id: string) =>
    (active!.compareDocumentPosition(document.getElementById(id)!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = active?.closest('table') ? shown.find((id) => id !== own && isAfter(id)) : undefined;
  const to = next ?? shown[0];
  if (to !== undefined) goTo(to);
}

/** Something to mend: what kind of fault it is, of which template, which part of that, and where it stands. */
export interface ToMend {
  readonly kind: string;
  readonly template: string;
  readonly detail: string;
  readonly id: string;
}

/** Faults of a kind in a template, told as one: where the first one stands. */
export interface Mending extends ToMend {
  readonly count: number;
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** What is to be mended by its kinds, and within each by template. */
export function byKind(toMend: readonly ToMend[]): { kind: string; count: number; templates: Mending[] }[] {
  return unique(toMend.map(({ kind }) => kind)).map((kind) => {
    const faults = toMend.filter((one) => one.kind === kind);
    const templates = unique(faults.map(({ template }) => template)).map((template) => {
      const own = faults.filter((one) => one.template === template);
      return { ...own[0]!, count: own.length };
    });
    return { kind, count: faults.length, templates };
  });
}

/** Everything that keeps rows from being made, in the order of the page. */
export function toMendOf(rows: readonly RunRow[]): ToMend[] {
  return rows.flatMap((row) =>
    row.faults.map((fault) => {
      const line = row.lines.find(({ line_id }) => line_id === fault.line_id);
      const isAsked = fault.rule === 'missing_amount' && line !== undefined;
      return {
        kind: kindOf(fault),
        template: row.txn_type,
        detail: isAsked ? line.label : fault.message,
        id: isAsked ? boxId(line.line_id) : refusalId(row.regular_trx),
      };
    }),
  );
}

/** Faults as people group them; one of a record is told with what it is: 'Inactive department'. */
const KINDS: Readonly<Record<Exclude<RunRule, 'inactive' | 'unknown'>, string>> = {
  missing_amount: 'Amount missing',
  wrong_amount: 'Not an amount',
  different_currency: 'Different currency',
  unbalanced: 'Out of balance',
  no_lines: 'Without lines',
  wrong_date: 'Outside the month',
  outside_periods: 'Outside its periods',
  given_twice: 'Given twice',
  changed_meanwhile: 'Changed meanwhile',
  inactive_template: 'Inactive template',
  unknown_line: 'Changed meanwhile',
  rate: 'Rate missing',
  no_access: 'No access',
  entry: 'Refused as an entry',
};

function kindOf({ rule, field }: RunFault): string {
  if (rule !== 'inactive' && rule !== 'unknown') return KINDS[rule];
  return capital(`${rule} ${field.replace(/_id$/, '').replaceAll('_', ' ')}`);
}
