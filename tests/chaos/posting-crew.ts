import { randomUUID } from 'node:crypto';
import { STATUS } from '@talaan/core/documents/document-status';
import { today } from '../../apps/server/src/platform/clock.ts';
import { openConnection, type HttpAnswer, type HttpConnection } from '../../bench/http-load.ts';
import type { SessionHeaders, TalaanServer } from '../../bench/talaan-server.ts';

/** What the server has answered for: nothing of it may be lost. */
export interface Acknowledged {
  readonly saved: { readonly batch_number: string; readonly document_number: string }[];
  readonly posted: { readonly batch_number: string; readonly entry_id: string }[];
}

/** People who enter, submit, review and approve journals one after another, each call with a key of its own. */
export interface PostingCrew {
  readonly acknowledged: Acknowledged;
  /**
   * Lets everybody work until his next call stays without an answer. With `stay` nobody ends his connection but the
   * server, as browsers do.
   */
  work(server: TalaanServer, stay?: 'stay'): Promise<void>;
  /** Sends every call that stayed without an answer again, twice, with its key; both answers must be the same. */
  settle(server: TalaanServer): Promise<void>;
}

type Person = 'preparer' | 'checker' | 'approver1';

/** Record ids and codes that the journals name. */
export interface JournalPlaces {
  readonly branch_id: number;
  readonly department_id: number;
}

/** Signs the people in and gives the crew so many hands. */
export async function gatherCrew(server: TalaanServer, places: JournalPlaces, hands: number): Promise<PostingCrew> {
  const people = {
    preparer: await server.signIn('preparer'),
    checker: await server.signIn('checker'),
    approver1: await server.signIn('approver1'),
  };
  const acknowledged: Acknowledged = { saved: [], posted: [] };
  const workers = Array.from({ length: hands }, () => createWorker(people, places, acknowledged));
  const withEverybody = async (
    server_: TalaanServer,
    act: (worker: Worker, connection: HttpConnection) => Promise<void>,
  ) => {
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
  return {
    acknowledged,
    work: (running, stay) =>
      withEverybody(running, async (worker, connection) => {
        await workUntilCutOff(worker, connection);
        if (stay) await connection.ended;
      }),
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
  readonly headers: SessionHeaders & { readonly 'idempotency-key': string };
}

async function workUntilCutOff(worker: Worker, connection: HttpConnection): Promise<void> {
  for (;;) {
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
  if (second.body !== first.body) {
    throw new Error(`The same call was answered differently:\n${first.body}\n${second.body}`);
  }
  worker.accept(first);
}

function requireOk(call: Call, answer: HttpAnswer): void {
  if (answer.status !== 200) throw new Error(`${call.person}: ${call.path} answered ${answer.status}: ${answer.body}`);
}

function send(connection: HttpConnection, { path, headers, body }: Call): Promise<HttpAnswer> {
  return connection.send({ method: 'POST', path: `/api/trx/header${path}`, headers, body });
}

interface MoveAnswer {
  data: {
    batch_number: string;
    row_version: number;
    journal_entry_ids?: string[];
    headers?: { document_number: string }[];
  };
}

function createWorker(
  people: Readonly<Record<Person, SessionHeaders>>,
  places: JournalPlaces,
  acknowledged: Acknowledged,
): Worker {
  const callOf = (person: Person, path: string, body: unknown): Call => ({
    person,
    path,
    body: JSON.stringify(body),
    headers: { ...people[person], 'idempotency-key': randomUUID() },
  });
  const entry = () => callOf('preparer', '', journalOf(places));
  const move = (person: Person, status: number, { batch_number, row_version }: MoveAnswer['data']) =>
    callOf(person, `/${batch_number}`, {
      status,
      processing: 0,
      approved_remarks: '',
      document_type: 'JE',
      row_version,
    });
  let step = 0;
  const worker: Worker = {
    call: entry(),
    accept(answer) {
      const { data } = JSON.parse(answer.body) as MoveAnswer;
      const { batch_number } = data;
      if (step === 0) {
        acknowledged.saved.push({ batch_number, document_number: data.headers![0]!.document_number });
        worker.call = move('preparer', STATUS.FOR_REVIEW, data);
      } else if (step === 1) {
        worker.call = move('checker', STATUS.FOR_APPROVAL_1, data);
      } else if (step === 2) {
        worker.call = move('approver1', STATUS.APPROVED, data);
      } else {
        for (const entry_id of data.journal_entry_ids!) acknowledged.posted.push({ batch_number, entry_id });
        worker.call = entry();
      }
      step = (step + 1) % 4;
    },
  };
  return worker;
}

/** A rent of a few thousand pesos: it needs the review and one approval. */
function journalOf({ branch_id, department_id }: JournalPlaces) {
  const amount = `${1000 + Math.floor(Math.random() * 9000)}.25`;
  return {
    document_type: 'JE',
    headers: [{ document_date: today(), remarks: 'RENT OF THE DAY' }],
    details: [
      { account_code: '502010', branch_id, department_id, debit_amount: amount },
      { account_code: '102103', branch_id, credit_amount: amount },
    ],
  };
}
