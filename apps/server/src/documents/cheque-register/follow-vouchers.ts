import { sql } from 'kysely';
import { chequeStepOf, type ChequeOfVoucher, type ChequeStep } from '@talaan/core/documents/cheque/cheque-of-voucher';
import type { StatusAction } from '@talaan/core/documents/status';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { enterCheques, recordChequeMoves, type EnteredCheque } from './record-cheque-moves.ts';

/**
 * Brings the register in line with the vouchers of batches that were saved or moved, in their transaction: a cheque for each
 * that names a bank, void with its voucher, replaced where it came to nothing (`chequeStepOf`). A release hands over what
 * is printed. Refused where a cheque on paper would say something else than its voucher (`cheque_issued`), and where the
 * bank has paid a voucher that is to be closed (`cheque_cleared`). The database holds the two equal at commit.
 */
export async function followVouchers(
  transaction: Database,
  batchIds: readonly string[],
  action: StatusAction | 'save',
): Promise<void> {
  const steps = (await readVouchers(transaction, batchIds)).map((voucher) => ({ voucher, ...stepOf(voucher) }));
  const which = <S extends ChequeStep['step']>(step: S) =>
    steps.filter((one): one is Extract<(typeof steps)[number], { step: S }> => one.step === step);

  for (const { code, message } of which('refuse')) throw conflict(code, message);
  for (const { id } of which('remove')) await sql`delete from cheque where id = ${id}`.execute(transaction);
  for (const { id, voucher } of which('cancel')) {
    await recordChequeMoves(transaction, [id], { to: 'void', reason: voucher.closed_because });
  }
  const revived = which('revive').map(({ id }) => id);
  await recordChequeMoves(transaction, revived, { to: 'queued' });
  await takeOver(transaction, [...revived, ...which('follow').map(({ id }) => id)]);
  await queue(transaction, which('queue'));
  if (action === 'release') await handOver(transaction, batchIds);
}

/** What a voucher says of its cheque, and the cheques that it had. */
interface Voucher {
  readonly document_id: string;
  readonly bank_id: number | null;
  readonly cheque_number: string | null;
  readonly cheque_date: string;
  readonly amount: string;
  readonly stands: boolean;
  readonly is_deleted: boolean;
  readonly is_draft: boolean;
  readonly closed_because: string;
  readonly cheques: readonly ChequeOfVoucher[];
}

async function readVouchers(database: Database, batchIds: readonly string[]): Promise<Voucher[]> {
  const found = await sql<Voucher>`
    select v.document_id, v.bank_id, v.cheque_number, v.cheque_date, v.amount, v.stands,
      b.deleted_at is not null as is_deleted, b.status = 1 as is_draft,
      coalesce(d.void_reason, case when b.deleted_at is not null then 'The voucher was deleted.'
        when d.voided_at is not null then 'The voucher was voided.' else 'The voucher was archived.' end) as closed_because,
      (select coalesce(json_agg(json_build_object('id', c.id, 'cheque_number', c.cheque_number, 'state', c.state,
          'state_on', c.state_on, 'was_printed', c.printed_on is not null, 'says_the_same', says_the_same(c, v),
          'is_that_number', row(c.bank_id, cheque_key(c.cheque_number))
            is not distinct from row(v.bank_id, cheque_key(v.cheque_number))) order by c.id), '[]')
        from cheque c where c.document_id = v.document_id) as cheques
    from voucher_cheque v
    join document d on d.id = v.document_id
    join batch b on b.id = d.batch_id
    where v.batch_id = any (${batchIds}::bigint[])
    order by v.batch_id, d.header_key`.execute(database);
  return found.rows;
}

function stepOf(voucher: Voucher): ChequeStep {
  const names_bank = voucher.bank_id !== null;
  return chequeStepOf({ ...voucher, names_bank, has_number: voucher.cheque_number !== null }, voucher.cheques);
}

/** Queued cheques say what their vouchers say by now. */
async function takeOver(transaction: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // A number that one cheque of a series hands on to the next is free first.
  await sql`
    update cheque c set cheque_number = null
    from voucher_cheque v
    where c.id = any (${ids}::int[]) and v.document_id = c.document_id and exists (
      select from cheque o join voucher_cheque w on w.document_id = o.document_id
      where o.id = any (${ids}::int[]) and o.id <> c.id and w.bank_id = c.bank_id
        and cheque_key(w.cheque_number) = cheque_key(c.cheque_number))`.execute(transaction);
  await sql`
    update cheque c
    set bank_id = v.bank_id, cheque_number = v.cheque_number, cheque_date = v.cheque_date, amount = v.amount
    from voucher_cheque v
    where c.id = any (${ids}::int[]) and v.document_id = c.document_id and not says_the_same(c, v)`.execute(
    transaction,
  );
}

/** New cheques, in the place of those that came to nothing. */
async function queue(
  transaction: Database,
  steps: readonly (Extract<ChequeStep, { step: 'queue' }> & { voucher: Voucher })[],
): Promise<void> {
  const replaced = steps.flatMap(({ replaces }) =>
    replaces === null || replaces.state === 'replaced' ? [] : replaces.id,
  );
  await recordChequeMoves(transaction, replaced, { to: 'replaced' });
  const freed = steps.filter(({ frees_number }) => frees_number).map(({ voucher }) => voucher.document_id);
  if (freed.length > 0) {
    await sql`update document set cheque_number = null where id = any (${freed}::bigint[])`.execute(transaction);
  }
  await enterCheques(
    transaction,
    steps.map(({ voucher, replaces, frees_number }): EnteredCheque => ({
      bank_id: voucher.bank_id!,
      cheque_number: frees_number ? null : voucher.cheque_number,
      state: 'queued',
      document_id: voucher.document_id,
      cheque_date: voucher.cheque_date,
      amount: voucher.amount,
      replaces_id: replaces?.id ?? null,
    })),
  );
}

/** Who releases vouchers hands their printed cheques over. */
async function handOver(transaction: Database, batchIds: readonly string[]): Promise<void> {
  const printed = await sql<{ id: number }>`
    select c.id from cheque c join document d on d.id = c.document_id
    where d.batch_id = any (${batchIds}::bigint[]) and c.state = 'printed' order by c.id`.execute(transaction);
  await recordChequeMoves(
    transaction,
    printed.rows.map((row) => row.id),
    { to: 'released' },
  );
}
