import type { ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { VAT_TYPES } from '@talaan/contract/resources/party.choices';
import { STATUS } from '@talaan/core/documents/document-status';
import { currencyLabel } from '@talaan/core/money/currency';
import { fingerprintOf } from '../record/batch-content.ts';
import type { BatchNames } from './batch-names.store.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { changesBetween, isSame, type FieldChange } from './content-changes.ts';
import type { EarlierContent } from './earlier-content.store.ts';

/**
 * What an approver is told of the changes since the last submission: fields by the names of the wire, records by their
 * codes, choices by their labels (decisions §3). Null in a first round in which nothing differs.
 */
export function changesViewOf(earlier: EarlierContent, batch: BatchRecord, names: BatchNames): ChangesSince | null {
  const isEnded = batch.status === STATUS.ARCHIVED;
  const documents = batch.documents.filter((document) => isEnded || !document.is_voided);
  const changes = changesBetween(earlier.content, { ...batch, documents });
  if (batch.cycle === 1 && isSame(changes)) return null;
  return {
    since: earlier.since,
    by: earlier.by,
    fingerprint_before: earlier.fingerprint,
    fingerprint_now: fingerprintOf(batch),
    documents: [...changes.documents],
    headers: changes.headers
      .filter((change) => !isToldByBank(change, changes.headers))
      .map((change) => ({ ...named(change, names), header_key: change.header_key })),
    lines: changes.lines.map(({ account_id, fields, ...line }) => ({
      ...line,
      account_code: names.accounts.get(account_id)?.code ?? '',
      fields: fields.map((change) => named(change, names)),
    })),
    attachments: [...changes.attachments],
  };
}

type HeaderChange = FieldChange & { readonly header_key: number };

/** The number of a bank account follows from the account that was chosen. */
function isToldByBank(change: HeaderChange, all: readonly HeaderChange[]): boolean {
  return (
    change.field === 'bank_account' &&
    all.some((other) => other.field === 'bank_id' && other.header_key === change.header_key)
  );
}

/** A change as people read it, under the wire's name of the field. */
function named({ field, before, after }: FieldChange, names: BatchNames): FieldChange {
  const reading = READINGS[field];
  if (reading === undefined) return { field, before, after };
  const textOf = (value: string | null) => (value === null ? null : (reading.textOf(value, names) ?? value));
  return { field: reading.field, before: textOf(before), after: textOf(after) };
}

interface Reading {
  readonly field: string;
  readonly textOf: (value: string, names: BatchNames) => string | undefined;
}

type RecordKind = 'accounts' | 'departments' | 'branches' | 'sections' | 'tax_codes' | 'payee_banks';

const byCode = (field: string, records: RecordKind): Reading => ({
  field,
  textOf: (id, names) => names[records].get(Number(id))?.code,
});
const byName = (field: string, records: 'payees' | 'services'): Reading => ({
  field,
  textOf: (id, names) => names[records].get(Number(id))?.name,
});
const yesNo = (field: string): Reading => ({
  field,
  textOf: (value) => (value === '1' || value === 'true' ? 'Yes' : 'No'),
});

const RECEIPTS: Readonly<Record<string, string>> = {
  '1': 'Official receipt',
  '2': 'Acknowledgement receipt',
  '3': 'Official and acknowledgement receipt',
};

const READINGS: Readonly<Record<string, Reading | undefined>> = {
  account_id: byCode('account_code', 'accounts'),
  payee_id: byName('payee', 'payees'),
  department_id: byCode('department', 'departments'),
  branch_id: byCode('branch', 'branches'),
  section_id: byCode('section', 'sections'),
  atc_id: byCode('atc_code', 'tax_codes'),
  payee_bank_id: byCode('payee_account_number', 'payee_banks'),
  billing_service_id: byName('service', 'services'),
  bank_id: {
    field: 'bank',
    textOf: (id, { banks }) => {
      const bank = banks.get(Number(id));
      return bank === undefined ? undefined : `${bank.bank_code} ${bank.code}`;
    },
  },
  currency_id: { field: 'currency', textOf: (id) => currencyLabel(Number(id)) },
  vat: { field: 'vat', textOf: (code) => VAT_TYPES[code as unknown as keyof typeof VAT_TYPES] },
  is_or_ar: { field: 'receipt', textOf: (code) => RECEIPTS[code] },
  is_confidential: yesNo('confidential'),
  is_pdc: yesNo('post_dated'),
  adjusting: yesNo('adjusting'),
};
