import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listBillings,
  listUncollected,
  readBilling,
  setAccountingStatus,
} from '@talaan/contract/documents/billing/billing.contract';
import {
  deleteCollection,
  updateCollection,
  voidCollection,
} from '@talaan/contract/documents/collection/collection.contract';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import {
  depositCheques,
  listDepositable,
} from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import { COLLECTION_PAPERS } from '@talaan/contract/documents/receipt/receipt.papers';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import {
  HANDED_BACK_BY,
  RECEIVED_CHEQUE_ACTIONS,
  RECEIVED_CHEQUE_MOVES,
  RECEIVED_CHEQUE_STATES,
  type ReceivedChequeAction,
  type ReceivedChequeState,
} from '@talaan/core/receivables/received-cheque-state';
import { amountText, requireSum } from '@talaan/core/money/money';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { receivedCheque } from '@talaan/contract/resources/parties/received-cheque.resource';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { registerReceivables } from '../receivables.routes.ts';
import { registerCollectionPrint } from '../../documents/collection/collection-print.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer((server, services) => {
    registerReceivables(server, services, false);
    registerMasterdataRoutes(server, services);
    registerCollectionPrint(server, services, false);
  }));
});
afterAll(() => app.stop());

const CALLS = resourceRoutes(receivedCheque);
const DAY = '2026-03-31';
const admin = () => books.people.admin.call;

let numbers = 4710;
async function receive(cheque_amount: string, change: object = {}) {
  const { data } = await admin()(CALLS.create, {
    body: {
      payee_code: 'C0001',
      bank_name: 'Bangko Kunwari',
      cheque_number: String((numbers += 1)),
      cheque_date: DAY,
      cheque_amount,
      received_date: '2026-03-30',
      ...change,
    },
  });
  return data as { id: number; row_version: number; state: string; cheque_number: string };
}

const stateOf = async (id: number) =>
  ((await admin()(CALLS.one, { params: { id } })).data as unknown as { state: ReceivedChequeState }).state;
const voidAs = (body: { collection_number: string; reason: string; returned_by_bank: 1 }) =>
  books.people.checker.call(voidCollection, { body });
const deposit = async (ids: number[], change: object = {}) =>
  (
    await books.people.preparer.call(depositCheques, {
      body: { ids, bank_id: books.banks['102103'], collection_date: DAY, branch_id: books.branch_id, ...change },
    })
  ).data.collections;
const openInvoices = async () =>
  (await admin()(listUncollected, { query: { payee_id: books.payees.C0001 } })).data.map((one) => [
    one.billing_invoice_no,
    one.open_amount,
  ]);

const customerOfCheques = async () =>
  (await admin()(readCustomer, { params: { id: books.payees.C0001 }, query: {} })).data.cheques;
const less = (one: string, other: string) => amountText(requireSum(one) - requireSum(other));

const chequesOf = async ({ billing_request_no }: { billing_request_no: string }) => {
  const { data } = await admin()(readBilling, { params: { id: billing_request_no } });
  const { is_pdc, number_of_cheques, received_cheques } = data;
  // The list says what the page says, and finds it by it.
  const query = { search: data.billing_invoice_no!, is_pdc: is_pdc as 0 | 1 };
  expect((await admin()(listBillings, { query })).data).toMatchObject([{ is_pdc, number_of_cheques }]);
  return [
    is_pdc,
    number_of_cheques,
    received_cheques.map(({ id, cheque_amount, state }) => [id, cheque_amount, state]),
  ];
};

describe('received cheques, before they are taken,', () => {
  it('name an approved invoice of their customer in pesos, or none', async () => {
    const [own, dollars] = [
      await desk.invoice('560.00'),
      await desk.invoice('10.00', { currency_id: 2, dollar_rate: '55' }),
    ];
    const others = ['BI-HOB9999999', dollars.billing_invoice_no!].map((name) =>
      refusalOf(receive('560.00', { billing_invoice_no: name })),
    );
    const ofAnother = refusalOf(receive('560.00', { payee_code: 'S0001', billing_invoice_no: own.billing_invoice_no }));
    for (const refusal of await Promise.all([...others, ofAnother]))
      expect(refusal).toMatchObject({
        status: 422,
        errors: {
          billing_invoice_no: [expect.stringMatching(/approved invoice of this customer in pesos; BI-HOB\d+ is none/)],
        },
      });
    const { id, row_version } = await receive('560.00', { billing_invoice_no: own.billing_invoice_no!.toLowerCase() });
    const { billing_request_no } = own;
    await books.people.checker.call(setAccountingStatus, {
      params: { id: billing_request_no },
      body: { accounting_status: 20, remarks: 'Billed twice' },
    });
    // What it named when it came in stays, and the rest of it can be corrected.
    await admin()(CALLS.update, { params: { id }, body: { row_version, remarks: 'Kept by the cashier' } });
    expect(await refusalOf(receive('560.00', { billing_invoice_no: own.billing_invoice_no }))).toMatchObject({
      status: 422,
    });
  });

  it('were received by today', async () => {
    expect((await refusalOf(receive('100.00', { received_date: '2026-04-01' }))).errors).toEqual({
      received_date: ['Received on is a day that has not come.'],
    });
  });

  it('are kept once whatever zeros stand before their number', async () => {
    const { id, row_version } = await receive('100.00', { cheque_number: '77001' });
    const message = 'Cheque no. 77001 of C0001, drawn on bangko kunwari, is kept already.';
    expect(await refusalOf(receive('100.00', { cheque_number: '0077001', bank_name: 'bangko kunwari' }))).toMatchObject(
      {
        status: 409,
        code: 'already_exists',
        errors: { cheque_number: [message] },
      },
    );
    // Of another bank it is another one, and a number is corrected to itself.
    await receive('100.00', { cheque_number: '0077001', bank_name: 'Bangko Halimbawa' });
    await admin()(CALLS.update, { params: { id }, body: { row_version, cheque_number: '0077001' } });
    const both = await Promise.allSettled(
      ['88001', '088001'].map((cheque_number) => receive('1.00', { cheque_number })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are stale six months after their date: told, and not deposited', async () => {
    const taken = await receive('10.00', { cheque_date: '2025-09-30', received_date: '2025-09-01' });
    const stale = await receive('20.00', { cheque_date: '2025-09-29', received_date: '2025-09-01' });
    const { data } = await admin()(listDepositable, { query: { on: '2026-03-30' } });
    const listed = data.cheques.map(({ id }) => id);
    expect([listed.includes(taken.id), listed.includes(stale.id), data.stale]).toEqual([true, false, 1]);
    expect(await refusalOf(deposit([stale.id], { collection_date: '2026-03-30' }))).toMatchObject({
      status: 409,
      code: 'cheque_stale',
      message: expect.stringMatching(/ is stale: no bank takes it after 29 Mar 2026, six months after its date\./),
    });
    await deposit([taken.id], { collection_date: '2026-03-30' });
  });

  it('are deposited once, also by two at the same moment', async () => {
    const { id } = await receive('500.00');
    const answers = await Promise.allSettled([deposit([id]), deposit([id])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stateOf(id)).toBe('Deposited');
  });
});

it('leave the invoice open until their deposit makes the collection, and open it again when they bounce', async () => {
  const before = (await admin()(listDepositable, { query: { on: DAY } })).data;
  const had = await customerOfCheques();
  const [older, named] = [await desk.invoice('1120.00'), await desk.invoice('2240.00')];
  const open = async () =>
    (await openInvoices()).filter(([no]) => [older, named].some(({ billing_invoice_no }) => billing_invoice_no === no));
  const first = await receive('2240.00', { billing_invoice_no: named.billing_invoice_no });
  const second = await receive('1200.00');
  const later = await receive('100.00', { cheque_date: '2026-04-30' });
  expect([first.state, await open()]).toEqual([
    'Held',
    [
      [older.billing_invoice_no, '1120.00'],
      [named.billing_invoice_no, '2240.00'],
    ],
  ]);
  // The header of the billing counts those that name it (spec 2, billing header).
  expect([await chequesOf(named), await chequesOf(older)]).toEqual([
    [1, 1, [[first.id, '2240.00', 'Held']]],
    [0, 0, []],
  ]);
  const { data: due } = await admin()(listDepositable, { query: { on: DAY } });
  const own = [first.id, second.id, later.id];
  expect(due.cheques.map(({ id }) => id).filter((id) => own.includes(id))).toEqual([first.id, second.id]);
  expect([due.total - before.total, less(due.total_amount, before.total_amount)]).toEqual([2, '3440.00']);

  // One of them is dated later, so that none is deposited.
  expect(await refusalOf(deposit([first.id, later.id]))).toMatchObject({ status: 409, code: 'cheque_not_due' });
  expect(await stateOf(first.id)).toBe('Held');

  const made = await deposit([second.id, first.id]);
  expect(made.map(({ id }) => id)).toEqual([first.id, second.id]);
  const [ofFirst, ofSecond] = await Promise.all(made.map((one) => desk.read(one)));
  expect(ofFirst).toMatchObject({ status: 1, received_amount: '2240.00', collection_date: DAY, excess_amount: '0.00' });
  expect(ofFirst!.collection_details.map((row) => row.billing_invoice_no)).toEqual([named.billing_invoice_no]);
  // What no invoice takes is the customer's advance.
  expect(ofSecond).toMatchObject({ received_amount: '1200.00' });
  expect([await stateOf(first.id), await refusalOf(deposit([first.id]))]).toMatchObject([
    'Deposited',
    { status: 409, code: 'cheque_not_held' },
  ]);

  // The collection takes in what the cheque is worth: a change of its draft to anything else is refused at once.
  const params = { id: ofSecond!.collection_number };
  const draft = desk.collection([], { received_amount: '1,200.00', collection_date: DAY });
  const change = (given: object) =>
    books.people.preparer.call(updateCollection, { params, body: { ...draft, ...given } });
  const name = `heque ${second.cheque_number}`;
  const other = { payee_id: books.payees.S0001, received_amount: '1300.00', currency_id: 2, dollar_rate: '56' };
  expect((await refusalOf(change({ ...other, collection_date: '2026-03-30' }))).errors).toEqual({
    payee_id: [expect.stringMatching(new RegExp(`^C${name} is of .`))],
    currency_id: [`C${name} is in pesos.`],
    received_amount: [`C${name} is worth 1,200.00: this collection takes that in.`],
    collection_date: [`A bank takes c${name} from 31 Mar 2026 to 30 Sep 2026.`],
  });
  expect((await refusalOf(change({ collection_date: '2026-10-01' }))).errors).toHaveProperty('collection_date');
  await change({ remarks: 'As it is.' });
  await admin()(deleteCollection, { params, query: {} });
  // A deleted draft is no collection of it.
  expect((await admin()(CALLS.one, { params: { id: second.id } })).data).toMatchObject({
    state: 'Held',
    collection_number: null,
  });

  await desk.move(ofFirst!, 'preparer', { status: 7 });
  expect(await open()).toEqual([[older.billing_invoice_no, '1120.00']]);
  const printed = await admin()(collectionPrint.print, {
    params: { id: ofFirst!.collection_number, paper: 'or' },
    body: {},
  });
  const paper = JSON.stringify(drawPaper(COLLECTION_PAPERS.or, printed.data));
  expect(paper).toContain(
    JSON.stringify({
      block: 'facts',
      facts: [
        { label: 'Bank', value: 'Bangko Kunwari' },
        { label: 'Cheque No.', value: first.cheque_number },
        { label: 'Cheque Date', value: '03-31-2026' },
        { label: 'Cheque Amount', value: 'PHP 2,240.00' },
      ],
      inRow: 2,
      boxed: true,
    }),
  );
  expect(paper).toContain(
    `"In payment of","wide":true,"value":"${named.billing_invoice_no} · Cheque ${first.cheque_number}`,
  );
  await voidAs({
    collection_number: ofFirst!.collection_number,
    reason: 'Bounced: Account closed',
    returned_by_bank: 1,
  });
  const has = await customerOfCheques();
  expect([has.held - had.held, less(has.held_amount, had.held_amount)]).toEqual([2, '1300.00']);
  expect([has.bounced - had.bounced, less(has.bounced_amount, had.bounced_amount)]).toEqual([1, '2240.00']);
  expect(await chequesOf(named)).toEqual([1, 1, [[first.id, '2240.00', 'Bounced']]]);
  // The cheque and the collection that it made lead to each other, also when it bounced.
  expect((await admin()(CALLS.one, { params: { id: first.id } })).data).toMatchObject({
    collection_number: ofFirst!.collection_number,
  });
  expect((await desk.read(ofFirst!)).received_cheque).toEqual({
    id: first.id,
    cheque_number: first.cheque_number,
    state: 'Bounced',
  });
  expect([await stateOf(first.id), await open()]).toEqual([
    'Bounced',
    [
      [older.billing_invoice_no, '1120.00'],
      [named.billing_invoice_no, '2240.00'],
    ],
  ]);
  // It is presented again, or goes back to the customer.
  const [again] = await deposit([first.id]);
  expect(await stateOf(first.id)).toBe('Deposited');
  const stored = (await admin()(CALLS.one, { params: { id: first.id } })).data;
  const handBack = { row_version: stored.row_version, handed_back: 1 };
  expect(await refusalOf(admin()(CALLS.update, { params: { id: first.id }, body: handBack }))).toMatchObject({
    status: 409,
    code: 'cheque_deposited',
  });
  await admin()(deleteCollection, { params: { id: again!.collection_number }, query: {} });
  const held = (await admin()(CALLS.one, { params: { id: first.id } })).data;
  await admin()(CALLS.update, { params: { id: first.id }, body: { ...handBack, row_version: held.row_version } });
  expect(await stateOf(first.id)).toBe('Returned');
});

it('are held again when their collection is void for another reason than that the bank returned them', async () => {
  const invoice = await desk.invoice('336.00');
  const { id } = await receive('336.00', { billing_invoice_no: invoice.billing_invoice_no });
  const [made] = await deposit([id]);
  await desk.move(made!, 'preparer', { status: 7 });
  await desk.void(made!);
  expect(await stateOf(id)).toBe('Held');
  // Deposited once more it can still bounce; what deposited none cannot.
  const [again] = await deposit([id]);
  await desk.move(again!, 'preparer', { status: 7 });
  await voidAs({ collection_number: again!.collection_number, reason: 'Account closed', returned_by_bank: 1 });
  expect(await stateOf(id)).toBe('Bounced');
  const cash = await desk.collect([{ billing_invoice_no: invoice.billing_invoice_no!, cash_amount: '336.00' }], {
    received_amount: '336.00',
  });
  const wrong = voidAs({ collection_number: cash.collection_number, reason: 'Account closed', returned_by_bank: 1 });
  expect((await refusalOf(wrong)).errors).toEqual({
    returned_by_bank: [`Collection ${cash.collection_number} deposited no cheque that a bank could return.`],
  });
  expect((await desk.read(cash)).status).toBe(7);
  await desk.void(cash);
});

it('of a confidential invoice make a confidential collection', async () => {
  const { billing_invoice_no } = await desk.invoice('560.00', { is_confidential: 1 });
  const { id } = await receive('560.00', { billing_invoice_no });
  const { data } = await admin()(depositCheques, {
    body: { ids: [id], bank_id: books.banks['102103'], collection_date: DAY, branch_id: books.branch_id },
  });
  const made = await desk.read(data.collections[0]!, 'admin');
  expect([made.billing_invoice_no, made.is_confidential]).toEqual([billing_invoice_no, 1]);
});

it('have their moves in the database as in core', async () => {
  const stored = await sql`select state_from as from, state_to as to, action from received_cheque_state_move`.execute(
    app.database,
  );
  const texts = (moves: readonly unknown[]) => moves.map((move) => JSON.stringify(move)).toSorted();
  expect(texts(stored.rows)).toEqual(texts(RECEIVED_CHEQUE_MOVES));
});

const handBack = async (id: number, handed_back: number) => {
  const { row_version } = (await admin()(CALLS.one, { params: { id } })).data;
  await admin()(CALLS.update, { params: { id }, body: { row_version, handed_back } });
};

/** A cheque in a state, whose collection was issued, and is void unless the cheque is deposited. */
async function chequeIn(state: ReceivedChequeState) {
  const { id } = await receive('1.00');
  const [made] = await deposit([id]);
  await desk.move(made!, 'preparer', { status: 7 });
  const cheque = made!;
  if (state === 'Deposited') return cheque;
  await WALK[state === 'Bounced' ? 'bounce' : 'withdraw'](cheque);
  if (state === 'Returned') await WALK.return(cheque);
  if (state === 'Replaced') await WALK.replace(cheque);
  expect(await stateOf(id)).toBe(state);
  return cheque;
}
type Walked = Awaited<ReturnType<typeof chequeIn>>;

const WALK: Readonly<Record<ReceivedChequeAction, (cheque: Walked) => Promise<unknown>>> = {
  deposit: ({ id }) => deposit([id]),
  withdraw: (cheque) => desk.void(cheque),
  bounce: ({ collection_number }) => voidAs({ collection_number, reason: 'Account closed', returned_by_bank: 1 }),
  recover: ({ id }) => handBack(id, HANDED_BACK_BY.indexOf('recover')),
  return: ({ id }) => handBack(id, HANDED_BACK_BY.indexOf('return')),
  replace: ({ id }) => handBack(id, HANDED_BACK_BY.indexOf('replace')),
};

it.each(RECEIVED_CHEQUE_STATES)('in state %s make the moves of the table and no other', async (from) => {
  for (const action of Object.keys(RECEIVED_CHEQUE_ACTIONS) as ReceivedChequeAction[]) {
    const cheque = await chequeIn(from);
    const listed = RECEIVED_CHEQUE_MOVES.filter((move) => move.from === from && move.action === action);
    if (listed.length > 0) await WALK[action](cheque);
    // What is no move is refused, or changes nothing: a cheque that is here is not taken back.
    else await WALK[action](cheque).catch((refusal: unknown) => refusalOf(Promise.reject(refusal)));
    const after = await stateOf(cheque.id);
    expect([action, listed.length === 0 ? after === from : listed.map(({ to }) => to).includes(after)]).toEqual([
      action,
      true,
    ]);
  }
});

it('go back to where they were before they were handed back by mistake', async () => {
  for (const state of ['Held', 'Bounced'] as const) {
    const cheque = await chequeIn(state);
    for (const action of ['return', 'replace', 'recover'] as const) await WALK[action](cheque);
    expect(await stateOf(cheque.id)).toBe(state);
  }
});

it('are not deposited by a cancelled collection that is restored once they were handed back', async () => {
  const { id } = await receive('1.00');
  const [made] = await deposit([id]);
  await desk.move(made!, 'preparer', { status: 20, approved_remarks: 'Not today' });
  await handBack(id, 1);
  const restored = () => desk.move(made!, 'preparer', { status: 1 });
  const refused = await refusalOf(restored());
  expect(refused).toMatchObject({ status: 409, code: 'cheque_not_held' });
  expect(refused.message).toMatch(/is returned and does not become deposited\. Set its Handed back to No first\./);
  await handBack(id, 0);
  await restored();
  expect(await stateOf(id)).toBe('Deposited');
});
