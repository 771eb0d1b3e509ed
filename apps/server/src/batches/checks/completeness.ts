import { recordsNamed } from '@talaan/contract/documents/declared-field';
import { DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import { bankLineFault, bankMovement } from '@talaan/core/ledger/bank-line';
import { DOCUMENT_TYPES, moduleOf, onReceivable, type DocumentType } from '@talaan/core/documents/document-type';
import { paymentHold, type PayeeState } from '@talaan/core/documents/payee-state';
import { validateEntry } from '@talaan/core/ledger/journal-entry';
import { advanceFaults, receivableFaults } from '@talaan/core/ledger/receivable-line';
import { parseAmount } from '@talaan/core/money/money';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import type { Database } from '../../platform/database/database.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import { draftOf } from '../record/batch-entries.ts';
import type { BatchRecord, DocumentRecord } from '../record/batch-record.ts';
import { byHook } from '../record/document-definition.ts';
import { loadEntryFacts, type StoredEntryFacts } from './entry-facts.store.ts';
import { payeeFaults, stateFaults } from './header-parties.ts';
import { factsOfSettling } from './settled-parties.ts';
import { loadPayeeStates } from '../risks/payee-state.store.ts';

/**
 * Everything that keeps stored entries from being posted, of each by the path of the body field; none means complete
 * (decisions §4: errors list every fault with its line). Void documents of a series are left out. What the entries name is
 * read once for all, unless it is given as `known`.
 */
export async function completenessFaults(
  database: Database,
  batches: readonly BatchRecord[],
  known?: StoredEntryFacts,
): Promise<Record<string, string[]>[]> {
  if (batches.length === 0) return [];
  const documents = batches.flatMap((batch) => batch.documents);
  const payeeIds = new Set(documents.flatMap(({ payee_id }) => payee_id ?? []));
  const [facts, payees, own] = await Promise.all([
    known ?? loadStoredFacts(database, documents),
    loadPayeeStates(database, [...payeeIds]),
    ownFaults(database, batches),
  ]);
  const entries: KnownOfEntries = { facts, payees, invoices: invoicesById(facts) };
  return batches.map((batch) => faultsOfBatch(batch, entries, own.get(batch) ?? []));
}

function loadStoredFacts(database: Database, documents: readonly DocumentRecord[]): Promise<StoredEntryFacts> {
  const lines = documents.flatMap((document) => document.lines);
  const names = {
    records: recordsNamed(
      [
        [LINE_FIELDS, lines],
        [DOCUMENT_FIELDS, documents],
      ],
      'stored',
    ),
    document_dates: [],
    bank_accounts: [],
    payee_accounts: [],
    regular_ids: [],
  };
  return loadEntryFacts(database, names, null);
}

/** What the types find themselves. */
async function ownFaults(
  database: Database,
  batches: readonly BatchRecord[],
): Promise<Map<BatchRecord, readonly DocumentFault[]>> {
  const found = [...byHook('checkStored', batches)].map(async ([checkStored, own]) => {
    const faultsOf = await checkStored(database, own);
    return own.map((batch) => [batch, faultsOf(batch)] as const);
  });
  return new Map((await Promise.all(found)).flat());
}

/** What the stored entries of a set name. */
interface KnownOfEntries {
  readonly facts: StoredEntryFacts;
  readonly payees: ReadonlyMap<number, PayeeState>;
  readonly invoices: ReturnType<typeof invoicesById>;
}

function faultsOfBatch(
  batch: BatchRecord,
  known: KnownOfEntries,
  own: readonly DocumentFault[],
): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  let linesBefore = 0;
  for (const [index, document] of batch.documents.entries()) {
    if (!document.is_voided) {
      const ofDocument = { ...known, facts: factsOfDocument(batch, document, known) };
      for (const { field, message } of headerFaults(batch, document, ofDocument)) {
        (faults[`headers.${index}.${field}`] ??= []).push(message);
      }
      for (const fault of entryFaults(batch, document, ofDocument)) {
        const path =
          fault.line !== null
            ? `details.${linesBefore + fault.line - 1}.${fault.field}`
            : fault.field === 'details'
              ? fault.field
              : `headers.${index}.${fault.field}`;
        (faults[path] ??= []).push(fault.message);
      }
    }
    linesBefore += document.lines.length;
  }
  for (const { path, message } of own) (faults[path] ??= []).push(message);
  return faults;
}

const invoicesById = ({ invoices }: StoredEntryFacts) =>
  new Map([...invoices.values()].map((invoice) => [invoice.id, invoice]));

function factsOfDocument(
  { document_type }: BatchRecord,
  { lines }: DocumentRecord,
  { facts, invoices }: KnownOfEntries,
) {
  const settling = lines.map((line) => ({ ...line, invoice: invoices.get(line.invoice_id ?? 0) }));
  return factsOfSettling(document_type, settling, facts);
}

/** What keeps the lines of account from being posted; a type without ledger effect has none. */
function entryFaults(batch: BatchRecord, document: DocumentRecord, known: KnownOfEntries) {
  if (moduleOf(batch.document_type) === null) return [];
  const result = validateEntry(draftOf(batch, document), known.facts, 'complete');
  return [...(result.ok ? [] : result.faults), ...settlementFaults(batch, document, known)];
}

/** What is wrong with lines on the accounts of receivable and advances, which billings and collections write by themselves. */
function settlementFaults(
  batch: BatchRecord,
  { document_date, payee_id, lines }: DocumentRecord,
  { facts, invoices }: KnownOfEntries,
) {
  const { document_type, currency_id } = batch;
  const use = onReceivable(document_type);
  if (use === 'bills' || use === 'settles') return [];
  const said = lines.map((line) => ({
    account_code: line.account_code,
    is_receivable: facts.accounts.get(line.account_code)?.role === 'AR',
    is_advance: facts.accounts.get(line.account_code)?.role === 'CUSTOMER_ADVANCES',
    payee_id: line.payee_id,
    invoice: line.invoice_id === null ? null : (invoices.get(line.invoice_id) ?? null),
    settled_minor: (parseAmount(line.credit_amount) ?? 0n) - (parseAmount(line.debit_amount) ?? 0n),
    settled_php_minor: (parseAmount(line.credit_php) ?? 0n) - (parseAmount(line.debit_php) ?? 0n),
  }));
  const entry = {
    names_invoices: use === 'names_invoice',
    is_confidential: batch.is_confidential === 1,
    document_date,
    currency_id,
  };
  return [...receivableFaults(entry, said), ...advanceFaults(payee_id, said)];
}

/** What its type needs of a header before it can be posted: parties in force, the bank's own line, the kind of receipt. */
function headerFaults(
  batch: BatchRecord,
  document: DocumentRecord,
  { facts, payees }: KnownOfEntries,
): { field: string; message: string }[] {
  const { header: has } = DOCUMENT_TYPES[batch.document_type];
  const bank = facts.banks.find(({ id }) => id === document.bank_id) ?? null;
  const payee_bank = facts.payee_banks.find(({ id }) => id === document.payee_bank_id) ?? null;
  const parties = { payee_id: document.payee_id, bank, payee_bank };
  const faults: { field: string; message: string }[] = [
    ...(has.payee ? payeeFaults(document.payee_id, facts) : []),
    ...stateFaults(parties, document.document_date),
  ];
  const hold = holdOf(batch.document_type, document, payees);
  if (hold !== null) faults.push({ field: 'payee_id', message: hold });
  if (has.bank_required && bank === null) faults.push({ field: 'bank_id', message: 'Bank is required.' });
  if (has.receipt && document.is_or_ar === null) {
    const message = 'Choose the receipt: 1 official, 2 acknowledgement, 3 both.';
    faults.push({ field: 'is_or_ar', message });
  }
  const message =
    bank === null || has.bank_side === null ? null : bankLineFault(has.bank_side, bank, accountLinesOf(document));
  return message === null ? faults : [...faults, { field: 'bank_id', message }];
}

/** The refusal of each batch that pays somebody who was put on hold since it was submitted; null where it does not. */
export async function holdRefusals(database: Database, batches: readonly BatchRecord[]): Promise<(Problem | null)[]> {
  if (batches.length === 0) return [];
  const open = batches.map(({ documents }) => documents.filter(({ is_voided }) => !is_voided));
  const payees = await loadPayeeStates(database, [...new Set(open.flat().flatMap(({ payee_id }) => payee_id ?? []))]);
  return batches.map(({ document_type }, place) => {
    const [hold] = open[place]!.flatMap((document) => holdOf(document_type, document, payees) ?? []);
    return hold === undefined ? null : conflict('payee_on_hold', hold);
  });
}

function holdOf(
  type: DocumentType,
  { payee_id }: DocumentRecord,
  payees: ReadonlyMap<number, PayeeState>,
): string | null {
  const payee = payee_id === null ? undefined : payees.get(payee_id);
  return payee === undefined || !DOCUMENT_TYPES[type].pays ? null : paymentHold(payee);
}

/** What goes through a bank's account by a stored document, in minor units of its currency. */
export function movementOf({ document_type }: BatchRecord, document: DocumentRecord, acctCode: string): bigint {
  return bankMovement(DOCUMENT_TYPES[document_type].header.bank_side ?? 'credit', acctCode, accountLinesOf(document));
}

function accountLinesOf({ lines }: DocumentRecord) {
  return lines.map((line) => ({
    account_code: line.account_code,
    debit_minor: parseAmount(line.debit_amount) ?? 0n,
    credit_minor: parseAmount(line.credit_amount) ?? 0n,
  }));
}
