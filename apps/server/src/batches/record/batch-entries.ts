import { moduleOf } from '@talaan/core/documents/document-type';
import { postingAmounts, type DraftEntry, type LineAmounts } from '@talaan/core/ledger/journal-entry';
import { parseAmount } from '@talaan/core/money/money';
import type { JournalEntry } from '../../ledger/post-entry.ts';
import { matures } from './batch-decision.ts';
import type { BatchRecord, DocumentRecord, LineRecord } from './batch-record.ts';

/**
 * What the ledger is still to record of an approved batch: one entry per document, its lines as they stand. A voided
 * document posts nothing, a post-dated one posts on its day, and a type without ledger effect never (decisions §4).
 */
export function entriesOf(batch: BatchRecord, today: string): JournalEntry[] {
  const module = moduleOf(batch.document_type);
  if (module === null) return [];
  return batch.documents
    .filter((document) => !document.is_voided && document.journal_entry_id === null && !matures(document, batch, today))
    .map((document) => ({
      document_id: document.id,
      round: batch.cycle,
      document_type: batch.document_type,
      entry_date: document.document_date,
      module,
      currency_id: batch.currency_id,
      rate: batch.dollar_rate,
      postings: postingsOf(batch, document),
    }));
}

function postingsOf(batch: BatchRecord, document: DocumentRecord): JournalEntry['postings'] {
  const accounts = new Map(
    document.lines.map((line) => [line.account_code, { currency_id: line.account_currency_id }]),
  );
  const amounts = postingAmounts(draftOf(batch, document), document.lines.map(amountsOf), accounts);
  return document.lines.map((line, index) => ({
    ...amounts[index]!,
    account_id: line.account_id,
    branch_id: line.branch_id,
    department_id: line.department_id,
    section_id: line.section_id,
    payee_id: line.payee_id,
    billing_service_id: line.billing_service_id,
    atc_id: line.atc_id,
    tax_base: line.tax_base,
    remarks: line.remarks,
    invoice_id: line.invoice_id,
  }));
}

/** A stored document as the checks of `packages/core` read it. */
export function draftOf(batch: BatchRecord, document: DocumentRecord): DraftEntry {
  const { currency_id, dollar_rate, adjusting } = batch;
  return { currency_id, dollar_rate, adjusting, lines: document.lines };
}

function amountsOf(line: LineRecord): LineAmounts {
  return {
    debit_minor: minorOf(line.debit_amount),
    credit_minor: minorOf(line.credit_amount),
    debit_php_minor: minorOf(line.debit_php),
    credit_php_minor: minorOf(line.credit_php),
  };
}

function minorOf(text: string): bigint {
  const minor = parseAmount(text);
  if (minor === null) throw new TypeError(`The stored amount ${text} cannot be read.`);
  return minor;
}
