import { bankText } from '@talaan/core/ledger/bank-line';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import type { BankFacts, PayeeBankFacts, StoredEntryFacts } from './entry-facts.store.ts';
import type { GivenHeader } from '../record/given-documents.ts';

/** The parties of a header that exist; null for what it does not name. */
export interface HeaderParties {
  readonly payee_id: number | null;
  readonly bank: BankFacts | null;
  readonly payee_bank: PayeeBankFacts | null;
}

export interface PartyFault {
  readonly field: 'payee_id' | 'bank_id' | 'payee_bank_id';
  readonly message: string;
}

/**
 * Reads the payee, the own bank account and the payee's bank account of a header, as far as its type has them
 * (decisions §4). What is missing, unknown or inactive is a fault; '{field} is required.' as the specification says it.
 */
export function readParties(
  type: DocumentType,
  header: GivenHeader,
  facts: StoredEntryFacts,
): { parties: HeaderParties; faults: readonly PartyFault[] } {
  const { header: has } = DOCUMENT_TYPES[type];
  const bank = has.bank_side === null ? null : findBank(header, facts);
  const payee_bank = has.payee_bank ? findPayeeBank(header, facts) : null;
  const parties = { payee_id: has.payee ? header.payee_id : null, bank: known(bank), payee_bank: known(payee_bank) };
  const faults: PartyFault[] = [];
  if (has.payee) faults.push(...payeeFaults(header.payee_id, facts));
  if (bank === null && has.bank_required) faults.push({ field: 'bank_id', message: 'Bank is required.' });
  if (typeof bank === 'string') faults.push({ field: 'bank_id', message: bank });
  if (typeof payee_bank === 'string') faults.push({ field: 'payee_bank_id', message: payee_bank });
  return { parties, faults: [...faults, ...stateFaults(parties, header.document_date)] };
}

/**
 * What keeps the parties of a document from being used on its date: inactive, ended, another payee's (INV-18). A document
 * is asked again when it is submitted, because records change meanwhile.
 */
export function stateFaults({ payee_id, bank, payee_bank }: HeaderParties, date: string): PartyFault[] {
  const faults: PartyFault[] = [];
  if (bank !== null && !bank.active) {
    faults.push({ field: 'bank_id', message: `Bank account ${bankText(bank)} is inactive.` });
  }
  if (payee_bank === null) return faults;
  if (payee_bank.payee_id !== payee_id) {
    const message = `Bank account ${payee_bank.account_number} belongs to another payee.`;
    return [...faults, { field: 'payee_bank_id', message }];
  }
  const isOpen = (payee_bank.start_date ?? date) <= date && (payee_bank.end_date ?? date) >= date;
  if (isOpen) return faults;
  const message = `Bank account ${payee_bank.account_number} of the payee is not open on ${date}.`;
  return [...faults, { field: 'payee_bank_id', message }];
}

/** What is wrong with the payee of a header that must name one. */
export function payeeFaults(payeeId: number | null, facts: StoredEntryFacts): PartyFault[] {
  if (payeeId === null) return [{ field: 'payee_id', message: 'Payee is required.' }];
  const payee = facts.payees.get(payeeId);
  if (payee === undefined) return [{ field: 'payee_id', message: `Payee ${payeeId} does not exist.` }];
  return payee.active ? [] : [{ field: 'payee_id', message: `Payee ${payee.code} is inactive.` }];
}

/** The bank account, null when none is named, or why there is none. */
function findBank(header: GivenHeader, facts: StoredEntryFacts): BankFacts | null | string {
  if (header.bank_id !== null) {
    return facts.banks.find((bank) => bank.id === header.bank_id) ?? `Bank ${header.bank_id} does not exist.`;
  }
  if (!header.bank_account) return null;
  const found = facts.banks.filter(
    (bank) => bank.account_no === header.bank_account && (!header.bank_code || bank.bank_code === header.bank_code),
  );
  if (found.length > 1) return `Several banks have an account ${header.bank_account}. Name the bank as well.`;
  return found[0] ?? `Bank account ${header.bank_account} does not exist.`;
}

function findPayeeBank(header: GivenHeader, facts: StoredEntryFacts): PayeeBankFacts | null | string {
  if (header.payee_bank_id !== null) {
    const found = facts.payee_banks.find((account) => account.id === header.payee_bank_id);
    return found ?? `Payee bank account ${header.payee_bank_id} does not exist.`;
  }
  if (!header.payee_account_number) return null;
  const found = facts.payee_banks.find(
    (account) => account.payee_id === header.payee_id && account.account_number === header.payee_account_number,
  );
  return found ?? `The payee has no bank account ${header.payee_account_number}.`;
}

function known<Found>(found: Found | null | string): Found | null {
  return typeof found === 'string' ? null : found;
}
