import { parseAmount } from '../../money/money.ts';
import type { LinePlace, RegularTemplate, TemplateLine } from './regular-template.ts';

/** A record that a run puts in the place of the one that a line names. */
export type ReplacedField = keyof LinePlace | 'atc_id';

/** What a run is given for a template: amounts as they are typed, blank for none, and records in the place of its own for this time. */
export interface GivenForRun {
  readonly regular_trx: number;
  /** The version of the template that was looked at. */
  readonly row_version?: number | undefined;
  readonly amounts: readonly { readonly line_id: number; readonly amount: string }[];
  readonly replace: readonly {
    readonly line_id: number;
    readonly field: ReplacedField;
    readonly value: number | null;
  }[];
}

/** What refuses that which is given, in the order in which it is told. */
export const GIVEN_RULES = [
  'given_twice',
  'changed_meanwhile',
  'inactive_template',
  'unknown_line',
  'wrong_amount',
] as const;

interface GivenFault {
  readonly rule: (typeof GIVEN_RULES)[number];
  readonly message: string;
}

/** A template with the records that are put in the place of its own; the fields are those of its lines. */
export function withReplaced<Template extends Pick<RegularTemplate, 'lines'>>(
  template: Template,
  { replace }: Pick<GivenForRun, 'replace'>,
): Template {
  const lines = template.lines.map((line): TemplateLine => {
    const own = replace.filter(({ line_id }) => line_id === line.id);
    return { ...line, ...Object.fromEntries(own.map(({ field, value }) => [field, value])) };
  });
  return { ...template, lines };
}

/** Whatever refuses what is given for a template, with its reason. `is_twice`: an earlier row of the run gives for it as well. */
export function faultsOfGiven(
  template: Pick<RegularTemplate, 'lines'> & { readonly row_version: number; readonly status: 0 | 1 },
  { row_version, amounts, replace }: GivenForRun,
  is_twice: boolean,
): GivenFault[] {
  const known = new Map(template.lines.map((line) => [line.id, line]));
  const typed = amounts.filter(({ amount }) => amount.trim() !== '');
  const unknown = [...amounts, ...replace].find(({ line_id }) => !known.has(line_id));
  const bad = typed.filter(({ amount }) => givenMinor(amount) === null);
  const follows = typed.some(({ line_id }) => known.get(line_id)?.part);
  const when = (holds: boolean, rule: GivenFault['rule'], message: string): GivenFault[] =>
    holds ? [{ rule, message }] : [];
  return [
    ...when(is_twice, 'given_twice', 'It is given twice.'),
    ...when(
      row_version !== undefined && row_version !== template.row_version,
      'changed_meanwhile',
      'The template was changed meanwhile. Load the month again.',
    ),
    ...when(template.status === 0, 'inactive_template', 'The template is inactive.'),
    ...when(unknown !== undefined, 'unknown_line', `The template has no line ${unknown?.line_id}.`),
    ...bad.map(({ amount }): GivenFault => ({
      rule: 'wrong_amount',
      message: `Amount ${amount} must be a number of 0.00 or more with at most 2 decimals.`,
    })),
    ...when(follows, 'wrong_amount', 'VAT, tax withheld and bank follow from the other amounts.'),
  ];
}

/** The amounts that are given, by line, in minor units: without those that are blank or refused. */
export function givenAmounts({ amounts }: Pick<GivenForRun, 'amounts'>): ReadonlyMap<number, bigint> {
  return new Map(
    amounts.flatMap(({ line_id, amount }): [number, bigint][] => {
      const minor = givenMinor(amount);
      return minor === null ? [] : [[line_id, minor]];
    }),
  );
}

/** Minor units of an amount of 0.00 or more; null for any other text. */
function givenMinor(amount: string): bigint | null {
  const minor = parseAmount(amount);
  return minor === null || minor < 0n ? null : minor;
}
