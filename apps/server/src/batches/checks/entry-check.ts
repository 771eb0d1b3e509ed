import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { AMOUNT_FORM } from '@talaan/core/money/amount-formula';
import { amountText, MAX_AMOUNT_MINOR, parseAmount, sumMinor } from '@talaan/core/money/money';
import { multiplyByRate, parseRate, rateText } from '@talaan/core/money/rate';
import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import { bankText } from '@talaan/core/ledger/bank-line';
import { chequeKey } from '@talaan/core/documents/cheque/cheque-number';
import { DOCUMENT_TYPES, readDocumentType, type DocumentType, moduleOf } from '@talaan/core/documents/document-type';
import {
  rateFault,
  rateOf as readRate,
  validateEntry,
  type DraftEntry,
  type LineAmounts,
} from '@talaan/core/ledger/journal-entry';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ParsedLineInput } from '@talaan/contract/documents/batch-input.contract';
import { fieldsOf, recordsNamed, valuesGiven, type EntryRecord } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { checked, next, type Checked } from '../../platform/checked-set.ts';
import { conflict, invalid, Problem } from '../../platform/http/problem.ts';
import type { CheckedEntry, DocumentContent, DocumentTotals } from '../record/batch-content.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { byHook, type DocumentDefinition, type GivenCheck } from '../record/document-definition.ts';
import {
  findUsedCheques,
  isKnown,
  loadEntryFacts,
  type EntryNames,
  type StoredEntryFacts,
  type UsedCheque,
} from './entry-facts.store.ts';
import {
  documentsOf,
  type GivenDocument,
  type GivenEntry,
  type GivenHeader,
  type GivenParts,
} from '../record/given-documents.ts';
import { factsOfSettling } from './settled-parties.ts';
import { readParties, type HeaderParties } from './header-parties.ts';

/** What a person entered for a batch of a type. `stored` is the batch that is being changed. */
export interface EntryToCheck {
  readonly definition: DocumentDefinition;
  readonly input: GivenEntry;
  readonly stored?: Pick<BatchRecord, 'id' | 'regular_trx'>;
}

/**
 * Checks what a person entered for a set of batches and answers what is to be stored of each, or its refusal. All faults
 * are listed at once, by the path of the body field with the line number in the message (422); a closed period alone and a
 * cheque number that is used are 409. A draft may be out of balance (decisions §4, ux §5). What the entries name is read
 * once for all.
 */
export async function checkEntries(
  database: Database,
  user: Principal,
  entries: readonly EntryToCheck[],
): Promise<Checked<CheckedEntry>[]> {
  return (await checkEntriesAndTell(database, user, entries)).answers;
}

/** The same, with what they name: whoever posts them in this transaction need not read it again. */
export async function checkEntriesAndTell(
  database: Database,
  user: Principal,
  entries: readonly EntryToCheck[],
): Promise<{ readonly answers: Checked<CheckedEntry>[]; readonly facts: StoredEntryFacts }> {
  const read = entries.map((entry) => ({ ...entry, ...documentsOf(entry.definition.document_type, entry.input) }));
  const documents = read.flatMap((entry) => entry.documents);
  const changed = entries.flatMap(({ stored }) => stored?.id ?? []);
  const [facts, own] = await Promise.all([
    loadEntryFacts(database, namesOf(documents), user),
    ownChecks(database, user, read, changed),
  ]);
  const known = read.map((entry) =>
    checked(() => checkRead(entry, facts, own.get(entry.definition.document_type) ?? null)),
  );
  const answers = await next(known, (passed) => requireFreeCheques(database, passed, facts, changed));
  return { answers, facts };
}

/** The checks that types make themselves, by type. */
async function ownChecks(
  database: Database,
  user: Principal,
  entries: readonly (EntryToCheck & Pick<ReturnType<typeof documentsOf>, 'documents'>)[],
  changed: readonly string[],
): Promise<ReadonlyMap<DocumentType, GivenCheck>> {
  const typed = entries.map(({ definition: { document_type }, documents }) => ({ document_type, documents }));
  const found = [...byHook('checkGiven', typed)].map(async ([checkGiven, own]) => {
    const documents = own.flatMap((entry) => entry.documents);
    const check = await checkGiven(database, user, documents, changed);
    return own.map(({ document_type }) => [document_type, check] as const);
  });
  return new Map((await Promise.all(found)).flat());
}

/** The same of one; throws its refusal. */
export async function checkEntry(database: Database, user: Principal, entry: EntryToCheck): Promise<CheckedEntry> {
  const [answer] = await checkEntries(database, user, [entry]);
  if (answer instanceof Problem) throw answer;
  return answer!;
}

function checkRead(
  { definition, input, stored, documents, faults: given }: EntryToCheck & ReturnType<typeof documentsOf>,
  facts: StoredEntryFacts,
  own: GivenCheck | null,
): CheckedEntry {
  const { document_type } = definition;
  const faults = new FaultList();
  const adjusting = readDocumentType(input.document_type)?.adjusting === true || input.headers[0]!.adjusting === 1;
  const { most_documents } = DOCUMENT_TYPES[document_type];
  // What another system sent is bounded where it comes in.
  if (input.received === undefined && documents.length > most_documents) {
    faults.add('headers', `A ${document_type} batch has up to ${most_documents} documents.`);
  }
  for (const { path, message } of given) faults.add(path, message);
  const { parts = null } = input;
  for (const { path, message } of parts?.faults ?? []) faults.add(path, message);
  const ofDocuments = documents.map((document) =>
    checkDocument(document, { adjusting, definition, facts, faults, parts, own }),
  );
  const regular_trx = readRegular(document_type, input.headers[0]!.regular_trx, {
    stored: stored ?? null,
    facts,
    faults,
  });
  const closed = documents.filter((document) => !periodIsOpen(document.header, definition, facts));
  for (const document of closed) faults.add(`headers.${document.place}.document_date`, MESSAGES.periodClosed);
  if (closed.length > 0) faults.throwIfOnly(MESSAGES.periodClosed, 'period_closed');
  faults.throwIfAny();

  const shared = documents[0]!.header;
  return {
    content: {
      document_type,
      adjusting,
      currency_id: shared.currency_id,
      dollar_rate: rateOf(shared),
      is_confidential: shared.is_confidential,
      is_pdc: isSeries(definition, shared) ? 1 : 0,
      documents: ofDocuments.map((document) => document.content),
    },
    totals: ofDocuments.map((document) => document.totals),
    regular_trx,
  };
}

/**
 * The regular transaction that an entry names; one that does not say keeps the stored one. An inactive one stays where it
 * is named already.
 */
function readRegular(
  type: DocumentType,
  given: number | null | undefined,
  context: Pick<CheckContext, 'facts' | 'faults'> & { readonly stored: Pick<BatchRecord, 'regular_trx'> | null },
): number | null {
  const before = context.stored?.regular_trx ?? null;
  if (given === undefined || given === before) return before;
  if (given === null) return null;
  const regular = context.facts.regular_transactions.get(given);
  const refuse = (message: string) => context.faults.add('headers.0.regular_trx', message);
  if (!regular) refuse(`Regular transaction ${given} does not exist.`);
  else if (regular.document_type !== type) {
    refuse(`Regular transaction ${regular.title} is for ${DOCUMENT_TYPES[regular.document_type].label}.`);
  } else if (!regular.active) refuse(`Regular transaction ${regular.title} is inactive.`);
  return given;
}

interface CheckContext {
  readonly adjusting: boolean;
  readonly definition: DocumentDefinition;
  readonly facts: StoredEntryFacts;
  readonly faults: FaultList;
  /** What the document has beside its lines of account, or in their place. */
  readonly parts: GivenParts | null;
  /** What the type checks itself. */
  readonly own: GivenCheck | null;
}

function checkDocument(document: GivenDocument, given: CheckContext) {
  const { definition, faults, parts, own } = given;
  const { place, header, lines } = document;
  const settling = lines.map(({ line }) => ({
    ...line,
    invoice: given.facts.invoices.get(line.billing_invoice_no ?? ''),
  }));
  const facts = factsOfSettling(definition.document_type, settling, given.facts);
  const context = { ...given, facts };
  const { parties, faults: partyFaults } = readParties(definition.document_type, header, facts);
  for (const { field, message } of partyFaults) faults.add(`headers.${place}.${field}`, message);
  if (!facts.currencies.has(header.currency_id)) {
    faults.add(`headers.${place}.currency_id`, `currency ${header.currency_id} does not exist.`);
  }
  const taxFault = taxCodeFault(header.atc_code, facts);
  if (taxFault) faults.add(`headers.${place}.atc_code`, taxFault);
  const found = own?.(header, { payee_id: parties.payee_id, currency_id: header.currency_id });
  for (const { field, message } of found?.faults ?? []) faults.add(`headers.${place}.${field}`, message);
  const { amounts, totals } =
    parts === null || moduleOf(definition.document_type) !== null
      ? checkLines(document, context)
      : checkTotal(document, parts, faults);
  if (totals.total_minor > MAX_AMOUNT_MINOR || totals.php_minor > MAX_AMOUNT_MINOR) {
    faults.add('details', 'The total is above 9,999,999,999,999.99.');
  }
  const content = documentContent(document, { definition, parties, amounts, facts, parts });
  return { content: { ...content, ...found?.content }, totals };
}

interface CheckedAmounts {
  readonly amounts: readonly LineAmounts[];
  readonly totals: DocumentTotals;
}

/** The lines of account of a document, whose total is what they debit. */
function checkLines(
  { place, header, lines }: GivenDocument,
  { adjusting, facts, faults }: CheckContext,
): CheckedAmounts {
  const entry: DraftEntry = {
    currency_id: header.currency_id,
    dollar_rate: rateOf(header),
    adjusting,
    lines: lines.map(({ line }) => line),
  };
  const pathOf = (field: string, line: number | null) =>
    line !== null
      ? `details.${lines[line - 1]!.place}.${field}`
      : field === 'details'
        ? field
        : `headers.${place}.${field}`;
  const result = validateEntry(entry, facts, 'draft');
  if (!result.ok) for (const fault of result.faults) faults.add(pathOf(fault.field, fault.line), fault.message);
  for (const [index, { line, place: linePlace }] of lines.entries()) {
    for (const { field, message } of lineFaults(line, facts)) {
      faults.add(`details.${linePlace}.${field}`, `line ${index + 1}: ${message}`);
    }
  }
  const amounts: readonly LineAmounts[] = result.ok ? result.lines : [];
  const totals: DocumentTotals = {
    total_minor: sumMinor(amounts.map((line) => line.debit_minor)),
    php_minor: sumMinor(amounts.map((line) => line.debit_php_minor)),
  };
  return { amounts, totals };
}

/** The total of a document without lines of account, and its pesos at the rate. */
function checkTotal({ place, header }: GivenDocument, { total_minor }: GivenParts, faults: FaultList): CheckedAmounts {
  const currency = { currency_id: header.currency_id, dollar_rate: rateOf(header) };
  const rate = readRate(currency);
  if (rate === null) faults.add(`headers.${place}.dollar_rate`, rateFault(currency).message);
  return { amounts: [], totals: { total_minor, php_minor: rate === null ? 0n : multiplyByRate(total_minor, rate) } };
}

/** What the rules of an entry do not look at: amounts beside its own, and records that only have to be there. */
function lineFaults(line: ParsedLineInput, facts: StoredEntryFacts): { field: string; message: string }[] {
  const given: Readonly<Record<string, unknown>> = line;
  const taxFault = taxCodeFault(line.atc_code, facts);
  const faults = taxFault ? [{ field: 'atc_code', message: taxFault }] : [];
  const { billing_invoice_no: invoice } = line;
  if (invoice && !facts.invoices.has(invoice)) {
    faults.push({ field: 'billing_invoice_no', message: `invoice ${invoice} does not exist.` });
  }
  for (const [name, field] of fieldsOf(LINE_FIELDS)) {
    const value = given[name];
    const called = (field.told_as ?? name).replaceAll('_', ' ');
    if (typeof value === 'number' && field.to !== undefined && !isKnown(field.to, value, facts)) {
      faults.push({ field: name, message: `${called} ${value} does not exist.` });
    }
    if (typeof value === 'string' && field.kind === 'amount' && !field.required && !isAmountOrNone(value)) {
      faults.push({ field: name, message: `${called} ${AMOUNT_FORM}` });
    }
  }
  return faults;
}

function isAmountOrNone(text: string): boolean {
  return text.trim() === '' || parseAmount(text) !== null;
}

/** Why a tax code cannot be named; null when it can, and when none is. */
function taxCodeFault(code: string | null | undefined, facts: StoredEntryFacts): string | null {
  if (!code) return null;
  const found = facts.tax_codes.get(code);
  if (found === undefined) return `ATC code ${code} does not exist.`;
  return found.active ? null : `ATC code ${code} is inactive.`;
}

function documentContent(
  { header, lines }: GivenDocument,
  given: {
    readonly definition: DocumentDefinition;
    readonly parties: HeaderParties;
    readonly amounts: readonly LineAmounts[];
    readonly facts: StoredEntryFacts;
    readonly parts: GivenParts | null;
  },
): DocumentContent {
  const { parties, amounts, facts } = given;
  const idOf = idIn(facts);
  return {
    ...valuesGiven(DOCUMENT_FIELDS, header, idOf, DOCUMENT_TYPES[given.definition.document_type].header),
    header_key: header.header_key,
    payee_id: parties.payee_id,
    bank_id: parties.bank?.id ?? null,
    bank_account: parties.bank?.account_no ?? null,
    payee_bank_id: parties.payee_bank?.id ?? null,
    lines: amounts.map((amount, index) => ({
      ...valuesGiven(LINE_FIELDS, lines[index]!.line, idOf),
      line_no: index + 1,
      debit_amount: amountText(amount.debit_minor),
      credit_amount: amountText(amount.credit_minor),
      debit_php: amountText(amount.debit_php_minor),
      credit_php: amountText(amount.credit_php_minor),
    })),
    parts: given.parts?.contents ?? {},
  };
}

/** Finds the Record ID of a code. */
function idIn(facts: StoredEntryFacts) {
  return (to: EntryRecord, code: string): number | undefined =>
    to === 'account'
      ? facts.accounts.get(code)?.id
      : to === 'alpha_tax_code'
        ? facts.tax_codes.get(code)?.id
        : to === 'invoice'
          ? facts.invoices.get(code)?.id
          : undefined;
}

/**
 * A cheque number is used once on a bank account, also when that cheque is void (INV-24), and once in a set. Answers each
 * entry, or its refusal.
 */
async function requireFreeCheques(
  database: Database,
  entries: readonly CheckedEntry[],
  facts: StoredEntryFacts,
  besides: readonly string[],
): Promise<Checked<CheckedEntry>[]> {
  const cheques = entries.map(({ content }) =>
    content.documents.flatMap(({ bank_id, cheque_number }) =>
      bank_id === null || cheque_number === null
        ? []
        : [{ bank_id, cheque_number, key: keyOf(bank_id, cheque_number) }],
    ),
  );
  const found = await findUsedCheques(database, cheques.flat(), besides);
  const used = new Map(found.map((cheque) => [keyOf(cheque.bank_id, cheque.cheque_number), cheque]));
  const given = new Set<string>();
  return entries.map((entry, place) => {
    for (const { key, cheque_number } of cheques[place]!) {
      if (given.has(key)) return invalid({ 'headers.0.cheque_number': [`Cheque ${cheque_number} is given twice.`] });
      given.add(key);
    }
    const [first] = cheques[place]!.flatMap(({ key }) => used.get(key) ?? []);
    return first === undefined ? entry : chequeUsed(first, facts);
  });
}

const keyOf = (bank_id: number, cheque_number: string) => `${bank_id} ${chequeKey(cheque_number)}`;

function chequeUsed(used: UsedCheque, facts: StoredEntryFacts): Problem {
  const bank = facts.banks.find(({ id }) => id === used.bank_id)!;
  const fate =
    used.batch_number === null
      ? `is in the register as ${used.state}`
      : `was used by ${used.document_type} ${used.document_number ?? used.batch_number}`;
  return conflict('cheque_used', `Cheque ${used.cheque_number} of ${bankText(bank)} ${fate}. Enter another number.`, {
    cheque_number: used.cheque_number,
    document_number: used.document_number,
    batch_number: used.batch_number,
  });
}

function namesOf(documents: readonly GivenDocument[]): EntryNames {
  const headers = documents.map((document) => document.header);
  const lines = documents.flatMap((document) => document.lines.map(({ line }) => line));
  const unique = <Value>(values: readonly (Value | null | undefined)[]) =>
    [...new Set(values)].filter((value): value is Value => value !== null && value !== undefined && value !== '');
  return {
    records: recordsNamed(
      [
        [BATCH_FIELDS, headers],
        [DOCUMENT_FIELDS, headers],
        [LINE_FIELDS, lines],
      ],
      'given',
    ),
    document_dates: unique(headers.map((header) => header.document_date)),
    bank_accounts: unique(headers.map((header) => header.bank_account)),
    payee_accounts: unique(headers.map((header) => header.payee_account_number)),
    regular_ids: unique(headers.map((header) => header.regular_trx)),
  };
}

/** The peso has no rate of its own; a rate that cannot be read stays as it was sent, so that the check names it. */
function rateOf(header: GivenHeader): string {
  if (header.currency_id === CURRENCY_PESO) return '1';
  const text = header.dollar_rate ?? '';
  const rate = parseRate(text);
  return rate === null ? text : rateText(rate);
}

function isSeries(definition: DocumentDefinition, header: GivenHeader): boolean {
  return DOCUMENT_TYPES[definition.document_type].header.cheque && header.is_pdc === 1;
}

/** A post-dated cheque posts on its day and is looked at then (decisions §4). */
function periodIsOpen(header: GivenHeader, definition: DocumentDefinition, facts: StoredEntryFacts): boolean {
  const module = moduleOf(definition.document_type);
  if (module === null || (isSeries(definition, header) && header.document_date > facts.today)) return true;
  return facts.periods.get(header.document_date)?.[module] === PERIOD_OPEN;
}

/** Faults by body path, in the order in which they were found, each once. */
class FaultList {
  readonly #errors: Record<string, string[]> = {};

  add(path: string, message: string): void {
    const messages = (this.#errors[path] ??= []);
    if (!messages.includes(message)) messages.push(message);
  }

  /** Throws 409 with this code where nothing but this is wrong. */
  throwIfOnly(message: string, code: string): void {
    const isOther = (one: string) => one !== message;
    if (!Object.values(this.#errors).flat().some(isOther)) throw conflict(code, message, { errors: this.#errors });
  }

  throwIfAny(): void {
    if (Object.keys(this.#errors).length > 0) throw invalid(this.#errors);
  }
}
