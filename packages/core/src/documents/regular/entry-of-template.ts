import { periodOf } from '../../calendar/accounting-period.ts';
import { formatDetailDate, type CalendarDate } from '../../calendar/calendar-date.ts';
import { sumMinor } from '../../money/money.ts';
import type { Percentage } from '../../money/rate.ts';
import type { VatType } from '../../money/withholding.ts';
import { billsCustomers, DOCUMENT_TYPES } from '../document-type.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { taxProposalOf, type ProposedPart, type TaxProposal } from '../proposed-lines.ts';
import { isOutside } from './regular-schedule.ts';
import { linesInOrder, type LinePart, type RegularTemplate, type TemplateLine } from './regular-template.ts';

/** A record that a template names: in use, or not any more. */
export interface NamedRecord {
  readonly label: string;
  readonly active: boolean;
}

/** The kinds of records that a template names, with the words of their fields. */
export const NAMED_KINDS = {
  account: 'Account',
  payee: 'Payee',
  branch: 'Branch',
  department: 'Department',
  section: 'Section',
  bank: 'Bank account',
  billing_service: 'Service',
  alpha_tax_code: 'ATC code',
} as const;
export type NamedKind = keyof typeof NAMED_KINDS;

/** What is known of the records that a template names, by kind and Record ID. An account has the currency it is kept to. */
export interface TemplateChoices {
  readonly records: Readonly<Record<NamedKind, ReadonlyMap<number, NamedRecord>>>;
  readonly account_currencies: ReadonlyMap<number, number | null>;
}

/** What an entry is made with, in one period. */
export interface TemplateUse {
  /** yyyymm. */
  readonly period: number;
  readonly document_date: CalendarDate;
  /** Minor units by the id of the line, as given for this time. */
  readonly amounts: ReadonlyMap<number, bigint>;
  /** Minor units by the id of the line, as last time. */
  readonly last: ReadonlyMap<number, bigint>;
  /** What the header says: the template's, else the payee's. */
  readonly vat: VatType;
  readonly atc_id: number | null;
  /** Of the day, by the Record ID of the tax code. */
  readonly rates: ReadonlyMap<number, Percentage>;
  readonly choices: TemplateChoices;
}

/** A line of the entry: where it comes from, and what it says. Amounts are minor units, one of them 0. */
export interface MadeLine {
  readonly line: TemplateLine;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly part: ProposedPart | null;
  /** On a line of tax withheld: its code, and what it was computed from. */
  readonly atc_id: number | null;
  readonly tax_base_minor: bigint | null;
}

export const TEMPLATE_RULES = [
  'missing_amount',
  'inactive',
  'unknown',
  'different_currency',
  'unbalanced',
  'no_lines',
  'wrong_date',
  'outside_periods',
] as const;

/** What keeps a template from making its entry: of the line with that id, or of the whole. */
export interface TemplateFault {
  readonly rule: (typeof TEMPLATE_RULES)[number];
  readonly line_id: number | null;
  /** The field of the line or the header. */
  readonly field: string;
  readonly message: string;
}

/** What a line is charged with its VAT, in minor units; null while it is asked. */
export interface Charged {
  readonly line: TemplateLine;
  readonly amount_minor: bigint | null;
}

export interface MadeEntry {
  readonly header: {
    readonly document_date: CalendarDate;
    readonly vat: VatType;
    readonly atc_id: number | null;
  };
  readonly lines: readonly MadeLine[];
  /** What the lines of VAT, tax withheld and bank follow from; empty where the template has none of these. */
  readonly charged: readonly Charged[];
  /** What was charged with its VAT, what is VAT, what is withheld, and what is left to pay; minor units. */
  readonly sums: {
    readonly total_minor: bigint;
    readonly vat_minor: bigint;
    readonly withheld_minor: bigint;
    readonly net_minor: bigint;
  };
}

export type TemplateResult =
  | ({ readonly ok: true } & MadeEntry)
  | ({ readonly ok: false; readonly faults: readonly TemplateFault[] } & Omit<MadeEntry, 'header'>);

/**
 * The entry that a regular transaction makes in a period, or everything that keeps it from being made; with faults, the lines
 * and sums are those that are known so far, and a line whose amount is asked, or follows from such, stands in its place with 0. A fixed line has its amount, one `last` what it was last time, one `ask` what is
 * given (0.00 drops the line, nothing given is a fault); lines of VAT, tax withheld and bank follow from what is charged, by the
 * VAT type and the rate of the day (worked examples E04, E05, E07). What is given for this time goes before everything else.
 */
export function entryOfTemplate(template: RegularTemplate, use: TemplateUse): TemplateResult {
  const ordered = linesInOrder(template.lines);
  const faults: TemplateFault[] = [...timeFaults(template, use), ...recordFaults(template, ordered, use.choices)];
  const given = ordered
    .filter(({ part }) => part === null)
    .map((line) => ({ line, amount_minor: amountOf(line, use) }));
  for (const { line, amount_minor } of given) {
    if (amount_minor !== null) continue;
    const message = `${placeOf(ordered, line)}, Amount: enter the amount of this period; 0.00 leaves the line out.`;
    faults.push({ rule: 'missing_amount', line_id: line.id, field: 'amount', message });
  }
  const amounts = given.flatMap(({ line, amount_minor }) =>
    amount_minor === null || amount_minor === 0n ? [] : [{ line, amount_minor }],
  );
  const asked = new Set(given.flatMap(({ line, amount_minor }) => (amount_minor === null ? [line] : [])));
  const made = linesOf(template, ordered, { amounts, asked }, use);
  if (faults.every(({ rule }) => rule !== 'missing_amount')) faults.push(...balanceFaults(template, made.lines));
  const header = { document_date: use.document_date, vat: use.vat, atc_id: use.atc_id };
  return faults.length > 0 ? { ok: false, faults, ...made } : { ok: true, header, ...made };
}

/** 'Line 3' as the template counts its lines, over all its sections. */
function placeOf(ordered: readonly TemplateLine[], line: TemplateLine): string {
  return `Line ${ordered.indexOf(line) + 1}`;
}

/** The amount of a line, with its VAT where that stands on a line of its own; null where it is still asked. */
function amountOf({ id, amount_mode, amount_minor }: TemplateLine, { amounts, last }: TemplateUse): bigint | null {
  const given = amounts.get(id);
  if (given !== undefined) return given;
  if (amount_mode === 'fixed') return amount_minor;
  return amount_mode === 'last' ? (last.get(id) ?? null) : null;
}

interface Amount {
  readonly line: TemplateLine;
  readonly amount_minor: bigint;
}

const partLine = (lines: readonly TemplateLine[], wanted: LinePart) => lines.find(({ part }) => part === wanted);

/** The lines of the entry. Without lines that follow from others, each has its amount on its side. */
function linesOf(
  template: RegularTemplate,
  ordered: readonly TemplateLine[],
  { amounts, asked }: { readonly amounts: readonly Amount[]; readonly asked: ReadonlySet<TemplateLine> },
  use: TemplateUse,
): Omit<MadeEntry, 'header'> {
  const vatLine = partLine(ordered, 'vat');
  const withheldLine = partLine(ordered, 'withheld');
  const bankLine = partLine(ordered, 'bank');
  const chargeSide = chargedSide(template, bankLine ?? vatLine ?? withheldLine);
  const isCharged = ({ side }: TemplateLine) => chargeSide !== null && side === chargeSide;
  const charged = amounts.filter(({ line }) => isCharged(line));
  const proposal = taxesOf(charged, withheldLine !== undefined, use);
  const vat_minor = vatLine === undefined ? 0n : sumMinor(proposal.vat.map((one) => one.vat_minor));
  const made = new Map<TemplateLine, MadeLine[]>();
  for (const { line, amount_minor } of amounts) {
    const place = charged.findIndex((one) => one.line === line);
    const isSplit = place >= 0 && vatLine !== undefined;
    made.set(line, [lineWith(line, isSplit ? proposal.charged[place]! : amount_minor, place >= 0 ? 'charged' : null)]);
  }
  if (vatLine) made.set(vatLine, [lineWith(vatLine, vat_minor, 'vat')]);
  if (withheldLine)
    made.set(
      withheldLine,
      proposal.withheld.map((one) => withheldOf(withheldLine, one, use)),
    );
  const withheld_minor = sumMinor(proposal.withheld.map((one) => one.withheld_minor));
  if (bankLine) {
    // What else stands on a side goes against what is left to pay.
    const besides = sumMinor(amounts.filter(({ line }) => !isCharged(line)).map(({ amount_minor }) => amount_minor));
    made.set(bankLine, [lineWith(bankLine, proposal.total_minor - withheld_minor - besides, 'bank')]);
  }
  const lines = ordered.flatMap((line) => {
    const filled = (made.get(line) ?? []).filter(
      ({ debit_minor, credit_minor }) => debit_minor !== 0n || credit_minor !== 0n,
    );
    const isOpen = asked.has(line) || (line.part !== null && asked.size > 0);
    if (filled.length > 0 || !isOpen) return filled;
    return [lineWith(line, 0n, line.part ?? (isCharged(line) ? 'charged' : null))];
  });
  const total_minor =
    chargeSide === null ? sumMinor(lines.map(({ debit_minor }) => debit_minor)) : proposal.total_minor;
  return {
    lines,
    charged: ordered
      .filter((line) => line.part === null && isCharged(line))
      .map((line) => ({ line, amount_minor: amounts.find((one) => one.line === line)?.amount_minor ?? null })),
    sums: { total_minor, vat_minor, withheld_minor, net_minor: total_minor - withheld_minor },
  };
}

/** The side on which what is charged stands: across from the bank; null where nothing follows from it. */
function chargedSide({ document_type }: RegularTemplate, follows: TemplateLine | undefined): 'D' | 'C' | null {
  if (follows === undefined) return null;
  const type: DocumentFacts = DOCUMENT_TYPES[document_type];
  const { bank_side } = type.header;
  if (bank_side !== null) return bank_side === 'credit' ? 'D' : 'C';
  return (follows.part === 'vat') === (follows.side === 'D') ? 'D' : 'C';
}

/** VAT and withholding of what is charged; a line's own tax code goes before that of the header. */
function taxesOf(charged: readonly Amount[], withholds: boolean, { vat, atc_id, rates }: TemplateUse): TaxProposal {
  const parts = charged.map(({ line, amount_minor }) => {
    const code = withholds ? (line.atc_id ?? atc_id) : null;
    const rate = code === null ? undefined : rates.get(code);
    return {
      total_minor: amount_minor,
      vat_kind: 'services' as const,
      tax_code: rate === undefined ? null : { atc_code: String(code), rate },
    };
  });
  return taxProposalOf(parts, vat);
}

function withheldOf(line: TemplateLine, withheld: TaxProposal['withheld'][number], { rates }: TemplateUse): MadeLine {
  const made = lineWith(line, withheld.withheld_minor, 'withheld');
  const atc_id = [...rates.keys()].find((id) => String(id) === withheld.atc_code) ?? null;
  return { ...made, atc_id, tax_base_minor: withheld.base_minor };
}

function lineWith(line: TemplateLine, minor: bigint, part: ProposedPart | null): MadeLine {
  // What turns negative stands on the other side.
  const isDebit = (line.side === 'D') === minor >= 0n;
  const amount = minor < 0n ? -minor : minor;
  return {
    line,
    debit_minor: isDebit ? amount : 0n,
    credit_minor: isDebit ? 0n : amount,
    part,
    atc_id: part === null || part === 'withheld' ? line.atc_id : null,
    tax_base_minor: null,
  };
}

function timeFaults(template: RegularTemplate, { period, document_date }: TemplateUse): TemplateFault[] {
  const fault = (rule: TemplateFault['rule'], field: string, message: string): TemplateFault => ({
    rule,
    line_id: null,
    field,
    message,
  });
  const faults: TemplateFault[] = [];
  if (periodOf(document_date) !== period) {
    const message = `Date: ${formatDetailDate(document_date)} is outside the period ${period}.`;
    faults.push(fault('wrong_date', 'document_date', message));
  }
  if (isOutside(template, period)) {
    const { first_period, last_period } = template;
    const span = [first_period && `from ${first_period}`, last_period && `to ${last_period}`].filter(Boolean).join(' ');
    faults.push(fault('outside_periods', 'period', `Period: the template is used ${span}.`));
  }
  return faults;
}

/** What a template names and cannot be named any more, of the header and line by line. */
function recordFaults(
  { payee_id, bank_id, atc_id, currency_id }: RegularTemplate,
  ordered: readonly TemplateLine[],
  choices: TemplateChoices,
): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const look = (kind: NamedKind, id: number | null, line: TemplateLine | null, field: string) => {
    if (id === null) return;
    const found = choices.records[kind].get(id);
    if (found?.active) return;
    const where = line === null ? '' : `${placeOf(ordered, line)}, `;
    const what = found === undefined ? `${id} does not exist` : `${found.label} is inactive`;
    const rule = found === undefined ? 'unknown' : 'inactive';
    faults.push({ rule, line_id: line?.id ?? null, field, message: `${where}${NAMED_KINDS[kind]}: ${what}.` });
  };
  look('payee', payee_id, null, 'payee_id');
  look('bank', bank_id, null, 'bank_id');
  look('alpha_tax_code', atc_id, null, 'atc_id');
  for (const line of ordered) {
    look('account', line.account_id, line, 'account_id');
    look('payee', line.payee_id, line, 'payee_id');
    look('branch', line.branch_id, line, 'branch_id');
    look('department', line.department_id, line, 'department_id');
    look('section', line.section_id, line, 'section_id');
    look('billing_service', line.billing_service_id, line, 'billing_service_id');
    look('alpha_tax_code', line.atc_id, line, 'atc_id');
    const own = choices.account_currencies.get(line.account_id) ?? null;
    if (own !== null && own !== currency_id) {
      const { label } = choices.records.account.get(line.account_id) ?? { label: line.account_id };
      const message = `${placeOf(ordered, line)}, Account: ${label} is kept in another currency than the template.`;
      faults.push({ rule: 'different_currency', line_id: line.id, field: 'account_id', message });
    }
  }
  return faults;
}

/** A billing has one side, whose other one its invoice makes; every other entry has two that are equal. */
function balanceFaults({ document_type }: RegularTemplate, lines: readonly MadeLine[]): TemplateFault[] {
  const whole = (rule: TemplateFault['rule'], message: string): TemplateFault[] => [
    { rule, line_id: null, field: 'lines', message },
  ];
  if (lines.length === 0) return whole('no_lines', 'The template makes no line: enter an amount, or add lines to it.');
  const difference =
    sumMinor(lines.map(({ debit_minor }) => debit_minor)) - sumMinor(lines.map(({ credit_minor }) => credit_minor));
  if (billsCustomers(document_type) || difference === 0n) return [];
  const side = difference > 0n ? 'debits' : 'credits';
  return whole('unbalanced', `Debits and credits differ: the ${side} are larger. Correct the amounts or the template.`);
}
