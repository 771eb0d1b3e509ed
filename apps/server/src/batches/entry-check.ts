import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, MAX_AMOUNT_MINOR } from '@talaan/core/money/money';
import { parseRate, rateText } from '@talaan/core/money/rate';
import { PERIOD_OPEN, moduleOf } from '@talaan/core/calendar/accounting-period';
import { readDocumentType } from '@talaan/core/documents/document-type';
import { totalsOf } from '@talaan/core/ledger/balance';
import { validateEntry, type DraftEntry, type LineAmounts } from '@talaan/core/ledger/journal-entry';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type {
  ParsedBatchInput,
  ParsedHeaderInput,
  ParsedLineInput,
} from '@talaan/contract/documents/batch-input.contract';
import type { Database } from '../platform/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import type { BatchContent, DocumentContent, LineContent } from './batch-content.ts';
import type { DocumentDefinition } from './document-definition.ts';
import { loadEntryFacts, type StoredEntryFacts } from './entry-facts.store.ts';

/** An entry that may be stored: its content and its totals. */
export interface CheckedEntry {
  readonly content: Omit<BatchContent, 'attachments'>;
  /** In minor units, by document: the document's currency, and pesos. */
  readonly totals: readonly { readonly total_minor: bigint; readonly php_minor: bigint }[];
}

/**
 * Checks what a person entered and answers what is to be stored. All faults are listed at once, by the path of the body
 * field with the line number in the message (422); a closed period alone is 409. A draft may be out of balance
 * (decisions §4, ux §5).
 */
export async function checkEntry(
  database: Database,
  definition: DocumentDefinition,
  input: Pick<ParsedBatchInput, 'document_type' | 'headers' | 'details'>,
): Promise<CheckedEntry> {
  const documents = documentsOf(input);
  const facts = await loadEntryFacts(database, namesOf(input));
  const faults = new FaultList();
  const adjusting = readDocumentType(input.document_type)?.adjusting === true || input.headers[0]!.adjusting === 1;
  if (documents.length > definition.most_documents) {
    faults.add('headers', `A ${definition.document_type} batch has up to ${definition.most_documents} documents.`);
  }
  for (const [key, { place, header }] of documents.entries()) {
    if (header.header_key !== key) {
      faults.add(`headers.${place}.header_key`, 'header keys count 0, 1, 2 … in the order of the headers.');
    }
  }
  for (const [index, line] of input.details.entries()) {
    if (!documents.some((document) => document.header.header_key === line.header_key)) {
      faults.add(`details.${index}.header_key`, `line ${index + 1}: there is no header ${line.header_key}.`);
    }
  }
  const checked = documents.map((document) => checkDocument(document, { adjusting, definition, facts, faults }));
  const closed = documents.filter((document) => !periodIsOpen(document.header.document_date, definition, facts));
  for (const document of closed) faults.add(`headers.${document.place}.document_date`, MESSAGES.periodClosed);
  if (closed.length > 0 && faults.count === closed.length) throw conflict('period_closed', MESSAGES.periodClosed);
  faults.throwIfAny();

  const shared = input.headers[0]!;
  return {
    content: {
      document_type: definition.document_type,
      adjusting,
      currency_id: shared.currency_id,
      dollar_rate: rateOf(shared),
      is_confidential: shared.is_confidential,
      is_pdc: 0,
      documents: checked.map((document) => document.content),
    },
    totals: checked.map((document) => document.totals),
  };
}

interface GivenDocument {
  readonly place: number;
  readonly header: ParsedHeaderInput;
  /** Lines with their place in the body. */
  readonly lines: readonly { readonly place: number; readonly line: ParsedLineInput }[];
}

interface CheckContext {
  readonly adjusting: boolean;
  readonly definition: DocumentDefinition;
  readonly facts: StoredEntryFacts;
  readonly faults: FaultList;
}

function checkDocument(document: GivenDocument, { adjusting, definition, facts, faults }: CheckContext) {
  const { place, header, lines } = document;
  for (const { field, message } of definition.checkHeader(header)) faults.add(`headers.${place}.${field}`, message);
  if (!facts.currencies.has(header.currency_id)) {
    faults.add(`headers.${place}.currency_id`, `currency ${header.currency_id} does not exist.`);
  }
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
    if (line.atc_code && !facts.tax_codes.has(line.atc_code)) {
      faults.add(`details.${linePlace}.atc_code`, `line ${index + 1}: ATC code ${line.atc_code} does not exist.`);
    }
  }
  const amounts: readonly LineAmounts[] = result.ok ? result.lines : [];
  const totals = {
    total_minor: definition.totalOf(totalsOf(amounts)),
    php_minor: definition.totalOf(
      totalsOf(amounts.map((line) => ({ debit_minor: line.debit_php_minor, credit_minor: line.credit_php_minor }))),
    ),
  };
  if (totals.total_minor > MAX_AMOUNT_MINOR || totals.php_minor > MAX_AMOUNT_MINOR) {
    faults.add('details', 'The total is above 9,999,999,999,999.99.');
  }
  return { content: documentContent(header, lines, amounts, facts), totals };
}

function documentContent(
  header: ParsedHeaderInput,
  lines: GivenDocument['lines'],
  amounts: readonly LineAmounts[],
  facts: StoredEntryFacts,
): DocumentContent {
  return {
    header_key: header.header_key,
    document_date: header.document_date,
    payee_id: null,
    bank_id: null,
    bank_account: null,
    payee_bank_id: null,
    cheque_number: null,
    vat: null,
    atc_id: null,
    is_or_ar: null,
    purchase_order_id: null,
    remarks: header.remarks,
    lines: amounts.map((amount, index) => lineContent(lines[index]!.line, index + 1, amount, facts)),
  };
}

function lineContent(
  line: ParsedLineInput,
  line_no: number,
  amount: LineAmounts,
  facts: StoredEntryFacts,
): LineContent {
  return {
    line_no,
    account_id: facts.accounts.get(line.account_code)?.id ?? 0,
    payee_id: line.payee_id,
    department_id: line.department_id,
    branch_id: line.branch_id,
    section_id: line.section_id,
    billing_service_id: null,
    atc_id: line.atc_code ? (facts.tax_codes.get(line.atc_code) ?? null) : null,
    tax_base: null,
    debit_amount: amountText(amount.debit_minor),
    credit_amount: amountText(amount.credit_minor),
    debit_php: amountText(amount.debit_php_minor),
    credit_php: amountText(amount.credit_php_minor),
    remarks: line.remarks,
  };
}

/** Documents in the order of their keys, each with its lines. */
function documentsOf(input: Pick<ParsedBatchInput, 'headers' | 'details'>): GivenDocument[] {
  const lines = input.details.map((line, place) => ({ place, line }));
  return input.headers
    .map((header, place) => ({
      place,
      header,
      lines: lines.filter(({ line }) => line.header_key === header.header_key),
    }))
    .toSorted((left, right) => left.header.header_key - right.header.header_key);
}

function namesOf(input: Pick<ParsedBatchInput, 'headers' | 'details'>) {
  const idsOf = (field: 'branch_id' | 'department_id' | 'section_id' | 'payee_id') =>
    [...new Set(input.details.map((line) => line[field]))].filter((id) => id !== null);
  return {
    account_codes: [...new Set(input.details.map((line) => line.account_code))],
    branch_ids: idsOf('branch_id'),
    department_ids: idsOf('department_id'),
    section_ids: idsOf('section_id'),
    payee_ids: idsOf('payee_id'),
    atc_codes: [...new Set(input.details.map((line) => line.atc_code ?? ''))],
    currency_ids: input.headers.map((header) => header.currency_id),
    document_dates: [...new Set(input.headers.map((header) => header.document_date))],
  };
}

/** The peso has no rate of its own; a rate that cannot be read stays as it was sent, so that the check names it. */
function rateOf(header: ParsedHeaderInput): string {
  if (header.currency_id === CURRENCY_PESO) return '1';
  const text = header.dollar_rate ?? '';
  const rate = parseRate(text);
  return rate === null ? text : rateText(rate);
}

function periodIsOpen(date: string, definition: DocumentDefinition, facts: StoredEntryFacts): boolean {
  const module = moduleOf(definition.document_type);
  return module === null || facts.periods.get(date)?.[module] === PERIOD_OPEN;
}

/** Faults by body path, in the order in which they were found. */
class FaultList {
  readonly #errors: Record<string, string[]> = {};
  count = 0;

  add(path: string, message: string): void {
    (this.#errors[path] ??= []).push(message);
    this.count += 1;
  }

  throwIfAny(): void {
    if (this.count > 0) throw invalid(this.#errors);
  }
}
