import { sql, type RawBuilder } from 'kysely';
import { MOST_FOUND, type BatchHit, type ChequeHit, type PayeeHit } from '@talaan/contract/desks/find.contract';
import { addMonths, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { mayOpen } from '../access/may-open.ts';
import { isWithin } from '../batches/lists/batch-filters.ts';
import { documentsHolding, documentsNumbered, numbersOf, searchWords } from '../batches/lists/search-words.ts';
import { readBatchRows, type StoredBatchRow } from '../batches/record/batch-rows.ts';
import { visibleBatches } from '../batches/record/batch-visibility.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { patternOf } from '../platform/database/search-pattern.ts';

export interface Found {
  readonly batches: BatchHit[];
  readonly cheques: ChequeHit[];
  readonly receipts: BatchHit[];
  readonly payees: PayeeHit[];
  readonly amounts: BatchHit[];
}

/**
 * What a person may see of what holds every word of a text, in any order; an amount among the words (`2,229.41`) finds
 * totals and what went through the bank. In: the text, a month as its first day or null for all. Out: each group best
 * first, then the latest.
 */
export async function findEverything(
  db: Database,
  user: Principal,
  { text, month }: { readonly text: string; readonly month: CalendarDate | null },
  served: readonly DocumentType[],
): Promise<Found> {
  const words = searchWords(text);
  const amountAt = words.findIndex((word) => amountOf(word) !== null);
  const amount = amountAt < 0 ? null : amountOf(words[amountAt]!);
  const others = words.filter((_, at) => at !== amountAt);
  const narrow = narrowing(user, served, month);
  const [byWords, byAmount, payees] = await Promise.all([
    findByWords(db, words, narrow, month),
    amount === null ? [] : findByAmount(db, amount, others, narrow),
    findPayees(db, user, others.length > 0 ? others : words),
  ]);
  const withWords = byAmount.filter(({ has_words }) => has_words && others.length > 0);
  const found = [...new Map([...byWords, ...withWords].map((hit) => [hit.id, hit])).values()];
  const ids = [...new Set([...found, ...byAmount].map(({ batch_id }) => batch_id))];
  const rows = new Map((await readBatchRows(db, ids)).map((row) => [row.id, row]));
  const best = ranked(
    [...new Set(found.map(({ batch_id }) => batch_id))].map((id) => rows.get(id)!),
    words,
  );
  const isFound = new Set(best.map(({ id }) => id));
  const withAmount = [...new Set(byAmount.map(({ batch_id }) => batch_id))].filter((id) => !isFound.has(id));
  return {
    batches: best.map(batchHit),
    cheques: await readCheques(db, found, byAmount, { amount, words }),
    receipts: best.filter(({ or_number, ar_number }) => or_number ?? ar_number).map(batchHit),
    payees,
    amounts: ranked(
      withAmount.map((id) => rows.get(id)!),
      words,
    ).map(batchHit),
  };
}

/** A document that was found, with its batch. */
interface DocumentFound {
  readonly id: string;
  readonly batch_id: string;
}

/** The amount that a word is, in minor units; null for none, and for 0. */
function amountOf(word: string): bigint | null {
  const minor = parseAmount(word);
  return minor === null || minor === 0n ? null : minor;
}

function narrowing(user: Principal, served: readonly DocumentType[], month: CalendarDate | null): RawBuilder<unknown> {
  const visible = visibleBatches(user, served);
  if (month === null) return visible;
  const from = startOfMonth(month);
  return sql`${visible} and ${isWithin(sql`b.document_date`, { from, before: addMonths(from, 1) })}`;
}

/** So many of the latest documents are looked through first: a word that stands in many is found there soon. */
const LATEST = 4000;
/** So many that hold the words are looked at where they are found by their index. */
const MOST_LOOKED_AT = 2000;

/**
 * Documents that hold every word. A frequent word would have its index answer most of the table; it is met soon among the
 * latest documents. What these do not fill up is rare among them, and the index finds the others.
 */
async function findByWords(
  db: Database,
  words: readonly string[],
  narrow: RawBuilder<unknown>,
  month: CalendarDate | null,
): Promise<DocumentFound[]> {
  const holding = documentsHolding(words);
  const numbered = await findByNumber(db, words, narrow);
  if (month === null) {
    const latest = await readFound(
      db,
      sql`(select * from document_search order by document_id desc limit ${LATEST}) s
        join batch b on b.id = s.batch_id where ${holding} and ${narrow}`,
    );
    if (latest.length === MOST_FOUND) return [...numbered, ...latest];
  }
  const all = await readFound(
    db,
    sql`(select * from document_search s where ${holding} limit ${MOST_LOOKED_AT}) s
      join batch b on b.id = s.batch_id where ${narrow}`,
  );
  return [...numbered, ...all];
}

/** The document whose number is the word, whatever else holds it. */
function findByNumber(db: Database, words: readonly string[], narrow: RawBuilder<unknown>): Promise<DocumentFound[]> {
  const numbers = words.length === 1 ? numbersOf(words[0]!) : [];
  if (numbers.length === 0) return Promise.resolve([]);
  return readFound(
    db,
    sql`(${documentsNumbered(numbers)}
      union select d.id, d.batch_id from batch n join document d on d.batch_id = n.id
        where n.batch_number = any (${numbers}::text[])) s
      join batch b on b.id = s.batch_id where ${narrow}`,
  );
}

async function readFound(db: Database, from: RawBuilder<unknown>): Promise<DocumentFound[]> {
  const found = await sql<DocumentFound>`
    select s.document_id as id, s.batch_id from ${from} order by s.document_id desc limit ${MOST_FOUND}`.execute(db);
  return found.rows;
}

/** Documents of a total, their own or of their batch, or of a line on the account of their bank; of each whether the other words stand in it too. */
async function findByAmount(
  db: Database,
  minor: bigint,
  others: readonly string[],
  narrow: RawBuilder<unknown>,
): Promise<(DocumentFound & { readonly has_words: boolean })[]> {
  const amount = sql`${amountText(minor)}::numeric`;
  const onBank = (side: 'debit_amount' | 'credit_amount') => sql`
    select d.id, d.batch_id from (select * from line where ${sql.ref(side)} = ${amount} limit ${MOST_LOOKED_AT}) l
    join document d on d.id = l.document_id join bank k on k.id = d.bank_id
    join account a on a.acct_code = k.acct_code and a.id = l.account_id`;
  const found = await sql<DocumentFound & { has_words: boolean }>`
    select s.document_id as id, s.batch_id, ${documentsHolding(others)} as has_words
    from (${onBank('debit_amount')} union ${onBank('credit_amount')}
      union (select id, batch_id from document where total_amount = ${amount} order by id desc limit ${MOST_LOOKED_AT})
      union select d.id, d.batch_id
      from (select id from batch where total_amount = ${amount} order by id desc limit ${MOST_LOOKED_AT}) n
      join document d on d.batch_id = n.id) f
    join document_search s on s.document_id = f.id
    join batch b on b.id = s.batch_id where ${narrow}
    order by has_words desc, s.document_id desc limit ${MOST_FOUND}`.execute(db);
  return found.rows;
}

/** Payees by code, name, trader name and TIN; those whose name begins with the first word before the others. */
async function findPayees(db: Database, user: Principal, words: readonly string[]): Promise<PayeeHit[]> {
  if (!mayOpen(user, 'Payee Details') || words.length === 0) return [];
  const patterns = words.map(patternOf);
  const found = await sql<PayeeHit>`
    select p.id, p.payee_code, p.payee_desc, p.tin, p.status
    from (select * from payee where search_text like all (${patterns}::text[]) limit ${MOST_LOOKED_AT}) p
    order by starts_with(lower(p.payee_desc collate "default"), ${words[0]!}) desc, p.status desc, p.payee_desc collate people_order, p.id
    limit ${MOST_FOUND}`.execute(db);
  return found.rows;
}

/** Cheques of the documents that were found, and those of the amount, net or gross; by a number that was typed before the others. */
async function readCheques(
  db: Database,
  found: readonly DocumentFound[],
  byAmount: readonly DocumentFound[],
  { amount, words }: { readonly amount: bigint | null; readonly words: readonly string[] },
): Promise<ChequeHit[]> {
  const idsOf = (documents: readonly DocumentFound[]) => sql`any (${documents.map(({ id }) => id)}::bigint[])`;
  const cheques = await sql<ChequeHit>`
    select c.id, c.cheque_number, k.bank_code, p.payee_desc, d.header_key + 1 as place,
      case when b.is_pdc = 1 then (select count(*)::int from document o where o.batch_id = b.id) else 1 end as documents,
      c.state, y.iso_code as currency, c.amount, c.cheque_date
    from cheque c join document d on d.id = c.document_id join batch b on b.id = d.batch_id
    join bank k on k.id = c.bank_id join currency y on y.id = b.currency_id left join payee p on p.id = d.payee_id
    where c.cheque_number is not null and (c.document_id = ${idsOf(found)}
      or c.document_id = ${idsOf(byAmount)} and ${amountText(amount ?? 0n)}::numeric in (c.amount, d.total_amount))
    order by lower(c.cheque_number) = any (${words}::text[]) desc, c.cheque_date desc, c.id desc limit ${MOST_FOUND}`.execute(
    db,
  );
  return cheques.rows;
}

/** Best first: whose number was typed, then whose payee begins with the first word, then the latest. */
function ranked(rows: readonly StoredBatchRow[], words: readonly string[]): StoredBatchRow[] {
  const numbers = new Set(words.flatMap(numbersOf));
  const rankOf = (row: StoredBatchRow) => {
    const own = [row.batch_number, row.document_number, row.cheque_number, row.or_number, row.ar_number];
    if (own.some((number) => number !== null && numbers.has(number))) return 2;
    return row.payee_desc?.toLowerCase().startsWith(words[0]!) ? 1 : 0;
  };
  return rows.toSorted(
    (one, other) =>
      rankOf(other) - rankOf(one) ||
      other.document_date.localeCompare(one.document_date) ||
      Number(BigInt(other.id) - BigInt(one.id)),
  );
}

function batchHit(row: StoredBatchRow): BatchHit {
  return {
    batch_number: row.batch_number,
    document_type: row.document_type,
    document_number: row.document_number,
    receipt_number: row.or_number ?? row.ar_number,
    status: row.status,
    payee_desc: row.payee_desc,
    remarks: row.remarks,
    documents: row.document_count,
    currency: row.currency,
    total_amount: row.total_amount,
    amount: row.amount,
    document_date: row.document_date.split(',')[0]!,
  };
}
