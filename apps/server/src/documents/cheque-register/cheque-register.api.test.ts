import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addChequeBook,
  changeCheque,
  chequeCalendar,
  chooseCheques,
  deleteLeaf,
  enterLeaf,
  listAlarms,
  listChequeBooks,
  listCheques,
  moveCheques,
  numberCheques,
  readCheque,
  removeChequeBook,
  settleAlarm,
  type ChequeRow,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import {
  listChequeOffsets,
  listChequeStocks,
  measureChequeOffset,
  printCheque,
  printCheques,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import {
  answerRun,
  listOpenRuns,
  readRun,
  runCheques,
} from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import {
  exportIssuedPapers,
  listIssuedPapers,
  listPapersOfDocument,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { addressOf } from '@talaan/contract/http/client';
import { readChequeSample } from '@talaan/contract/resources/books/cheque-stock.contract';
import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { deleteBatch, updateBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import {
  CHEQUE_ACTION_RULES,
  CHEQUE_MOVES,
  type ChequeAction,
  type ChequeState,
} from '@talaan/core/documents/cheque/cheque-state';
import { listNotices } from '@talaan/contract/notices/notice.contract';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { registerNoticeRoutes } from '../../notices/notice.routes.ts';
import {
  BOOKS_DAY,
  openPaymentBooks,
  refusalOf,
  type HeaderChange,
  type PaymentBooks,
} from '../../testing/books/payment-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { readPdfText } from '../../testing/pdf-text.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { disbursementDocuments } from '../disbursement/disbursement.documents.ts';
import { registerIssuedPapers } from '../print/issued-papers.routes.ts';
import { ageCheques } from './age-cheques.ts';
import { registerChequePrint } from './cheque-print.routes.ts';
import { registerChequeRuns } from './cheque-run.routes.ts';
import { registerChequeRoutes } from './cheque.routes.ts';
import { recordChequeMoves } from './record-cheque-moves.ts';

let app: TestServer;
let books: PaymentBooks;
let cashier: SignedInClient;
let treasurer: SignedInClient;
let reader: SignedInClient;
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerBatchRoutes(server, services, disbursementDocuments);
    registerChequeRoutes(server, services);
    registerChequePrint(server, services);
    registerChequeRuns(server, services);
    registerNoticeRoutes(server, services);
    registerIssuedPapers(server, services);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  const person = (levels: 1 | 3 | 4) =>
    createSignedInClient(app.server, app.database, { levels: { 'Check Transactions': levels } });
  [reader, cashier, treasurer] = [await person(1), await person(3), await person(4)];
});
afterAll(() => app.stop());

const AMOUNT = '15000.00';
let taken = 0;
/** A number that no other cheque of this file has. */
const fresh = () => `9${String(++taken).padStart(6, '0')}`;

async function voucherAt(status: number, header: HeaderChange = {}): Promise<BatchDetail> {
  return books.payAt('CV', status, AMOUNT, { cheque_number: fresh(), ...header });
}

/** The cheques of a voucher, the first one first. */
async function chequesOf(batch: { batch_number: string }): Promise<ChequeRow[]> {
  const found = await reader.call(listCheques, {
    query: { search: batch.batch_number, sort: 'cheque_date', pages: 100 },
  });
  const own = found.data.filter((cheque) => cheque.batch_number === batch.batch_number);
  return own.toSorted((one, other) => one.id - other.id);
}

async function chequeOf(batch: { batch_number: string }): Promise<ChequeRow> {
  return (await chequesOf(batch)).at(-1)!;
}

const act = (client: SignedInClient, cheque: ChequeRow, action: ChequeAction, rest: object = {}) =>
  client.call(changeCheque, {
    params: { id: cheque.id },
    body: { action, row_version: cheque.row_version, reason: 'The paper jammed.', ...rest },
  });

/** Brings a cheque on by these moves, each by whoever may. */
async function walk(batch: { batch_number: string }, ...actions: ChequeAction[]): Promise<ChequeRow> {
  // What was printed is spoiled by somebody else.
  for (const action of actions) await act(action === 'print' ? cashier : treasurer, await chequeOf(batch), action);
  return chequeOf(batch);
}

const change = (batch: BatchDetail, header: HeaderChange) =>
  books.people.preparer.call(updateBatch, {
    params: { id: batch.batch_number },
    body: { ...books.payment('CV', AMOUNT, header), row_version: batch.row_version },
  });

const voidVoucher = (batch: BatchDetail) =>
  books.people.checker.call(voidBatch, {
    body: { batch_number: batch.batch_number, document_type: 'CV', reason: 'Paid twice.' },
  });

describe('the register follows the vouchers', () => {
  it('has a queued cheque as soon as a voucher names a bank, and follows its changes', async () => {
    const saved = await voucherAt(1, { document_date: '2026-03-16' });
    expect(await chequeOf(saved)).toMatchObject({
      state: 'queued',
      cheque_number: saved.headers[0]!.cheque_number,
      cheque_date: '2026-03-16',
      cheque_amount: AMOUNT,
      bank_account: '0003-0001',
      payee_code: 'S0001',
      document_number: saved.headers[0]!.document_number,
      actions: [],
    });
    const number = fresh();
    await change(saved, { cheque_number: number, document_date: '2026-03-20' });
    expect(await chequesOf(saved)).toMatchObject([
      { state: 'queued', cheque_number: number, cheque_date: '2026-03-20' },
    ]);
  });

  it('queues one cheque for each date of a series and says when it falls due', async () => {
    const dates = ['2026-04-05', '2026-05-05', '2026-06-05'];
    const numbers = dates.map(fresh);
    const saved = await books.pay('CW', AMOUNT, {
      is_pdc: 1,
      document_date: dates.join(','),
      cheque_number: numbers.join(','),
    });
    const cheques = await chequesOf(saved);
    expect(
      cheques.map(({ cheque_number, pdc_no, pdc_count, matures_on }) => [cheque_number, pdc_no, pdc_count, matures_on]),
    ).toEqual(dates.map((date, place) => [numbers[place], place + 1, 3, date]));
  });

  it('has no cheque for online banking', async () => {
    expect(await chequesOf(await books.pay('OB', AMOUNT, { payee_bank_id: books.payee_bank_id }))).toEqual([]);
  });

  it('holds the voucher fast while its cheque is on paper, and lets go when it is spoiled', async () => {
    const approved = await voucherAt(6);
    await walk(approved, 'print');
    const other = { cheque_number: fresh() };
    const current = await books.read(approved);
    expect(await refusalOf(change(current, other))).toMatchObject({ code: 'cheque_issued' });
    await walk(approved, 'spoil');
    await change(await books.read(approved), other);
    expect((await chequesOf(approved)).map(({ state, cheque_number }) => [state, cheque_number])).toEqual([
      ['replaced', approved.headers[0]!.cheque_number],
      ['queued', other.cheque_number],
    ]);
  });

  it('voids the cheque with its voucher, and brings one that was never printed back with it', async () => {
    const saved = await voucherAt(1);
    await books.move(saved, 'preparer', 20);
    expect(await chequeOf(saved)).toMatchObject({ state: 'void', state_reason: 'The voucher was archived.' });
    await books.move(saved, 'preparer', 1);
    expect(await chequesOf(saved)).toMatchObject([{ state: 'queued', cheque_number: saved.headers[0]!.cheque_number }]);
  });

  it('hands a printed cheque over with the release of its voucher, and voids it with a void', async () => {
    const approved = await voucherAt(6);
    await walk(approved, 'print');
    await books.bring(await books.read(approved), 7);
    expect(await chequeOf(approved)).toMatchObject({ state: 'released', state_on: BOOKS_DAY });
    await voidVoucher(await books.read(approved));
    expect(await chequeOf(approved)).toMatchObject({ state: 'void', state_reason: 'Paid twice.', actions: [] });
  });

  it('refuses to void a voucher whose cheque the bank has paid', async () => {
    const paid = await voucherAt(7);
    await walk(paid, 'print', 'release', 'clear');
    expect(await refusalOf(voidVoucher(await books.read(paid)))).toMatchObject({ code: 'cheque_cleared' });
    await walk(paid, 'unclear');
    await voidVoucher(await books.read(paid));
    expect(await chequeOf(paid)).toMatchObject({ state: 'void' });
  });

  it('never uses a number twice on an account, whatever became of it', async () => {
    const approved = await voucherAt(6);
    await walk(approved, 'print', 'spoil', 'replace');
    const used = approved.headers[0]!.cheque_number;
    expect(await refusalOf(books.pay('CV', AMOUNT, { cheque_number: used }))).toMatchObject({ code: 'cheque_used' });
    const elsewhere = await books.pay('CV', AMOUNT, { cheque_number: used, bank_id: books.banks['102101'] });
    expect(await chequeOf(elsewhere)).toMatchObject({
      state: 'queued',
      cheque_number: used,
      bank_account: '0001-0001',
    });
  });
});

describe('the number of a cheque', () => {
  it('is on every voucher before it is released', async () => {
    const approved = await voucherAt(6, { cheque_number: null });
    expect(await refusalOf(books.move(approved, 'cashier', 7))).toMatchObject({
      status: 409,
      code: 'cheque_number_missing',
      message: 'Cheque number is required. Assign it in Check Transactions, then release.',
    });
    const released = async () => (await books.read(approved, 'cashier')).allowed_actions.release;
    expect(await released()).toMatchObject({ allowed: false, code: 'cheque_number_missing' });
    const queued = await chequeOf(approved);
    await cashier.call(changeCheque, {
      params: { id: queued.id },
      body: { cheque_number: fresh(), row_version: queued.row_version },
    });
    expect(await released()).toMatchObject({ allowed: true });
    expect(await books.move(approved, 'cashier', 7)).toMatchObject({ status: 7 });
    const transfer = await books.payAt('OB', 6, AMOUNT, { payee_bank_id: books.payee_bank_id });
    expect(await books.move(transfer, 'cashier', 7)).toMatchObject({ status: 7 });
  });

  it('is a number: zeros in front make no other cheque', async () => {
    const saved = await voucherAt(1, { cheque_number: '0008801' });
    for (const cheque_number of ['8801', '00008801', ' 0008801 ']) {
      expect(await refusalOf(books.pay('CV', AMOUNT, { cheque_number }))).toMatchObject({
        code: 'cheque_used',
        message: `Cheque 0008801 of BPI 0003-0001 was used by CV ${saved.document_number}. Enter another number.`,
      });
    }
    const series = { is_pdc: 1, document_date: '2026-04-05,2026-05-05', cheque_number: '0008810,8810' };
    expect(await refusalOf(books.pay('CW', AMOUNT, series))).toMatchObject({
      errors: { 'headers.0.cheque_number': ['Cheque 8810 is given twice.'] },
    });
    await change(saved, { cheque_number: '8801' });
    expect(await chequesOf(saved)).toMatchObject([{ state: 'queued', cheque_number: '8801' }]);
  });

  it('is refused where its leaf was spoiled', async () => {
    const [bank_id, cheque_number] = [books.banks['102103'], fresh()];
    await treasurer.call(enterLeaf, { body: { bank_id, cheque_number, state: 'spoiled', reason: 'Torn.' } });
    expect(await refusalOf(books.pay('CV', AMOUNT, { cheque_number: `00${cheque_number}` }))).toMatchObject({
      message: `Cheque ${cheque_number} of BPI 0003-0001 is in the register as spoiled. Enter another number.`,
    });
  });

  it('of a deleted draft is free again', async () => {
    const saved = await voucherAt(1);
    await books.people.preparer.call(deleteBatch, { params: { id: saved.batch_number }, query: {} });
    expect(await chequesOf(saved)).toEqual([]);
    const again = await voucherAt(1, { cheque_number: saved.headers[0]!.cheque_number });
    expect((await chequeOf(again)).cheque_number).toBe(saved.headers[0]!.cheque_number);
  });

  it('moves on within a series', async () => {
    const first = fresh();
    const [second, third] = [fresh(), fresh()];
    const dates = { is_pdc: 1, document_date: '2026-04-05,2026-05-05' };
    const saved = await books.pay('CW', AMOUNT, { ...dates, cheque_number: `${first},${second}` });
    await books.people.preparer.call(updateBatch, {
      params: { id: saved.batch_number },
      body: {
        ...books.payment('CW', AMOUNT, { ...dates, cheque_number: `${second},${third}` }),
        row_version: saved.row_version,
      },
    });
    expect((await chequesOf(saved)).map((cheque) => cheque.cheque_number)).toEqual([second, third]);
  });
});

describe('moves', () => {
  it('are the same table in the database', async () => {
    const stored = await sql<{ from: string; to: string; action: string; needs_reason: boolean }>`
      select state_from as from, state_to as to, action, needs_reason from cheque_state_move`.execute(app.database);
    const texts = (moves: readonly { from: string; to: string; action: string; needs_reason: boolean }[]) =>
      moves.map(({ from, to, action, needs_reason }) => `${from} ${to} ${action} ${needs_reason}`).toSorted();
    expect(texts(stored.rows)).toEqual(
      texts(CHEQUE_MOVES.map((move) => ({ ...move, needs_reason: CHEQUE_ACTION_RULES[move.action].needs_reason }))),
    );
  });

  it('print after approval, release after the voucher, and keep who, when and why', async () => {
    const saved = await voucherAt(1);
    expect(await refusalOf(act(cashier, await chequeOf(saved), 'print'))).toMatchObject({ code: 'not_approved' });
    const approved = await books.bring(saved, 6);
    await act(cashier, await chequeOf(approved), 'print');
    expect(await refusalOf(act(cashier, await chequeOf(approved), 'release'))).toMatchObject({ code: 'not_released' });
    const torn = { reason: 'Torn.' };
    expect(await refusalOf(act(cashier, await chequeOf(approved), 'spoil', torn))).toMatchObject({ status: 403 });
    await act(treasurer, await chequeOf(approved), 'spoil', torn);
    const detail = await reader.call(readCheque, { params: { id: (await chequeOf(approved)).id } });
    expect(detail.data.moves.map(({ state_to, reason, user_name }) => [state_to, reason, user_name])).toEqual([
      ['spoiled', 'Torn.', treasurer.user.name],
      ['printed', 'The paper jammed.', cashier.user.name],
      ['queued', null, 'Preparer Reyes'],
    ]);
  });

  it('need their level, their reason and the version that was seen', async () => {
    const released = await voucherAt(7);
    const queued = await chequeOf(released);
    await act(cashier, queued, 'print', { reason: '' });
    expect(await refusalOf(act(cashier, queued, 'release'))).toMatchObject({
      code: 'row_version',
      message: expect.stringMatching(`^Changed by ${cashier.user.name} at `),
      changed_by: cashier.user.name,
      changed_at: expect.stringMatching(/Z$/),
    });
    const printed = await chequeOf(released);
    expect(await refusalOf(act(reader, printed, 'release'))).toMatchObject({ status: 403 });
    expect(await refusalOf(act(cashier, printed, 'stop'))).toMatchObject({ status: 403 });
    expect(await refusalOf(act(treasurer, printed, 'stop', { reason: ' ' }))).toMatchObject({
      errors: { reason: ['Reason is required.'] },
    });
  });

  it('refuse in the database too, whoever writes', async () => {
    const saved = await voucherAt(6);
    const { id } = await chequeOf(saved);
    const outcomeOf = (write: (db: Database) => Promise<unknown>) =>
      inTransaction(app.database, SYSTEM_ACTOR, write).then(
        () => 'done',
        (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
      );
    const attack = (statement: string) => outcomeOf((db) => sql.raw(statement).execute(db));
    const move = (to: ChequeState) => outcomeOf((db) => recordChequeMoves(db, [id], { to }));
    expect(await move('cleared')).toBe('cheque_move_listed');
    expect(await move('spoiled')).toBe('cheque_reason');
    expect(await attack(`update cheque set state = 'printed' where id = ${id}`)).toBe('cheque_state_moved');
    expect(await attack(`update cheque set cheque_number = '1' where id = ${id}`)).toBe('voucher_has_cheque');
    expect(await move('printed')).toBe('done');
    expect(await move('released')).toBe('cheque_before_voucher');
    expect(await attack(`delete from cheque where id = ${id}`)).toBe('cheque_of_voucher_kept');
    expect(await attack(`delete from cheque_move where cheque_id = ${id}`)).toBe('42501');
  });

  it('clear with the day of the bank statement', async () => {
    const released = await voucherAt(7, { document_date: '2026-03-20' });
    await walk(released, 'print', 'release');
    const clear = async (on: string) => act(cashier, await chequeOf(released), 'clear', { on });
    expect(await refusalOf(clear('2026-03-19'))).toMatchObject({ code: 'clears_before_date' });
    expect(await refusalOf(clear('2026-04-01'))).toMatchObject({ code: 'date_in_future' });
    await clear('2026-03-25');
    expect(await chequeOf(released)).toMatchObject({ state: 'cleared', state_on: '2026-03-25' });
  });

  it('replace a stopped cheque by the next one, which says whose place it takes', async () => {
    const released = await voucherAt(7);
    await walk(released, 'print', 'release', 'stop', 'replace');
    expect(await chequesOf(released)).toMatchObject([
      { state: 'replaced', cheque_number: released.headers[0]!.cheque_number },
      { state: 'queued', cheque_number: null, replaces: released.headers[0]!.cheque_number },
    ]);
    const number = fresh();
    const queued = await chequeOf(released);
    await cashier.call(changeCheque, {
      params: { id: queued.id },
      body: { cheque_number: number, row_version: queued.row_version },
    });
    expect((await books.read(released)).headers[0]!.cheque_number).toBe(number);
    expect((await walk(released, 'print', 'release')).state).toBe('released');
  });

  it('of many tell of each whether it will pass, and a dry run moves none', async () => {
    const [ready, draft] = [await voucherAt(6), await voucherAt(1)];
    const ids = [(await chequeOf(ready)).id, (await chequeOf(draft)).id];
    const call = (dry_run: 0 | 1) => cashier.call(moveCheques, { body: { ids, action: 'print', reason: '', dry_run } });
    const told = [
      { ok: true, message: 'Printed' },
      { ok: false, code: 'not_approved' },
    ];
    expect((await call(1)).data).toMatchObject({ moved: 0, outcomes: told });
    expect((await chequeOf(ready)).state).toBe('queued');
    expect((await call(0)).data).toMatchObject({ moved: 1, outcomes: told });
    expect([(await chequeOf(ready)).state, (await chequeOf(draft)).state]).toEqual(['printed', 'queued']);
  });
});

describe('what the bank paid against the register', () => {
  it('is an alarm for everybody who could void a cheque, marks the cheque, and is settled by somebody else', async () => {
    const [torn, fine] = [await voucherAt(6), await voucherAt(7)];
    await walk(torn, 'print', 'spoil', 'replace');
    await walk(fine, 'print', 'release');
    const [leaf] = await chequesOf(torn);
    const ids = [leaf!.id, (await chequeOf(fine)).id];
    const clear = (dry_run: 0 | 1) =>
      cashier.call(moveCheques, { body: { ids, action: 'clear', reason: '', on: BOOKS_DAY, dry_run } });
    const told = [
      {
        ok: true,
        code: 'cleared_against',
        message: expect.stringMatching(/^Replaced: the bank should not have paid it/),
      },
      { ok: true, code: null, message: 'Cleared' },
    ];
    expect((await clear(1)).data).toMatchObject({ moved: 0, outcomes: told });
    expect(await reader.call(listAlarms, { query: {} })).toEqual({ data: [], total: 0, next: null });
    expect((await clear(0)).data).toMatchObject({ moved: 2, outcomes: told });
    const first = await reader.call(listAlarms, { query: {} });
    const [alarmed] = first.data;
    expect(first.total).toBe(1);
    const older = await reader.call(listAlarms, { query: { before: alarmed!.alarm!.id } });
    expect(older).toEqual({ data: [], total: 1, next: null });
    expect(alarmed).toMatchObject({ id: leaf!.id, state: 'replaced', alarm: { cleared_on: BOOKS_DAY } });
    // Told once, however often the statement is entered.
    await clear(0);
    const notices = async () =>
      (await treasurer.call(listNotices, {})).data.filter(({ kind }) => kind === 'cheque_alarm');
    expect(await notices()).toMatchObject([
      {
        title: 'The bank paid a cheque that it should not have',
        text: `BPI 0003-0001: ${leaf!.cheque_number} (replaced) on ${BOOKS_DAY}\nBy ${cashier.user.name}`,
        link: `/trxcheck?id=${leaf!.id}`,
      },
    ]);

    const settle = (client: SignedInClient) =>
      client.call(settleAlarm, { params: { id: alarmed!.alarm!.id }, body: { settlement: 'The bank gave it back.' } });
    expect(await refusalOf(settle(cashier))).toMatchObject({ status: 403 });
    expect(await refusalOf(settle(treasurer))).toMatchObject({ status: 409, code: 'second_person' });
    const other = await createSignedInClient(app.server, app.database, { levels: { 'Check Transactions': 4 } });
    expect((await settle(other)).data).toMatchObject({
      alarm: null,
      alarms: [{ state: 'replaced', reported_by: cashier.user.name, settled_by: other.user.name }],
    });
    expect(await refusalOf(settle(other))).toMatchObject({ status: 409, code: 'alarm_settled' });
    expect([await notices(), (await reader.call(listAlarms, { query: {} })).data]).toEqual([[], []]);

    // The number stays on the list for the bank, although another leaf took its place.
    const url = `/api/trxcheck/bank-list?bank_id=${books.banks['102103']}&format=csv`;
    const list = await app.server.inject({ method: 'GET', url, headers: reader.headers });
    expect(list.body).toContain(`${leaf!.cheque_number},Spoiled,${BOOKS_DAY},Yes,The paper jammed.,${BOOKS_DAY}`);
    expect(list.body).not.toContain('BANTAY');
  });

  it('keeps a blank leaf that the bank paid in the register', async () => {
    const stolen = (
      await cashier.call(enterLeaf, {
        body: { bank_id: books.banks['102103'], cheque_number: fresh(), state: 'stopped', reason: 'Lost in transit.' },
      })
    ).data;
    await act(cashier, stolen, 'clear');
    expect(await refusalOf(treasurer.call(deleteLeaf, { params: { id: stolen.id } }))).toMatchObject({
      code: 'cheque_alarm',
    });
  });
});

describe('numbers on stock', () => {
  it('are given in sequence; leaves that are left out are spoiled with a reason', async () => {
    const bank_id = books.banks['102103'];
    const book = (
      await cashier.call(addChequeBook, { body: { bank_id, first_number: '0000451', last_number: '0000456' } })
    ).data;
    expect(book).toMatchObject({ next_number: '0000451', left: 6 });
    const vouchers = [await voucherAt(6, { cheque_number: null }), await voucherAt(6, { cheque_number: null })];
    const ids = await Promise.all(vouchers.map(async (voucher) => (await chequeOf(voucher)).id));
    const number = (rest: object) => cashier.call(numberCheques, { body: { ids, skip_reason: '', ...rest } });
    expect((await number({ dry_run: 1 })).data.numbers.map((one) => one.cheque_number)).toEqual(['0000451', '0000452']);
    expect(await refusalOf(number({ first_number: '0000452' }))).toMatchObject({
      errors: { skip_reason: ['Say why leaf 0000451 is left out.'] },
    });
    await number({ first_number: '0000452', skip_reason: 'Jammed in the printer.' });
    expect(await Promise.all(vouchers.map(async (voucher) => (await chequeOf(voucher)).cheque_number))).toEqual([
      '0000452',
      '0000453',
    ]);
    const spoiled = await reader.call(listCheques, { query: { search: '0000451' } });
    expect(spoiled.data).toMatchObject([
      { state: 'spoiled', state_reason: 'Jammed in the printer.', batch_number: null },
    ]);
    const [stock] = (await reader.call(listChequeBooks, { query: { bank_id } })).data;
    expect(stock).toMatchObject({ next_number: '0000454', left: 3 });
    expect(await refusalOf(treasurer.call(removeChequeBook, { params: { id: book.id } }))).toMatchObject({
      code: 'book_in_use',
    });
    expect(
      await refusalOf(
        cashier.call(addChequeBook, { body: { bank_id, first_number: '0000456', last_number: '0000460' } }),
      ),
    ).toMatchObject({ code: 'book_overlaps' });
  });

  it('never give one leaf to two people', async () => {
    const bank_id = books.banks['102103'];
    await cashier.call(addChequeBook, { body: { bank_id, first_number: '7000001', last_number: '7000050' } });
    const vouchers = await Promise.all([0, 1, 2, 3, 4, 5].map(() => voucherAt(6, { cheque_number: null })));
    const ids = await Promise.all(vouchers.map(async (voucher) => (await chequeOf(voucher)).id));
    await Promise.all(
      ids.map((id, place) =>
        (place % 2 ? cashier : treasurer).call(numberCheques, { body: { ids: [id], skip_reason: '' } }),
      ),
    );
    const numbers = await Promise.all(vouchers.map(async (voucher) => (await chequeOf(voucher)).cheque_number));
    expect(new Set(numbers).size).toBe(6);
  });

  it('wait for the approval of the voucher', async () => {
    const { id } = await chequeOf(await voucherAt(2, { cheque_number: null }));
    expect(await refusalOf(cashier.call(numberCheques, { body: { ids: [id], skip_reason: '' } }))).toMatchObject({
      code: 'not_approved',
    });
  });
});

describe('generic calls', () => {
  it('enter, choose and remove a leaf, and keep cheques of vouchers', async () => {
    const leaf = (
      await treasurer.call(enterLeaf, {
        body: { bank_id: books.banks['102103'], cheque_number: fresh(), state: 'stopped', reason: 'Lost in transit.' },
      })
    ).data;
    const chosen = await reader.call(chooseCheques, { query: { search: leaf.cheque_number! } });
    expect(chosen.data).toMatchObject([{ id: leaf.id, code: leaf.cheque_number, state: 'stopped' }]);
    await treasurer.call(deleteLeaf, { params: { id: leaf.id } });
    expect(await refusalOf(reader.call(readCheque, { params: { id: leaf.id } }))).toMatchObject({ status: 404 });
    const kept = await chequeOf(await voucherAt(1));
    expect(await refusalOf(treasurer.call(deleteLeaf, { params: { id: kept.id } }))).toMatchObject({
      code: 'cheque_of_voucher',
    });
  });

  it('filter by state, bank, series and dates, and add up what is filtered', async () => {
    const saved = await voucherAt(1, { document_date: '2026-02-10', bank_id: books.banks['102103'] });
    const filtered = await reader.call(listCheques, {
      query: {
        state: ['queued'],
        bank_id: [String(books.banks['102103'])],
        is_pdc: 0,
        from: '2026-02-10',
        to: '2026-02-10',
      },
    });
    expect(filtered.data.map((row) => row.batch_number)).toEqual([saved.batch_number]);
    expect(filtered.totals).toEqual([{ currency: 'PHP', cheques: 1, cheque_amount: AMOUNT }]);
  });

  it('hide cheques of confidential vouchers from strangers', async () => {
    const hidden = await voucherAt(1, { is_confidential: 1 });
    expect(await chequesOf(hidden)).toEqual([]);
  });
});

describe('the calendar', () => {
  it('shows what falls due by day and account', async () => {
    await books.pay('CW', AMOUNT, {
      is_pdc: 1,
      document_date: '2026-10-05,2026-10-12',
      cheque_number: `${fresh()},${fresh()}`,
    });
    await books.pay('CW', AMOUNT, {
      is_pdc: 1,
      document_date: '2026-10-05,2026-11-12',
      cheque_number: `${fresh()},${fresh()}`,
    });
    const days = (await reader.call(chequeCalendar, { query: { month: '2026-10' } })).data;
    expect(days.map(({ date, cheques, cheque_amount }) => [date, cheques, cheque_amount])).toEqual([
      ['2026-10-05', 2, '30000.00'],
      ['2026-10-12', 1, AMOUNT],
    ]);
  });

  it('matures released cheques on their day and makes them stale in the end, however often the job runs', async () => {
    const dates = '2026-04-10,2026-12-10';
    const saved = await books.payAt('CW', 7, AMOUNT, {
      is_pdc: 1,
      document_date: dates,
      cheque_number: `${fresh()},${fresh()}`,
    });
    for (const cheque of await chequesOf(saved)) {
      await act(cashier, cheque, 'print');
      const printed = (await chequesOf(saved)).find(({ id }) => id === cheque.id);
      await act(cashier, printed!, 'release');
    }
    const age = async (day: string) => {
      await books.setToday(app.ownerUrl, day);
      await inTransaction(app.database, SYSTEM_ACTOR, ageCheques);
      const again = await inTransaction(app.database, SYSTEM_ACTOR, ageCheques);
      expect(again).toEqual({ matured: 0, expired: 0 });
      return (await chequesOf(saved)).map((cheque) => cheque.state);
    };
    try {
      expect(await age('2026-04-09')).toEqual(['released', 'released']);
      expect(await age('2026-04-10')).toEqual(['matured', 'released']);
      expect(await age('2026-10-06')).toEqual(['matured', 'released']);
      expect(await age('2026-10-07')).toEqual(['stale', 'released']);
      await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`insert into setting (key, value) values ('cheque_stale_days', '90')`.execute(db),
      );
      expect(await age('2027-03-09')).toEqual(['stale', 'matured']);
      expect(await age('2027-03-10')).toEqual(['stale', 'stale']);
    } finally {
      await books.setToday(app.ownerUrl, BOOKS_DAY);
    }
  });
});

describe('cheques on their stock', () => {
  const seen = (client: SignedInClient, batch: { batch_number: string }, rest: object = {}) =>
    client.call(printCheque, { params: { id: batch.batch_number }, body: rest });
  const run = (client: SignedInClient, cheques: readonly ChequeRow[], print: 0 | 1 = 1) =>
    client.call(printCheques, { body: { ids: cheques.map(({ id }) => id), print } });
  const everything = { Disbursements: 1, 'Check Transactions': 3 } as const;
  let printer: SignedInClient;
  beforeAll(async () => {
    printer = await createSignedInClient(app.server, app.database, { levels: everything });
  });

  it('are looked at without a trace, printed once, and are specimens before and after', async () => {
    const draft = await voucherAt(1, { document_date: '2026-03-05' });
    const [early] = (await seen(printer, draft)).data.cheques;
    expect(early!.specimen).toContain('can be printed after its voucher is approved');
    const approved = await books.bring(draft, 6);
    const { data } = await seen(printer, approved);
    const { cheque_number, document_number } = approved.headers[0]!;
    expect(data.cheques).toEqual([
      {
        id: (await chequeOf(approved)).id,
        document_number,
        cheque_number,
        cheque_date: '2026-03-05',
        payee: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
        amount: AMOUNT,
        currency_word: 'PESOS',
        specimen: null,
      },
    ]);
    expect(await chequeOf(approved)).toMatchObject({ state: 'queued' });
    const block = drawPaper(chequePaper(data.layout), data).pages[0]!.blocks[0]!;
    const texts = block.block === 'placed' ? block.marks.flatMap((mark) => ('text' in mark ? mark.text : [])) : [];
    expect(texts).toEqual([
      document_number,
      ...'0 3 0 5 2 0 2 6'.split(' '),
      'BANTAY KUNWARI SECURITY AGENCY, INC.',
      '15,000.00',
      'FIFTEEN THOUSAND PESOS ONLY',
    ]);
    await run(printer, [await chequeOf(approved)]);
    expect(await chequeOf(approved)).toMatchObject({ state: 'printed' });
    const again = await refusalOf(run(printer, [await chequeOf(approved)]));
    expect(again).toMatchObject({ status: 409, code: 'not_printed', message: expect.stringContaining('is Printed') });
    const [late] = (await seen(printer, approved)).data.cheques;
    expect(late!.specimen).toContain('is Printed');
  });

  it('are specimens for whoever may not print, and hidden from whoever may not see the voucher', async () => {
    const approved = await voucherAt(6);
    const [cheque] = (await seen(books.people.auditor, approved)).data.cheques;
    expect(cheque!.specimen).toContain('Check Transactions');
    expect(await refusalOf(seen(books.people.auditor, approved, { print: 1 }))).toMatchObject({ status: 403 });
    expect(await refusalOf(run(reader, [await chequeOf(approved)], 0))).toMatchObject({ status: 403 });
    expect(await refusalOf(seen(printer, { batch_number: '9999999' }))).toMatchObject({ status: 404 });
    expect(await chequeOf(approved)).toMatchObject({ state: 'queued' });
  });

  it('are printed all or none: not of two accounts, none without a number, and none whose payee does not fit', async () => {
    const [one, other] = [await voucherAt(6), await voucherAt(6, { cheque_number: null })];
    const cheques = [await chequeOf(one), await chequeOf(other)];
    expect(await refusalOf(run(printer, cheques))).toMatchObject({ message: 'Assign a cheque number first.' });
    const name = 'A PAYEE WITH A VERY LONG NAME '.repeat(8).trim();
    const rename = (payee_desc: string) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update payee set payee_desc = ${payee_desc} where payee_code = 'S0001'`.execute(db),
      );
    await rename(name);
    expect(await refusalOf(run(printer, [cheques[0]!]))).toMatchObject({
      code: 'text_does_not_fit',
      message: expect.stringContaining(`Payee "${name}" does not fit: its place holds 2 lines of 106 mm at 9 pt`),
    });
    await rename('BANTAY KUNWARI SECURITY AGENCY, INC.');
    const elsewhere = await books.pay('CV', AMOUNT, { cheque_number: fresh(), bank_id: books.banks['102101'] });
    expect(await refusalOf(run(printer, [cheques[0]!, await chequeOf(elsewhere)]))).toMatchObject({
      code: 'several_banks',
    });
    expect(await chequeOf(one)).toMatchObject({ state: 'queued' });
  });

  it('whoever printed a leaf never says that it was spoiled; a second person does, and the next leaf takes its place', async () => {
    const approved = await voucherAt(6);
    await run(treasurer, [await chequeOf(approved)]);
    const printed = await chequeOf(approved);
    expect(printed.actions).not.toContain('spoil');
    const own = await refusalOf(act(treasurer, printed, 'spoil'));
    expect(own).toMatchObject({ status: 409, code: 'second_person' });
    const several = await treasurer.call(moveCheques, {
      body: { ids: [printed.id], action: 'spoil', reason: 'Torn.' },
    });
    expect(several.data).toMatchObject({ moved: 0, outcomes: [{ code: 'second_person' }] });
    const second = await createSignedInClient(app.server, app.database, { levels: { 'Check Transactions': 4 } });
    await act(second, printed, 'spoil');
    await act(treasurer, await chequeOf(approved), 'replace');
    expect((await chequesOf(approved)).map(({ state, cheque_number }) => [state, cheque_number])).toEqual([
      ['replaced', printed.cheque_number],
      ['queued', null],
    ]);
  });

  it('give a layout its sample: the newest that could be printed and that the person sees', async () => {
    const person = (levels: Record<string, 1>) => createSignedInClient(app.server, app.database, { levels });
    const designer = await person({ Banks: 1, 'Check Transactions': 1 });
    const approved = await voucherAt(6, { document_date: '2026-03-05' });
    const { layout } = (await seen(printer, approved)).data;
    const sample = async (client: SignedInClient, id = layout.id) =>
      (await client.call(readChequeSample, { params: { id } })).data;
    const said = {
      batch_number: approved.batch_number,
      document_number: approved.headers[0]!.document_number,
      cheque_date: '2026-03-05',
      payee: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
      amount: AMOUNT,
      currency_word: 'PESOS',
    };
    await voucherAt(1);
    await voucherAt(6, { cheque_number: null });
    expect(await sample(designer)).toEqual(said);
    // Not of another layout, not for whoever does not see the register, and not what is hidden from him.
    expect(await sample(designer, 99)).toBeNull();
    expect(await sample(await person({ Banks: 1 }))).toBeNull();
    const { batch_number } = await voucherAt(6);
    expect(await sample(designer)).toMatchObject({ batch_number });
    await runAsOwner(app.ownerUrl, (owner) =>
      owner.query(`set session_replication_role = replica;
        update batch set is_confidential = 1 where batch_number = '${batch_number}'`),
    );
    expect(await sample(designer)).toEqual(said);
  });

  it('are moved by what the own printer misses, which is at most 5 mm', async () => {
    const approved = await voucherAt(6);
    const { layout } = (await seen(printer, approved)).data;
    const measure = (measured_left: string, measured_top = '9.0') =>
      printer.call(measureChequeOffset, {
        body: { layout_id: layout.id, printer_name: 'EPSON', measured_left, measured_top },
      });
    expect((await measure('11.5')).data).toMatchObject({ x_mm: '-1.50', y_mm: '1.00' });
    expect(await refusalOf(measure('15.1'))).toMatchObject({ status: 422 });
    expect(await refusalOf(measure('-90'))).toMatchObject({ status: 422 });
    const moved = (await seen(printer, approved, { printer_name: 'EPSON' })).data;
    expect(moved.layout).toMatchObject({ x_mm: '-1.50', y_mm: '1.00' });
    expect((await seen(books.people.auditor, approved, { printer_name: 'EPSON' })).data.layout.x_mm).toBe('0');
    expect((await reader.call(listChequeOffsets, { query: { layout_id: layout.id } })).data).toEqual([]);
    // Whoever prints sees the stocks to measure for, without a right on banks.
    const { id, name, width_mm, height_mm, fields } = layout;
    const accounts = expect.arrayContaining([expect.stringContaining('0003-0001')]);
    expect((await reader.call(listChequeStocks, {})).data).toEqual([
      { id, name, width_mm, height_mm, fields, accounts },
    ]);
    expect(await refusalOf(books.people.auditor.call(listChequeStocks, {}))).toMatchObject({ status: 403 });
  });
});

describe('a run of cheques', () => {
  let second: SignedInClient;
  beforeAll(async () => {
    second = await createSignedInClient(app.server, app.database, { levels: { 'Check Transactions': 4 } });
    await cashier.call(addChequeBook, {
      body: { bank_id: books.banks['102103'], first_number: '8000001', last_number: '8000020' },
    });
  });
  const body = (cheques: readonly ChequeRow[], rest: object = {}) => ({
    ids: cheques.map(({ id }) => id),
    skip_reason: '',
    printer_name: 'EPSON',
    ...rest,
  });
  const print = (client: SignedInClient, cheques: readonly ChequeRow[], rest: object = {}) =>
    client.call(runCheques, { body: body(cheques, rest) });
  const answer = (
    client: SignedInClient,
    id: number,
    misprinted: readonly ChequeRow[] = [],
    reason = 'The paper jammed.',
  ) => client.call(answerRun, { params: { id }, body: { misprinted: misprinted.map((one) => one.id), reason } });
  const open = async (client: SignedInClient) => (await client.call(listOpenRuns, {})).data.map(({ id }) => id);
  const paid = (header: HeaderChange = {}, status = 6) => voucherAt(status, { cheque_number: null, ...header });
  const fileOf = (client: SignedInClient, id: number) =>
    app.server.inject({ method: 'GET', url: `/api/trxcheck/runs/${id}/file`, headers: client.headers });

  it('numbers and prints in the order of the leaves, is one file, and asks until somebody says how it came out', async () => {
    const vouchers = [await paid(), await paid({}, 1), await paid()];
    const cheques = await Promise.all(vouchers.map(chequeOf));
    const { data: plan } = await print(cashier, cheques, { dry_run: 1 });
    const numbers = plan.cheques.flatMap(({ cheque_number }) => cheque_number ?? []);
    expect(plan).toMatchObject({ run_id: null, next_number: numbers[0], skipped: [], bank_account: '0003-0001' });
    expect(plan.cheques).toEqual([
      { id: cheques[0]!.id, cheque_number: numbers[0], refusal: null },
      { id: cheques[2]!.id, cheque_number: numbers[1], refusal: null },
      { id: cheques[1]!.id, cheque_number: null, refusal: expect.stringContaining('after its voucher is approved') },
    ]);
    expect(await refusalOf(print(cashier, cheques))).toMatchObject({ status: 409, code: 'not_printed' });
    expect((await chequeOf(vouchers[0]!)).cheque_number).toBeNull();

    const fit = [cheques[0]!, cheques[2]!];
    const { data: printed } = await print(cashier, fit, { first_number: numbers[1], skip_reason: 'Torn.' });
    const [id, leaves] = [printed.run_id!, printed.cheques.map(({ cheque_number }) => cheque_number)];
    expect(printed).toMatchObject({ skipped: [numbers[0]], next_number: numbers[0] });
    expect(leaves).toEqual([numbers[1], expect.any(String)]);
    expect(await refusalOf(print(cashier, fit))).toMatchObject({ status: 409, code: 'not_printed' });

    // The page was closed, or the server ended: the file is there, and the question.
    expect(await open(cashier)).toContain(id);
    expect(await open(treasurer)).not.toContain(id);
    const file = await fileOf(cashier, id);
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(readPdfText(file.rawPayload)).toEqual(
      [vouchers[0]!, vouchers[2]!].map((one) => expect.stringContaining(one.headers[0]!.document_number!)),
    );
    expect((await fileOf(treasurer, id)).statusCode).toBe(403);
    const noted = await sql<{ after: object }>`
      select after from audit_event where table_name = 'cheque_run' and row_key = ${String(id)} and action = 'download'`.execute(
      app.database,
    );
    expect(noted.rows).toMatchObject([
      { after: { cheques: 2, leaves: leaves.join(' to '), layout: 'Voucher cheque 8 × 3 in, version 1' } },
    ]);

    await answer(cashier, id);
    expect(await open(cashier)).not.toContain(id);
    expect((await fileOf(cashier, id)).json()).toMatchObject({ status: 409, code: 'answered' });
    expect((await reader.call(readRun, { params: { id } })).data).toMatchObject({
      layout_version: 1,
      printer_name: 'EPSON',
      printed_by: cashier.user.name,
      answered_by: cashier.user.name,
      leaves: [{ misprint: null }, { misprint: null }],
    });
    // Each leaf names its run and layout among the papers of its voucher, in the register of all papers and in its file.
    const run = { id, layout_name: 'Voucher cheque 8 × 3 in', layout_version: 1, printer_name: 'EPSON' };
    const of = { params: { id: vouchers[0]!.batch_number }, query: { document_type: 'CV' } };
    expect((await books.people.preparer.call(listPapersOfDocument, of)).data).toMatchObject([
      { kind: 'cheque', number: leaves[0], way: 'print', copy_no: null, code: null, run },
    ]);
    const auditor = await createSignedInClient(app.server, app.database, {
      levels: { 'Audit Trail': 1, Disbursements: 1 },
    });
    const search = leaves[1]!;
    expect((await auditor.call(listIssuedPapers, { query: { search } })).data).toMatchObject([{ number: search, run }]);
    const csv = await app.server.inject({
      url: addressOf(exportIssuedPapers.path, {}, { format: 'csv', search }),
      headers: auditor.headers,
    });
    expect(csv.body).toMatch(new RegExp(`,Cheque,${search},.*,${id},Voucher cheque 8 × 3 in,1,,Stands`));
  });

  it('has a misprint named by who printed, spoiled by a second person, and run again on the next leaf', async () => {
    const voucher = await paid();
    const { run_id } = (await print(treasurer, [await chequeOf(voucher)])).data;
    const [id, leaf] = [run_id!, await chequeOf(voucher)];
    expect(await refusalOf(answer(cashier, id))).toMatchObject({ status: 403 });
    expect(await refusalOf(answer(treasurer, id, [leaf], ' '))).toMatchObject({
      errors: { reason: ['Reason is required.'] },
    });
    const named = await answer(treasurer, id, [leaf]);
    expect(named.data).toMatchObject({
      queued: [],
      run: { leaves: [{ state: 'printed', misprint: 'The paper jammed.' }] },
    });

    // It does not leave with its voucher meanwhile.
    expect(await refusalOf(books.bring(await books.read(voucher), 7))).toMatchObject({ code: 'misprinted' });
    expect(await open(second)).toContain(id);
    const told = async () =>
      (await second.call(listNotices, {})).data.filter((one) => one.link === `/trxcheck?run=${id}`);
    expect(await told()).toMatchObject([
      { kind: 'cheque_misprint', text: `BPI 0003-0001: ${leaf.cheque_number}\nBy ${treasurer.user.name}` },
    ]);
    expect(await refusalOf(answer(second, id, [await chequeOf(await paid())]))).toMatchObject({ status: 404 });
    const { data } = await answer(second, id, [leaf]);
    expect(await chequesOf(voucher)).toMatchObject([
      { state: 'replaced', cheque_number: leaf.cheque_number },
      { id: data.queued[0]!.id, state: 'queued', cheque_number: null },
    ]);
    expect([await open(second), await told()]).toEqual([expect.not.arrayContaining([id]), []]);
    expect(await refusalOf(answer(second, id, [leaf]))).toMatchObject({ status: 409, code: 'not_printed' });
    const again = (await print(treasurer, [await chequeOf(voucher)])).data;
    expect(again.cheques).toMatchObject([{ id: data.queued[0]!.id, refusal: null }]);
  });

  it('is taken back by nobody alone: who stopped what he printed does not give the next leaf', async () => {
    const voucher = await paid();
    await print(treasurer, [await chequeOf(voucher)]);
    await act(treasurer, await chequeOf(voucher), 'stop');
    const stopped = await chequeOf(voucher);
    expect(stopped.actions).not.toContain('replace');
    expect(await refusalOf(act(treasurer, stopped, 'replace'))).toMatchObject({ status: 409, code: 'second_person' });
    await act(cashier, stopped, 'replace');
    expect(await chequeOf(voucher)).toMatchObject({ state: 'queued', cheque_number: null });
  });
});
