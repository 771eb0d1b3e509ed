import { parseAmount, sumMinor } from '@talaan/core/money/money';
import { invalid } from '../../platform/http/problem.ts';
import type { CheckedEntry, DocumentContent, DocumentTotals } from '../record/batch-content.ts';
import type { BatchSummary } from '../record/batch-contents.store.ts';
import type { BatchRecord, DocumentRecord } from '../record/batch-record.ts';
import { namesFirstChequeOnly, type GivenEntry } from '../record/given-documents.ts';

/** An entry that takes its place among the stored documents of a batch. */
export interface PlacedEntry {
  /** What is written, under the header keys of the batch. */
  readonly entry: CheckedEntry;
  /** All documents of the batch as they will be. */
  readonly documents: readonly DocumentContent[];
  readonly summary: BatchSummary;
  /** Ids of open documents that the entry no longer has. */
  readonly left_out: readonly string[];
}

/**
 * Places the documents of an update: the n-th takes the place of the n-th that is open, further ones are new. Void
 * documents stay as they are. An update that names the first cheque of a series only leaves the others alone; currency
 * and rate belong to all of them and are refused there.
 */
export function placeInBatch(batch: BatchRecord, input: GivenEntry, checked: CheckedEntry): PlacedEntry {
  const open = batch.documents.filter((document) => !document.is_voided);
  const isSeries = batch.is_pdc === 1 && checked.content.is_pdc === 1;
  const isFirstOnly = isSeries && namesFirstChequeOnly(input, open.length);
  if (isFirstOnly && open.length > 1) requireSameCurrency(batch, checked);
  let nextKey = Math.max(-1, ...batch.documents.map((document) => document.header_key)) + 1;
  const given = isFirstOnly ? checked.content.documents.slice(0, 1) : checked.content.documents;
  const placed = given.map((document, place) => ({ ...document, header_key: open[place]?.header_key ?? nextKey++ }));
  const left_out = isFirstOnly ? [] : open.slice(placed.length);
  const untouched = batch.documents.filter(
    (document) => document.is_voided || !placed.some(({ header_key }) => header_key === document.header_key),
  );
  const stay = untouched.filter((document) => !document.is_voided && !left_out.includes(document));
  const totals = [...checked.totals.slice(0, placed.length), ...stay.map(totalsOfStored)];
  const first = [...placed, ...stay].toSorted((left, right) => (left.document_date < right.document_date ? -1 : 1))[0]!;
  return {
    entry: {
      content: { ...checked.content, documents: placed },
      totals: checked.totals.slice(0, placed.length),
      regular_trx: checked.regular_trx,
    },
    documents: [...placed, ...untouched].toSorted((left, right) => left.header_key - right.header_key),
    summary: { ...sumOf(totals), document_date: first.document_date, payee_id: first.payee_id },
    left_out: left_out.map((document) => document.id),
  };
}

function requireSameCurrency(batch: BatchRecord, { content }: CheckedEntry): void {
  if (batch.currency_id === content.currency_id && Number(batch.dollar_rate) === Number(content.dollar_rate)) return;
  const message = 'Currency and rate are those of the whole series. Change all its cheques together.';
  throw invalid({ 'headers.0.currency_id': [message] });
}

function totalsOfStored({ lines }: DocumentRecord): DocumentTotals {
  const debited = (field: 'debit_amount' | 'debit_php') =>
    sumMinor(lines.map((line) => parseAmount(line[field]) ?? 0n));
  return { total_minor: debited('debit_amount'), php_minor: debited('debit_php') };
}

function sumOf(totals: readonly DocumentTotals[]): DocumentTotals {
  return {
    total_minor: sumMinor(totals.map((total) => total.total_minor)),
    php_minor: sumMinor(totals.map((total) => total.php_minor)),
  };
}
