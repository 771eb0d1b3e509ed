import { sql } from 'kysely';
import type { ChequeBook } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';

/** The most leaves of one book (as the database checks). */
const MOST_LEAVES = 10_000;

/** Cheque books by bank account, the oldest first, with the next leaf of each. */
export async function listBooks(
  database: Database,
  { bank_id, id }: { bank_id?: number | undefined; id?: number | undefined },
): Promise<ChequeBook[]> {
  const found = await sql<ChequeBook>`
    select o.id, o.bank_id, k.bank_name, k.account_no as bank_account, o.first_number, o.last_number,
      min(f.cheque_number) as next_number, count(f.cheque_number)::int as left
    from cheque_book o join bank k on k.id = o.bank_id
    left join free_cheque_numbers(o.bank_id, 1000000) f on f.book_id = o.id
    where (${bank_id ?? null}::int is null or o.bank_id = ${bank_id ?? null})
      and (${id ?? null}::int is null or o.id = ${id ?? null})
    group by o.id, k.id order by k.bank_name, k.account_no, o.id`.execute(database);
  return found.rows;
}

/** The number of the next leaf of an account that nothing was written on; null where no book has one. */
export async function nextLeaf(database: Database, bankId: number): Promise<string | null> {
  const found = await sql<{ cheque_number: string }>`
    select cheque_number from free_cheque_numbers(${bankId}, 1)`.execute(database);
  return found.rows[0]?.cheque_number ?? null;
}

/** Puts a book on stock; refused where a leaf of it is in another book of the account. Answers it. */
export async function addBook(
  transaction: Database,
  userId: number,
  book: { readonly bank_id: number; readonly first_number: string; readonly last_number: string },
): Promise<ChequeBook> {
  requireRange(book);
  const bank = await sql<{ acct_type: string; status: number; name: string }>`
    select acct_type, status, concat_ws(' ', bank_name, account_no) as name from bank where id = ${book.bank_id}`.execute(
    transaction,
  );
  if (!bank.rows[0]) throw invalid({ bank_id: ['Choose a bank account.'] });
  if (bank.rows[0].status !== 1)
    throw invalid({ bank_id: [`${bank.rows[0].name} is inactive. Choose an active account.`] });
  const stored = await sql<{ id: number }>`
    insert into cheque_book (bank_id, first_number, last_number, input_by)
    values (${book.bank_id}, ${book.first_number}, ${book.last_number}, ${userId}) returning id`.execute(transaction);
  return (await listBooks(transaction, { id: stored.rows[0]!.id }))[0]!;
}

/** Takes a book off stock of which no leaf was used. */
export async function removeBook(transaction: Database, id: number): Promise<void> {
  const [book] = await listBooks(transaction, { id });
  if (!book) throw notFound('There is no such cheque book.');
  if (book.left < leavesOf(book)) {
    throw conflict(
      'book_in_use',
      `Leaves of the book ${book.first_number} to ${book.last_number} are in the register. Enter the others as spoiled instead.`,
    );
  }
  await sql`delete from cheque_book where id = ${id}`.execute(transaction);
}

function requireRange(book: { readonly first_number: string; readonly last_number: string }): void {
  const { first_number, last_number } = book;
  if (first_number.length !== last_number.length) {
    throw invalid({ last_number: ['First and last number have the same number of digits, zeros in front included.'] });
  }
  const leaves = leavesOf(book);
  if (leaves < 1) throw invalid({ last_number: ['The last number is not below the first.'] });
  if (leaves > MOST_LEAVES) throw invalid({ last_number: [`A cheque book has up to ${MOST_LEAVES} leaves.`] });
}

function leavesOf({ first_number, last_number }: Pick<ChequeBook, 'first_number' | 'last_number'>): bigint {
  return BigInt(last_number) - BigInt(first_number) + 1n;
}
