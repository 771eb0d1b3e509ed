import { sql, type RawBuilder } from 'kysely';
import type { PeriodModule } from '@talaan/core/calendar/accounting-period';
import type { PostingAmounts } from '@talaan/core/ledger/journal-entry';
import { amountText } from '@talaan/core/money/money';
import type { Database } from '../platform/database/database.ts';

/** A journal entry that mirrors another one, ready for the ledger. */
export interface MirrorEntry {
  readonly document_id: string;
  /** The round of the batch in which its document was posted (`batch.cycle`). */
  readonly round: number;
  readonly document_type: string;
  readonly entry_date: string;
  readonly module: PeriodModule;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, decimal text. */
  readonly rate: string;
  /** The entry that this one mirrors. */
  readonly reverses_id: string;
  readonly postings: readonly Posting[];
}

/** One debit or credit, with what it is analysed by. Amounts are minor units: pesos, and the entry's currency. */
export interface Posting extends PostingAmounts {
  readonly account_id: number;
  readonly branch_id: number | null;
  readonly department_id: number | null;
  readonly section_id: number | null;
  readonly payee_id: number | null;
  readonly billing_service_id: number | null;
  readonly atc_id: number | null;
  readonly tax_base: string | null;
  readonly remarks: string | null;
  /** The invoice that a line of a journal settles or opens again. */
  readonly invoice_id: number | null;
}

/**
 * Posts any number of documents where they stand, of one batch or of many, in one call and in the name of the transaction's
 * actor; answers the ids of their entries in order. With `postMirrors` the only writer of journal entries and postings. The
 * database refuses an entry that does not balance, a document whose batch is not approved, a closed period, an account that takes
 * no postings and a second posting of a document; then none is written (data-model §6). Call one of both once per transaction.
 */
export async function postMany(transaction: Database, document_ids: readonly string[]): Promise<string[]> {
  if (document_ids.length === 0) return [];
  return idsOf(transaction, postingOf(document_ids));
}

/**
 * The same as an expression of a larger statement, for a posting that must cost no round trip of its own: it yields the
 * ids, or an empty array when there is nothing to post. `entry_ids` are those that `reserveEntryIds` gave.
 */
export function postingOf(
  document_ids: readonly string[],
  entry_ids: readonly string[] | null = null,
): RawBuilder<string[]> {
  if (document_ids.length === 0) return sql`'{}'::bigint[]`;
  return sql`post_entries(${document_ids}::bigint[], ${entry_ids}::bigint[])`;
}

/** Posts the mirrors of entries that are void, in one call; answers their ids in order. */
export async function postMirrors(transaction: Database, entries: readonly MirrorEntry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const headers = entries.map(({ postings: _postings, ...header }) => header);
  const lines = entries.flatMap((entry, place) => entry.postings.map((posting) => lineOf(posting, place)));
  return idsOf(transaction, sql`post_entries(${JSON.stringify(headers)}::jsonb, ${JSON.stringify(lines)}::jsonb)`);
}

/**
 * Ids for entries whose reply must be known before they are written. An id is no business number, so one that is never
 * used leaves no gap that anybody has to explain.
 */
export async function reserveEntryIds(database: Database, count: number): Promise<string[]> {
  const reserved = await sql<{ id: string }>`
    select nextval('journal_entry_id_seq') as id from generate_series(1, ${sql.lit(count)})`.execute(database);
  return reserved.rows.map((row) => row.id);
}

async function idsOf(transaction: Database, posting: RawBuilder<string[]>): Promise<string[]> {
  const posted = await sql<{ ids: string[] }>`select ${posting} as ids`.execute(transaction);
  return posted.rows[0]!.ids;
}

function lineOf({ debit_minor, credit_minor, fc_debit_minor, fc_credit_minor, ...analysis }: Posting, entry: number) {
  return {
    entry,
    ...analysis,
    debit: amountText(debit_minor),
    credit: amountText(credit_minor),
    fc_debit: amountText(fc_debit_minor),
    fc_credit: amountText(fc_credit_minor),
  };
}
