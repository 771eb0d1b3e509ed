import type { QueryClient } from '@tanstack/react-query';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { foundByWords } from '@talaan/core/text/word-rank';
import { listUncollected, searchInvoices as searchBillings } from '@talaan/contract/documents/billing/billing.contract';
import type { EntryRecord } from '@talaan/contract/documents/declared-field';
import { callServer } from '../../../api/client.ts';
import { choicesOf } from '../../../masterdata/record/choices.ts';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { CellSource, Choice } from '../grid/grid-line.ts';
import { isLookupColumn, LINE_COLUMNS, type EntryLine, type LookupColumn } from './entry-line.ts';
import { findByText } from './pasted-lines.ts';

/** Where a column of an entry finds its records. */
export interface LineSource extends CellSource<EntryLine> {
  /** What else follows for the line from the choice: known data is never asked twice (ux §10). */
  readonly implies?: (choice: Choice | null, line: EntryLine) => Partial<Record<LookupColumn, Choice | null>>;
}

export type LineSources = Readonly<Record<LookupColumn, LineSource>>;

/** So many records a picker lists (ux §4). */
const LISTED = 20;
const REMEMBERED = 6;
const recent = new Map<LookupColumn, readonly Choice[]>();

/** Puts a chosen record first in the next list of its column. In memory only. */
export function rememberChoice(column: LookupColumn, choice: Choice): void {
  const others = (recent.get(column) ?? []).filter(({ code }) => code !== choice.code);
  recent.set(column, [choice, ...others].slice(0, REMEMBERED));
}

/** The sources of an entry: everything but payees comes with the choices of the page. */
export function lineSourcesOf(choices: EntryChoices, client: QueryClient): LineSources {
  const sectionsOf = ({ department }: EntryLine) =>
    department === null
      ? choices.sections
      : choices.sections.filter((section) => section.department_id === department.id);
  const sources: Readonly<Partial<Record<EntryRecord, (column: LookupColumn) => LineSource>>> = {
    account: (column) => known(column, () => choices.accounts),
    branch: (column) => known(column, () => choices.branches),
    alpha_tax_code: (column) => known(column, () => choices.tax_codes),
    // A service has no code: its name stands for it.
    billing_service: (column) =>
      known(column, () => choices.services.map(({ id, name }) => ({ id, code: name, name }))),
    department: (column) => ({
      ...known(column, () => choices.departments),
      implies: (department, line) => {
        const section = choices.sections.find(({ id }) => id === line.section?.id);
        return section === undefined || section.department_id === department?.id ? {} : { section: null };
      },
    }),
    section: (column) => ({
      ...known(column, sectionsOf),
      implies: (choice, line) => {
        const section = choices.sections.find(({ id }) => id === choice?.id);
        const department = choices.departments.find(({ id }) => id === section?.department_id);
        return line.department === null && department !== undefined ? { department } : {};
      },
    }),
    payee: () => ({ known: null, search: (text) => searchPayees(text, client) }),
    invoice: () => ({ known: null, search: searchInvoices }),
  };
  return Object.fromEntries(
    LINE_COLUMNS.flatMap(({ field, declared: { to } }) =>
      isLookupColumn(field) && to !== undefined ? [[field, sources[to]?.(field)]] : [],
    ),
  ) as LineSources;
}

function known(column: LookupColumn, recordsFor: (line: EntryLine) => readonly Choice[]): LineSource {
  return {
    known: recordsFor,
    search: (text, line) => matching(recordsFor(line), text, recent.get(column) ?? []),
  };
}

/** What begins with the words first, in code or name; without a text the recent ones first. */
function matching(choices: readonly Choice[], text: string, recently: readonly Choice[]): Choice[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    const still = recently.filter(({ code }) => choices.some((choice) => choice.code === code));
    return [...still, ...choices.filter(({ code }) => !still.some((one) => one.code === code))].slice(0, LISTED);
  }
  return foundByWords(choices, wanted, ({ code, name }) => [code, name]).slice(0, LISTED);
}

/** Without a text what the payee of the line has open; else any invoice of his, because a debit opens a settled one again. */
async function searchInvoices(text: string, { payee }: EntryLine): Promise<readonly Choice[]> {
  const search = text.trim();
  const query = payee === null ? {} : { payee_id: payee.id };
  const { data } =
    search === ''
      ? await callServer(listUncollected, { query })
      : await callServer(searchBillings, { query: { ...query, search } });
  return data.slice(0, LISTED).map(({ billing_invoice_no: code, open_amount, currency, payee_desc }) => ({
    id: 0,
    code,
    name: `${currency} ${formatAmount(requireAmount(open_amount))} open${payee === null ? `, ${payee_desc}` : ''}`,
  }));
}

async function searchPayees(text: string, client: QueryClient): Promise<readonly Choice[]> {
  const wanted = text.trim();
  const recently = recent.get('payee') ?? [];
  if (wanted === '' && recently.length > 0) return recently;
  const found = await client.fetchQuery(choicesOf('payee', wanted));
  const choices = found.map(({ id, code, name }) => ({ id, code, name }));
  const exact = findByText(choices, wanted);
  return (exact === null ? choices : [exact, ...choices.filter(({ id }) => id !== exact.id)]).slice(0, LISTED);
}
