import { parentPort, Worker, type TransferListItem, type WorkerOptions } from 'node:worker_threads';
import { Problem } from './http/problem.ts';

type Sent<Request> = { readonly number: number; readonly request: Request } | 'end';

/** What comes back of a request: how far it is, its answer, or why there is none. */
type Returned<Answer> = { readonly number: number } & (
  | { readonly done: number }
  | { readonly answer: Answer }
  | { readonly failure: PlainError }
);

/** Of an error that is cloned only its sentence is left: the code of a refusal, or a constraint of the database, goes as plain data. */
type PlainError = Readonly<Record<string, unknown>> & Pick<Error, 'name' | 'message' | 'stack'>;

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly tell: (done: number) => void;
}

interface Running<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Answer>>;
  readonly ended: Promise<unknown>;
}

interface ThreadOptions extends Pick<WorkerOptions, 'resourceLimits' | 'workerData'> {
  /** How long it stays without work; without it, for good. */
  readonly idle_ms?: number;
}

/**
 * A thread of a file `….worker.ts`, which is named by its path below the sources of the server, without the ending. The first request
 * starts it, and it does not keep the process alive. When it dies, what waits for it fails with 503, for want of memory with
 * `ERR_WORKER_OUT_OF_MEMORY`, and the next request starts another one.
 */
export class WorkerThread<Request, Answer> {
  readonly #name: string;
  readonly #options: ThreadOptions;
  #running: Running<Answer> | null = null;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(name: string, options: ThreadOptions = {}) {
    this.#name = name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Answers as the thread does, or throws what it throws. `tell` takes how far it says to be. */
  ask(request: Request, tell: (done: number) => void = () => {}): Promise<Answer> {
    clearTimeout(this.#idle);
    const { worker, waiting } = (this.#running ??= this.#start());
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject, tell });
      worker.ref();
      worker.postMessage({ number, request } satisfies Sent<Request>, []);
    });
  }

  /** Ends the thread once it has answered what it was asked. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = null;
    running?.worker.postMessage('end' satisfies Sent<Request>, []);
    await running?.ended;
  }

  #start(): Running<Answer> {
    const worker = openWorker(this.#name, this.#options);
    const waiting: Running<Answer>['waiting'] = new Map();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const running: Running<Answer> = { worker, waiting, ended };
    const fail = (error: Error) => {
      if (this.#running === running) this.#running = null;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    };
    worker.on('message', (returned: Returned<Answer>) => this.#take(running, returned));
    worker.once('error', (error) => fail(isOutOfMemory(error) ? error : workEnded(error)));
    worker.once('exit', () => fail(workEnded()));
    return running;
  }

  #take({ worker, waiting }: Running<Answer>, returned: Returned<Answer>): void {
    const one = waiting.get(returned.number);
    if ('done' in returned) return one?.tell(returned.done);
    waiting.delete(returned.number);
    if (waiting.size === 0) {
      worker.unref();
      const { idle_ms } = this.#options;
      if (idle_ms !== undefined) this.#idle = setTimeout(() => void this.end(), idle_ms).unref();
    }
    if ('answer' in returned) one?.resolve(returned.answer);
    else one?.reject(errorOf(returned.failure));
  }
}

/** Whether an error is that of a thread which took more memory than it was given. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** The answer to who waits for a thread that is no more; the log tells why it ended. */
function workEnded(cause?: Error): Problem {
  const sentence = 'The work on this ended before it was done. Look whether it was saved before you send it again.';
  return Object.assign(new Problem(503, 'work_ended', sentence), { cause });
}

function errorOf({ name, message, stack, ...own }: PlainError): Error {
  const { status, code, details } = own as unknown as Problem;
  return name === 'Problem'
    ? new Problem(status, code, message, details)
    : Object.assign(new Error(message), { name, stack, ...own });
}

/** The bundle holds a thread as a program of its own at the same path; from the source tree it is loaded by the development tools. */
function openWorker(name: string, { resourceLimits, workerData }: ThreadOptions): Worker {
  const options = { ...(resourceLimits ? { resourceLimits } : {}), workerData };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, import.meta.url), options);
  const source = new URL(`../${name}.ts`, import.meta.url).href;
  return new Worker(`import('tsx/esm/api').then((tsx) => tsx.tsImport('${source}', '${import.meta.url}'))`, {
    ...options,
    eval: true,
  });
}

/** What the thread itself does: each request is answered, or failed, under its number; `close` runs when it is to end. */
export function answerRequests<Answer>(
  work: (request: never, tell: (done: number) => void) => Answer | Promise<Answer>,
  {
    moved = () => [],
    close = async () => {},
  }: {
    /** Parts of an answer that are given away with it and not copied. */
    readonly moved?: (answer: Answer) => TransferListItem[];
    readonly close?: () => Promise<void>;
  } = {},
): void {
  const port = parentPort;
  if (!port) throw new Error('This is the work of a thread of its own.');
  const atWork = new Set<Promise<void>>();
  const send = (returned: Returned<Answer>, given: TransferListItem[] = []) => port.postMessage(returned, given);
  const answer = async (number: number, request: unknown) => {
    try {
      const answered = await work(request as never, (done) => send({ number, done }));
      send({ number, answer: answered }, moved(answered));
    } catch (error) {
      const { name, message, stack } = error as Error;
      send({ number, failure: { ...(JSON.parse(JSON.stringify(error)) as object), name, message, stack } });
    }
  };
  port.on('message', (sent: Sent<unknown>) => {
    if (sent === 'end')
      return void Promise.allSettled(atWork)
        .then(close)
        .finally(() => port.close());
    const answering = answer(sent.number, sent.request).finally(() => atWork.delete(answering));
    atWork.add(answering);
  });
}
