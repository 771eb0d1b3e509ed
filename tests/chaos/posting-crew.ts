import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { STATUS } from '@talaan/core/documents/status';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openConnection, type HttpAnswer, type HttpConnection } from '../../bench/http-load.ts';
import { openToken, type SendingClient } from '../../bench/ledger/sending-client.ts';
import type { TalaanServer } from '../../bench/talaan-server.ts';

/** What the server has answered for: nothing of it may be lost. */
export interface Acknowledged {
  /** The instant from which on nobody but the crew enters anything. */
  readonly since: string;
  readonly entered: Batch[];
  /** Documents with the number that they were given: a journal when it is saved, an invoice when it is approved. */
  readonly numbered: (Batch & { readonly document_number: string })[];
  readonly posted: { readonly batch_number: string; readonly entry_id: string }[];
  /** Invoices with what was collected of them. */
  readonly collected: { readonly invoice: string; readonly amount: string }[];
}

interface Batch {
  readonly document_type: string;
  readonly batch_number: string;
}

/**
 * People who enter, submit, review and approve journals and billings, send invoices by mail and collect them, one after another,
 * each call with a key of its own; another system sends batches that post meanwhile.
 */
export interface PostingCrew {
  readonly acknowledged: Acknowledged;
  /**
   * Lets everybody work until his next call stays without an answer. With `stay` nobody ends his connection but the
   * server, as browsers do.
   */
  work(server: TalaanServer, stay?: 'stay'): Promise<void>;
  /** Everybody who still works ends with the call that he is at. */
  rest(): void;
  /** Sends every call that stayed without an answer again, twice, with its key; both answers must be the same. */
  settle(server: TalaanServer): Promise<void>;
}

const PEOPLE = ['preparer', 'checker', 'approver1', 'cashier'] as const;
/** `client` is the other system. */
type Person = (typeof PEOPLE)[number] | 'client';
type Headers = Readonly<Record<string, string>>;

/** When the crew began, and record ids that its documents name. */
export interface Places {
  readonly since: string;
  readonly branch_id: number;
  readonly branch: string;
  readonly department_id: number;
  readonly department: string;
  readonly customer_id: number;
  readonly service_id: number;
  readonly bank_id: number;
}

/** Signs the people in and gives the crew so many hands. */
export async function gatherCrew(
  server: TalaanServer,
  { places, hands, client }: { places: Places; hands: number; client: SendingClient },
): Promise<PostingCrew> {
  const people = new Map<Person, Headers>();
  for (const person of PEOPLE) people.set(person, await server.signIn(person));
  const acknowledged: Acknowledged = { since: places.since, entered: [], numbered: [], posted: [], collected: [] };
  const desk: Desk = { places, acknowledged };
  const workers = Array.from({ length: hands }, (_, hand) =>
    createWorker(people, STORIES[hand % STORIES.length]!, desk),
  );
  const withEverybody = async (
    server_: TalaanServer,
    act: (worker: Worker, connection: HttpConnection) => Promise<void>,
  ) => {
    const token = await openToken(server_.port, client);
    people.set('client', { authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    await Promise.all(
      workers.map(async (worker) => {
        const connection = await openConnection(server_.port);
        try {
          await act(worker, connection);
        } finally {
          connection.close();
        }
      }),
    );
  };
  let resting = false;
  return {
    acknowledged,
    async work(running, stay) {
      resting = false;
      await withEverybody(running, async (worker, connection) => {
        await workUntilCutOff(worker, connection, () => resting);
        if (stay) await connection.ended;
      });
    },
    rest() {
      resting = true;
    },
    settle: (running) => withEverybody(running, settleCall),
  };
}

/** One pair of hands, with the call that it has sent or is about to send. */
interface Worker {
  call: Call;
  /** Notes what was answered and prepares the next call. */
  accept(answer: HttpAnswer): void;
}

interface Call {
  readonly person: Person;
  readonly path: string;
  readonly body: string;
  /** As its sender is signed in now, with the key of the call. */
  readonly headers: () => Headers;
}

async function workUntilCutOff(worker: Worker, connection: HttpConnection, rests: () => boolean): Promise<void> {
  while (!rests()) {
    const answer = await send(connection, worker.call).catch(() => null);
    // 503: the server lives, its database does not; the call may be repeated.
    if (answer === null || answer.status === 503) return;
    requireOk(worker.call, answer);
    worker.accept(answer);
  }
}

async function settleCall(worker: Worker, connection: HttpConnection): Promise<void> {
  const first = await send(connection, worker.call);
  requireOk(worker.call, first);
  const second = await send(connection, worker.call);
  if (!isDeepStrictEqual(JSON.parse(second.body), JSON.parse(first.body))) {
    throw new Error(`The same call was answered differently:\n${first.body}\n${second.body}`);
  }
  worker.accept(first);
}

function requireOk(call: Call, answer: HttpAnswer): void {
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`${call.person}: ${call.path} answered ${answer.status}: ${answer.body}`);
}

function send(connection: HttpConnection, { path, headers, body }: Call): Promise<HttpAnswer> {
  return connection.send({ method: 'POST', path: `/api/trx/${path}`, headers: headers(), body });
}

function createWorker(people: ReadonlyMap<Person, Headers>, story: Story, desk: Desk): Worker {
  const callOf = ([person, path, body]: Deed): Call => {
    const key = { 'idempotency-key': randomUUID() };
    return { person, path, body: JSON.stringify(body), headers: () => ({ ...people.get(person)!, ...key }) };
  };
  let deeds = story(desk);
  const worker: Worker = {
    call: callOf(deeds.next().value as Deed),
    accept(answer) {
      const { data } = JSON.parse(answer.body) as { data: Answer };
      let next = deeds.next(data);
      if (next.done) {
        deeds = story(desk);
        next = deeds.next();
      }
      worker.call = callOf(next.value as Deed);
    },
  };
  return worker;
}

interface Desk {
  readonly places: Places;
  readonly acknowledged: Acknowledged;
}

/** Who sends what to which call below `/api/trx/`. */
type Deed = readonly [person: Person, path: string, body: object];

/** What the answers of the calls tell, each a part of it. */
interface Answer {
  readonly batch_number: string;
  readonly row_version: number;
  readonly document_number: string;
  readonly journal_entry_ids: readonly string[];
  readonly headers: readonly { readonly document_number: string }[];
  readonly billing_request_no: string;
  readonly collection_number: string;
  readonly documents: readonly { readonly document_number: string; readonly journal_entry_id: string }[];
}

/** The life of a document, deed by deed; each is told what the one before was answered. */
type Story = (desk: Desk) => Generator<Deed, void, Answer>;

/** A rent of a few thousand pesos: it needs the review and one approval. */
function* journal({ places: { branch_id, department_id }, acknowledged }: Desk): ReturnType<Story> {
  const amount = `${anyPesos()}.25`;
  let batch = yield [
    'preparer',
    'header',
    {
      document_type: 'JE',
      headers: [{ document_date: today(), remarks: 'RENT OF THE DAY' }],
      details: [
        { account_code: '502010', branch_id, department_id, debit_amount: amount },
        { account_code: '102103', branch_id, credit_amount: amount },
      ],
    },
  ];
  const saved = { document_type: 'JE', batch_number: batch.batch_number };
  acknowledged.entered.push(saved);
  acknowledged.numbered.push({ ...saved, document_number: batch.headers[0]!.document_number });
  for (const [person, status] of [
    ['preparer', STATUS.FOR_REVIEW],
    ['checker', STATUS.FOR_APPROVAL_1],
    ['approver1', STATUS.APPROVED],
  ] as const) {
    const move = { status, processing: 0, approved_remarks: '', document_type: 'JE', row_version: batch.row_version };
    batch = yield [person, `header/${saved.batch_number}`, move];
  }
  notePosted(acknowledged, batch);
}

/** A service that is billed, its invoice mailed and paid in two parts: its number, its mail and each receipt once. */
function* receivable({ places, acknowledged }: Desk): ReturnType<Story> {
  const { branch_id, department_id, customer_id: payee_id, service_id, bank_id } = places;
  const pesos = anyPesos();
  const { billing_request_no } = yield [
    'preparer',
    'billing',
    {
      billing_date: today(),
      payee_id,
      vat: 1,
      payment_term: 30,
      branch_id,
      department_id,
      billing_details: [{ billing_service_id: service_id, account_code: '408010', total_amount: `${pesos}.25` }],
    },
  ];
  const billing = { document_type: 'BI', batch_number: billing_request_no };
  acknowledged.entered.push(billing);
  yield ['preparer', `billing/${billing_request_no}`, { status: STATUS.FOR_APPROVAL_1 }];
  const invoice = yield ['approver1', `billing/${billing_request_no}`, { status: STATUS.APPROVED }];
  notePosted(acknowledged, invoice);
  acknowledged.numbered.push({ ...billing, document_number: invoice.document_number });
  yield ['preparer', 'send-mail', { billing_request_no }];
  for (const cash_amount of ['500.00', `${pesos - 500}.25`]) {
    const { collection_number } = yield [
      'cashier',
      'collection',
      {
        collection_date: today(),
        payee_id,
        bank_id,
        is_or_ar: 1,
        received_amount: cash_amount,
        branch_id,
        department_id,
        collection_details: [{ billing_invoice_no: invoice.document_number, cash_amount }],
      },
    ];
    acknowledged.entered.push({ document_type: 'CN', batch_number: collection_number });
    const receipt = yield ['cashier', `collection/${collection_number}`, { status: STATUS.APPROVED }];
    notePosted(acknowledged, receipt);
    acknowledged.collected.push({ invoice: invoice.document_number, amount: cash_amount });
  }
}

/** A batch of two journals that another system sends: it posts whole and once, however often it is sent. */
function* received({ places: { branch, department }, acknowledged }: Desk): ReturnType<Story> {
  const amount = `${anyPesos()}.25`;
  const total = amountText(2n * requireAmount(amount));
  const { batch_number, documents } = yield [
    'client',
    'integrated',
    {
      batch_no: `CRASH-${randomUUID().slice(0, 18)}`,
      department,
      document_type: 'JE',
      control: { documents: 2, lines: 4, debit: total, credit: total },
      documents: ['1', '2'].map((document_no) => ({
        document_no,
        document_date: today(),
        remarks: 'INTEREST OF THE DAY',
        lines: [
          { account_code: '502010', branch, department, debit_amount: amount, credit_amount: '0.00' },
          { account_code: '102103', branch, debit_amount: '0.00', credit_amount: amount },
        ],
      })),
    },
  ];
  const saved = { document_type: 'JE', batch_number };
  acknowledged.entered.push(saved);
  for (const { document_number, journal_entry_id } of documents) {
    acknowledged.numbered.push({ ...saved, document_number });
    acknowledged.posted.push({ batch_number, entry_id: journal_entry_id });
  }
}

const STORIES: readonly Story[] = [journal, receivable, received];

function notePosted({ posted }: Acknowledged, { batch_number, journal_entry_ids }: Answer): void {
  for (const entry_id of journal_entry_ids) posted.push({ batch_number, entry_id });
}

const anyPesos = () => 1000 + Math.floor(Math.random() * 9000);
