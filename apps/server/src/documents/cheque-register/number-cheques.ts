import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { chequeKey } from '@talaan/core/documents/cheque/cheque-number';
import { chequeText } from '@talaan/core/documents/cheque/cheque-state';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { StoredCheque } from './cheque-rows.ts';
import { enterCheques } from './record-cheque-moves.ts';
import { lockCheques, noteOnVouchers, requireVersion } from './move-cheques.ts';

/** Leaves that one confirmation may leave out. */
const MOST_SKIPPED = 50;

/** Which cheques get which leaves. */
export interface Numbering {
  readonly bank_id: number;
  /** The leaf on top of the stock before; null when no book has one left. */
  readonly next_number: string | null;
  readonly skipped: string[];
  readonly numbers: { id: number; cheque_number: string }[];
}

/**
 * Gives queued cheques of one account the next leaves of its books, in the order of the ids; vouchers wait for release or
 * are released. Leaves before `first_number` are entered as spoiled, so that every leaf is accounted for. Two people never
 * take the same leaf: the books of the account are held until the transaction ends.
 */
export async function numberInSequence(
  transaction: Database,
  user: Principal,
  ids: readonly number[],
  given: { readonly first_number: string | undefined; readonly skip_reason: string; readonly dry_run: boolean },
): Promise<Numbering> {
  const cheques = await lockCheques(transaction, user, ids);
  if (cheques.length < new Set(ids).size) throw notFound('One of the cheques does not exist.');
  for (const cheque of cheques) requireNumberable(cheque);
  const bank_id = cheques[0]!.bank_id;
  if (cheques.some((cheque) => cheque.bank_id !== bank_id)) {
    throw conflict('several_banks', 'Choose cheques of one bank account; each account has its own books.');
  }
  await sql`select from cheque_book where bank_id = ${bank_id} order by id for update`.execute(transaction);
  const free = await readFreeNumbers(transaction, bank_id, cheques.length + MOST_SKIPPED);
  const { first_number } = given;
  const start = first_number === undefined ? 0 : free.findIndex((leaf) => chequeKey(leaf) === chequeKey(first_number));
  if (start < 0) {
    throw invalid({
      first_number: [
        free.length === 0
          ? noStock(cheques[0]!)
          : `Leaf ${given.first_number} is not among the next ${MOST_SKIPPED} on stock. The next one is ${free[0]}.`,
      ],
    });
  }
  const skipped = free.slice(0, start);
  const leaves = free.slice(start, start + cheques.length);
  if (leaves.length < cheques.length) {
    const left = leaves.length === 0 ? noStock(cheques[0]!) : `Only ${leaves.length} leaves are left on stock.`;
    throw conflict('stock_short', `${left} Put the next cheque book on stock first.`);
  }
  const numbers = cheques.map((cheque, place) => ({ id: cheque.id, cheque_number: leaves[place]! }));
  const numbering = { bank_id, next_number: free[0] ?? null, skipped, numbers };
  if (given.dry_run) return numbering;
  if (skipped.length > 0 && given.skip_reason.trim() === '') {
    const message = `Say why ${skipped.length === 1 ? `leaf ${skipped[0]} is` : `${skipped.length} leaves are`} left out.`;
    throw invalid({ skip_reason: [message] });
  }
  const reason = given.skip_reason.trim();
  await enterCheques(
    transaction,
    skipped.map((cheque_number) => ({ bank_id, cheque_number, state: 'spoiled', reason })),
  );
  await writeNumbers(transaction, cheques, leaves);
  return numbering;
}

/** Gives one queued cheque a number as typed, from a book or not; `row_version` is the version that the person saw. */
export async function numberOne(
  transaction: Database,
  user: Principal,
  id: number,
  given: { readonly cheque_number: string; readonly row_version: number },
): Promise<void> {
  const [cheque] = await lockCheques(transaction, user, [id]);
  if (!cheque) throw notFound('There is no such cheque.');
  await requireVersion(transaction, cheque, given.row_version);
  requireNumberable(cheque);
  await writeNumbers(transaction, [cheque], [given.cheque_number]);
}

/** The next leaves of an account that the register does not know, in the order of its books. */
async function readFreeNumbers(database: Database, bankId: number, count: number): Promise<string[]> {
  const found = await sql<{ cheque_number: string }>`
    select cheque_number from free_cheque_numbers(${bankId}, ${count})`.execute(database);
  return found.rows.map((row) => row.cheque_number);
}

function requireNumberable(cheque: StoredCheque): void {
  const voucher = `voucher ${cheque.document_number ?? cheque.batch_number ?? ''}`.trim();
  if (cheque.state !== 'queued') {
    throw conflict(
      'not_queued',
      `${chequeText(cheque)} of ${voucher} is ${cheque.state}; only queued cheques get a number.`,
    );
  }
  if (cheque.batch_status !== STATUS.FOR_RELEASE && cheque.batch_status !== STATUS.APPROVED) {
    throw conflict('not_approved', `The cheque of ${voucher} gets its number after the voucher is approved.`);
  }
}

function noStock({ bank_name, bank_account }: StoredCheque): string {
  return `No cheque book of ${bank_name} ${bank_account} has a leaf left.`;
}

/** The number belongs to the voucher; the register follows it. */
async function writeNumbers(
  transaction: Database,
  cheques: readonly StoredCheque[],
  leaves: readonly string[],
): Promise<void> {
  await sql`
    update document d set cheque_number = w.number
    from unnest(${cheques.map((cheque) => cheque.document_id)}::bigint[], ${leaves}::text[]) w (id, number)
    where d.id = w.id`.execute(transaction);
  await noteOnVouchers(transaction, cheques);
}
