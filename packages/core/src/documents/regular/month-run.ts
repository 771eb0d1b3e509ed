/** What a run of a month makes of a template, and what its rows come to (`many.md` §2). */
import type { AccountRole } from '../../ledger/account-role.ts';
import { amountText, requireAmount, sumMinor } from '../../money/money.ts';
import { billsCustomers, type DocumentType } from '../document-type.ts';
import type { TemplateChoices, TemplateResult } from './entry-of-template.ts';
import type { RegularTemplate, Side } from './regular-template.ts';

export const RUN_STATES = ['ready', 'missing', 'refused', 'made', 'billing'] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * What becomes of a template in a run: it is made already; its customers are billed on a page of their own; something refuses it; so many amounts are still asked;
 * or it is made. An amount that misses leaves an entry unbalanced, which by itself refuses nothing then.
 */
export function runState(
  { document_type }: Pick<RegularTemplate, 'document_type'>,
  found: { readonly is_made: boolean; readonly missing: number; readonly is_refused: boolean },
): RunState {
  if (found.is_made) return 'made';
  if (billsCustomers(document_type)) return 'billing';
  if (found.is_refused) return 'refused';
  return found.missing > 0 ? 'missing' : 'ready';
}

/** The side of which the amount of a template is told: what it charges, against the bank that pays. */
export function chargedSide({ lines }: Pick<RegularTemplate, 'lines'>): Side {
  return lines.find(({ part }) => part === 'bank')?.side === 'D' ? 'C' : 'D';
}

const PLACES = { branch_id: 'branch', department_id: 'department', section_id: 'section' } as const;
const isPlace = (field: string): field is keyof typeof PLACES => field in PLACES;

/**
 * What may stand for one run in the place of a branch, department or section that is out of use: the one that most other lines
 * of the template name, by its Record ID; null for none.
 */
export function correctionOf(
  { lines }: Pick<RegularTemplate, 'lines'>,
  { line_id, field }: { readonly line_id: number | null; readonly field: string },
  { records }: Pick<TemplateChoices, 'records'>,
): number | null {
  if (!isPlace(field) || line_id === null) return null;
  const named = lines.flatMap((line) => line[field] ?? []).filter((id) => records[PLACES[field]].get(id)?.active);
  const countOf = (id: number) => named.filter((one) => one === id).length;
  return named.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? null;
}

const INPUT_VAT: readonly AccountRole[] = ['INPUT_VAT', 'INPUT_VAT_GOODS', 'INPUT_VAT_CAPITAL'];

/** VAT and tax withheld of an entry in minor units: of its parts, else of the lines on the accounts that have these roles. */
export function taxesOfEntry(
  { lines, sums }: Pick<TemplateResult, 'lines' | 'sums'>,
  template: Pick<RegularTemplate, 'lines'>,
  roleOf: (account_id: number) => string | null,
): { vat_minor: bigint; withheld_minor: bigint } {
  if (template.lines.some(({ part }) => part !== null)) return sums;
  const on = (roles: readonly string[]) =>
    sumMinor(
      lines
        .filter(({ line }) => roles.includes(roleOf(line.account_id) ?? ''))
        .map(({ debit_minor, credit_minor }) => debit_minor + credit_minor),
    );
  return { vat_minor: on(INPUT_VAT), withheld_minor: on(['EWT']) };
}

/** So much of a row as its total asks for: `net` is decimal text in its currency. */
interface SummedRow {
  readonly document_type: DocumentType;
  readonly currency_id: number;
  readonly net: string;
}

/** What rows come to, by document and currency, in the order in which these come first. */
export function runTotals(rows: readonly SummedRow[]): (SummedRow & { readonly count: number })[] {
  const totals = new Map<string, SummedRow & { count: number }>();
  for (const { document_type, currency_id, net } of rows) {
    const key = `${document_type} ${currency_id}`;
    const { count, net: before } = totals.get(key) ?? { count: 0, net: '0.00' };
    totals.set(key, {
      document_type,
      currency_id,
      count: count + 1,
      net: amountText(requireAmount(before) + requireAmount(net)),
    });
  }
  return [...totals.values()];
}
