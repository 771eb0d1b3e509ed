import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { BLANK_LINE, blankHeader } from '@talaan/contract/documents/batch-input.contract';
import {
  MOST_TEMPLATES,
  type MonthRun,
  type RunBody,
  type RunFault,
  type RunRow,
} from '@talaan/contract/resources/books/month-run.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { billsCustomers, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import {
  entryOfTemplate,
  type MadeLine,
  type NamedKind,
  type TemplateResult,
} from '@talaan/core/documents/regular/entry-of-template';
import { faultsOfGiven, givenAmounts, withReplaced } from '@talaan/core/documents/regular/given-for-run';
import { lastAmounts } from '@talaan/core/documents/regular/last-amounts';
import { chargedSide, correctionOf, runState, runTotals, taxesOfEntry } from '@talaan/core/documents/regular/month-run';
import { dateInPeriod, isDue } from '@talaan/core/documents/regular/regular-schedule';
import { linesInOrder } from '@talaan/core/documents/regular/regular-template';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, sumMinor } from '@talaan/core/money/money';
import { levelOn } from '../../access/may-open.ts';
import { checkEntries } from '../../batches/checks/entry-check.ts';
import { saveMany, type SaveInput, type SetEntry } from '../../batches/entry/save-many.ts';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid, Problem } from '../../platform/http/problem.ts';
import {
  readLastMade,
  readMade,
  readNamed,
  readRates,
  readTemplates,
  type LastMade,
  type NamedRecords,
  type PeriodRate,
  type StoredTemplate,
} from './templates.store.ts';

type GivenRow = RunBody['rows'][number];

/** A template with what a run is given for it, the entry that it makes, and why it makes none. */
interface RunEntry {
  readonly template: StoredTemplate;
  readonly result: TemplateResult;
  readonly date: CalendarDate;
  readonly last: ReadonlyMap<number, bigint>;
  readonly amounts: ReadonlyMap<number, bigint>;
  readonly made: RunRow['made'];
  readonly faults: RunFault[];
  readonly input: SaveInput;
}

interface RunFacts {
  readonly period: number;
  readonly document_date: CalendarDate | undefined;
  readonly named: NamedRecords;
  readonly last: ReadonlyMap<number, LastMade>;
  readonly made: ReadonlyMap<number, NonNullable<RunRow['made']>>;
  readonly rates: PeriodRate;
}

/** The templates that are due in a period, as a run would make them with nothing entered. */
export async function dueInPeriod(
  db: Database,
  user: Principal,
  definitions: DocumentDefinitions,
  period: number,
): Promise<MonthRun> {
  const templates = (await readTemplates(db, null, MOST_TEMPLATES)).filter((template) => isDue(template, period));
  const facts = await factsOf(db, user, templates, { period });
  const entries = templates.map((template) => entryOf(template, null, facts));
  return runOf(period, await judged(db, user, definitions, entries), facts.named);
}

/** The same rows with what was entered for them; nothing is written. */
export async function previewMonthRun(
  db: Database,
  user: Principal,
  definitions: DocumentDefinitions,
  body: RunBody,
): Promise<MonthRun> {
  const { entries, named } = await entriesOf(db, user, definitions, body);
  return runOf(body.period, entries, named);
}

/**
 * Makes the drafts of a month, prepared by whoever runs it: all of them or none. Throws 422 with every fault by the place of its
 * row (`rows.2.lines.0.department_id`), and 409 where another run was faster.
 */
export async function makeMonthRun(
  db: Database,
  user: Principal,
  definitions: DocumentDefinitions,
  body: RunBody,
): Promise<{ regular_trx: number; batch_number: string }[]> {
  const { entries } = await entriesOf(db, user, definitions, body);
  const errors: Record<string, string[]> = {};
  for (const [place, { template, faults, made }] of entries.entries()) {
    const already = made && `Made already${made.batch_number === null ? '' : ` as ${made.batch_number}`}.`;
    if (already) errors[`rows.${place}.regular_trx`] = [`${template.txn_type}: ${already}`];
    const lines = linesInOrder(template.lines);
    for (const { line_id, field, message } of already ? [] : faults) {
      const line = line_id === null ? '' : `lines.${lines.findIndex(({ id }) => id === line_id)}.`;
      (errors[`rows.${place}.${line}${field}`] ??= []).push(`${template.txn_type}: ${message}`);
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const set = entries.map(({ template, input }): SetEntry => ({
    definition: definitions.get(template.document_type)!,
    input,
    regular_period: body.period,
  }));
  const saved = await saveMany(db, user, set);
  return saved.map(({ batch_number }, place) => ({ regular_trx: entries[place]!.template.id, batch_number }));
}

/** Everything that the entries of these templates are made with. */
export async function factsOf(
  db: Database,
  user: Principal,
  templates: readonly StoredTemplate[],
  { period, document_date }: { period: number; document_date?: CalendarDate | undefined },
): Promise<RunFacts> {
  const [named, last, made, rates] = [
    await readNamed(db, templates),
    await readLastMade(db, user, templates, period),
    await readMade(db, user, templates, period),
    await readRates(db, period),
  ];
  return { period, document_date, named, last, made, rates };
}

/** The given rows in their order, each with its entry and everything that is wrong with it. */
async function entriesOf(db: Database, user: Principal, definitions: DocumentDefinitions, body: RunBody) {
  const stored = await readTemplates(
    db,
    body.rows.map(({ regular_trx }) => regular_trx),
    MOST_TEMPLATES,
  );
  const byId = new Map(stored.map((template) => [template.id, template]));
  const unknown = body.rows.flatMap(({ regular_trx }, place) =>
    byId.has(regular_trx)
      ? []
      : [[`rows.${place}.regular_trx`, [`Regular transaction ${regular_trx} does not exist.`]] as const],
  );
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(([path, messages]) => [path, [...messages]])));
  const templates = body.rows.map((row) => withReplaced(byId.get(row.regular_trx)!, row));
  const facts = await factsOf(db, user, templates, body);
  const entries = body.rows.map((row, place) => {
    const entry = entryOf(templates[place]!, row, facts);
    const isTwice = body.rows.findIndex(({ regular_trx }) => regular_trx === row.regular_trx) < place;
    const own = faultsOfGiven(entry.template, row, isTwice);
    const faults = own.map((fault) => ({ ...fault, line_id: null, field: 'regular_trx' }));
    return { ...entry, faults: [...faults, ...entry.faults] };
  });
  return { entries: await judged(db, user, definitions, entries), named: facts.named };
}

/** The entry that a template makes with what is given for it, and why it makes none. */
export function entryOf(template: StoredTemplate, row: GivenRow | null, facts: RunFacts): RunEntry {
  const { period, named } = facts;
  const date = facts.document_date ?? dateInPeriod(template.day, period)!;
  const before = facts.last.get(template.id);
  const last = before === undefined ? new Map<number, bigint>() : lastAmounts(template, before.lines, before.vat);
  const amounts = givenAmounts(row ?? { amounts: [] });
  const vat = template.vat ?? template.payee_vat ?? 0;
  const atc_id = template.atc_id ?? template.payee_atc_id;
  const use = {
    period,
    document_date: date,
    amounts,
    last,
    vat,
    atc_id,
    rates: named.ratesOn(date),
    choices: named.choices,
  };
  const result = entryOfTemplate(template, use);
  const faults: RunFault[] = result.ok ? [] : [...result.faults];
  if (template.currency_id !== CURRENCY_PESO && !facts.rates.has(template.currency_id)) {
    const message = `Currency: no rate of the period ${period} is on file.`;
    faults.push({ rule: 'rate', line_id: null, field: 'dollar_rate', message });
  }
  const input = inputOf(template, result.lines, { date, vat, atc_id, named, rates: facts.rates });
  return { template, result, date, last, amounts, made: facts.made.get(template.id) ?? null, faults, input };
}

/** The entry as a person would give it on its page. */
function inputOf(
  template: StoredTemplate,
  lines: readonly MadeLine[],
  {
    date,
    vat,
    atc_id,
    named,
    rates,
  }: { date: CalendarDate; vat: number; atc_id: number | null; named: NamedRecords; rates: PeriodRate },
): SaveInput {
  const isPeso = template.currency_id === CURRENCY_PESO;
  const { header: has } = DOCUMENT_TYPES[template.document_type];
  const header = {
    ...blankHeader(date),
    adjusting: template.adjusting ? (1 as const) : (0 as const),
    currency_id: template.currency_id,
    dollar_rate: isPeso ? '1' : (rates.get(template.currency_id) ?? null),
    payee_id: template.payee_id,
    bank_id: template.bank_id,
    payee_bank_id: has.payee_bank ? template.payee_bank_id : null,
    vat: template.payee_id === null ? null : (vat as 0 | 1 | 2 | 3),
    atc_code: template.payee_id === null ? null : named.codeOf('alpha_tax_code', atc_id),
    is_or_ar: template.is_or_ar as 1 | 2 | 3 | null,
    remarks: template.remarks ?? '',
    regular_trx: template.id,
  };
  const details = lines.map(({ line, part, ...made }) => ({
    ...BLANK_LINE,
    account_code: named.codeOf('account', line.account_id) ?? '',
    payee_id: line.payee_id,
    branch_id: line.branch_id,
    department_id: line.department_id,
    section_id: line.section_id,
    billing_service_id: line.billing_service_id,
    debit_amount: amountText(made.debit_minor),
    credit_amount: amountText(made.credit_minor),
    atc_code: named.codeOf('alpha_tax_code', made.atc_id),
    tax_base: made.tax_base_minor === null ? '' : amountText(made.tax_base_minor),
    part,
    remarks: line.remarks ?? '',
  }));
  return { document_type: template.document_type, headers: [header], details, files: [] };
}

/** What the checks of a saved entry find beside what its template says, of those that are neither refused nor made. */
async function judged(
  db: Database,
  user: Principal,
  definitions: DocumentDefinitions,
  entries: readonly RunEntry[],
): Promise<RunEntry[]> {
  const told = entries.map((entry) => {
    const module = DOCUMENT_MODULES[entry.template.document_type];
    if (levelOn(user, module) >= ACCESS.insert) return entry;
    const message = `You may not enter ${module}. Ask for Insert there.`;
    const fault: RunFault = { rule: 'no_access', line_id: null, field: 'regular_trx', message };
    return { ...entry, faults: [...entry.faults, fault] };
  });
  const open = told.filter(
    ({ faults, made, template }) => faults.length === 0 && made === null && !billsCustomers(template.document_type),
  );
  const set = open.map(({ template, input }) => ({ definition: definitions.get(template.document_type)!, input }));
  const answers = set.length === 0 ? [] : await checkEntries(db, user, set);
  const found = new Map(
    open.map(({ template, result }, place) => [template.id, faultsOf(answers[place]!, result.lines)]),
  );
  return told.map((entry) => ({ ...entry, faults: [...entry.faults, ...(found.get(entry.template.id) ?? [])] }));
}

function faultsOf(answer: unknown, lines: readonly MadeLine[]): RunFault[] {
  if (!(answer instanceof Problem)) return [];
  const { errors } = answer.details;
  if (errors === undefined) return [{ rule: 'entry', line_id: null, field: 'document_date', message: answer.message }];
  return Object.entries(errors).flatMap(([path, messages]) => {
    const [list, place = '', field = list] = path.split('.');
    const line = list === 'details' ? lines.find((_line, at) => String(at) === place) : undefined;
    return messages.map((message) => ({ rule: 'entry', line_id: line?.line.id ?? null, field: field!, message }));
  });
}

function runOf(period: number, entries: readonly RunEntry[], named: NamedRecords): MonthRun {
  const rows = entries.map((entry) => rowOf(entry, named));
  return { period, rows, totals: runTotals(rows.filter(({ state }) => state === 'ready')) };
}

function rowOf(entry: RunEntry, named: NamedRecords): RunRow {
  const { template, result, last, amounts, made, faults } = entry;
  const lines = linesInOrder(template.lines).filter(({ part }) => part === null);
  const modes = new Set(lines.map(({ amount_mode }) => amount_mode));
  const asked = faults.filter(({ rule }) => rule === 'missing_amount');
  const others = faults.filter(({ rule }) => rule !== 'missing_amount' && rule !== 'unbalanced');
  const missing = asked.length;
  const told = made ? [] : missing > 0 ? [...asked, ...others] : faults;
  const lastOf = lines.flatMap(({ id, side }) =>
    last.has(id) && side === chargedSide(template) ? [last.get(id)!] : [],
  );
  const { vat_minor, withheld_minor } = taxesOfEntry(result, template, named.roleOf);
  const { total_minor } = result.sums;
  return {
    regular_trx: template.id,
    row_version: template.row_version,
    txn_type: template.txn_type,
    document_type: template.document_type,
    document_date: entry.date,
    currency_id: template.currency_id,
    payee: template.payee_desc,
    mode: modes.size === 1 ? [...modes][0]! : 'mixed',
    last_amount: lastOf.length === 0 ? null : amountText(sumMinor(lastOf)),
    amount: missing > 0 ? null : amountText(total_minor),
    lines: lines.map((line) => ({
      line_id: line.id,
      section_name: sectionOf(template, line.section_no),
      label: [
        named.labelOf('account', line.account_id),
        named.codeOf('branch', line.branch_id),
        named.codeOf('department', line.department_id),
      ]
        .filter((text) => text !== null && text !== '')
        .join(', '),
      mode: line.amount_mode,
      side: line.side,
      last: textOf(
        last.get(line.id) ?? (line.amount_mode === 'fixed' || line.amount_minor === 0n ? undefined : line.amount_minor),
      ),
      amount: textOf(
        amounts.get(line.id) ??
          (line.amount_mode === 'fixed'
            ? line.amount_minor
            : line.amount_mode === 'last'
              ? last.get(line.id)
              : undefined),
      ),
    })),
    vat: amountText(vat_minor),
    withheld: amountText(withheld_minor),
    net: amountText(total_minor - withheld_minor),
    state: runState(template, {
      is_made: made !== null,
      missing,
      is_refused: missing > 0 ? others.length > 0 : faults.length > 0,
    }),
    missing: made === null ? missing : 0,
    made,
    faults: told.map((fault) => ({ ...fault, correction: offered(template, fault, named) })),
  };
}

/** What may stand in the place of a record that is out of use, where the template names another one of its kind. */
function offered(template: StoredTemplate, fault: RunFault, named: NamedRecords) {
  if (fault.rule !== 'inactive' && fault.rule !== 'unknown') return null;
  const value = correctionOf(template, fault, named.choices);
  if (value === null) return null;
  const kind = fault.field.replace('_id', '') as NamedKind;
  return { value, label: named.labelOf(kind, value)! };
}

export const sectionOf = ({ sections }: StoredTemplate, wanted: number): string =>
  sections.find(({ section_no }) => section_no === wanted)?.section_name ?? '';

export const textOf = (minor: bigint | undefined): string | null => (minor === undefined ? null : amountText(minor));
