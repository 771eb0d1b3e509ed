import { Problem } from '../platform/http/problem.ts';

/** How many calls wait at most, with how many lines, which is what their memory is; and how much goes together. */
export interface FlushLimits {
  readonly waiting: number;
  readonly waiting_lines: number;
  readonly calls: number;
  readonly lines: number;
}

/** A call that waits to be worked on. */
export interface FlushedCall {
  /** Calls of one maker go together. */
  readonly maker: number;
  /** Of those of one name the second waits for the first. */
  readonly name: string;
  readonly lines: number;
}

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls wait while those of their maker are worked on, and takes all that wait together then, up to the limits. `work`
 * answers each, or says why not. More than can wait are refused with 503.
 */
export function createFlush<Call extends FlushedCall, Answer>(
  work: (calls: readonly Call[]) => Promise<readonly PromiseSettledResult<Answer>[]>,
  limits: FlushLimits,
): (call: Call) => Promise<Answer> {
  const queues = new Map<number, Waiting<Call, Answer>[]>();
  let waiting = 0;
  let waitingLines = 0;

  async function workOn(maker: number, queue: Waiting<Call, Answer>[]): Promise<void> {
    while (queue.length > 0) {
      const taken = takeFrom(queue, limits);
      waiting -= taken.length;
      for (const { call } of taken) waitingLines -= call.lines;
      const answers = await work(taken.map(({ call }) => call)).catch((error: unknown) =>
        taken.map(() => ({ status: 'rejected', reason: error }) as const),
      );
      for (const [place, { resolve, reject }] of taken.entries()) {
        const answer = answers[place]!;
        if (answer.status === 'fulfilled') resolve(answer.value);
        else reject(answer.reason);
      }
    }
    queues.delete(maker);
  }

  return (call) =>
    new Promise((resolve, reject) => {
      // One that is larger than all may wait by itself.
      const isFull = waiting > 0 && waitingLines + call.lines > limits.waiting_lines;
      if (isFull || waiting >= limits.waiting) {
        throw new Problem(503, 'queue_full', 'Too many batches wait. Send it again in a second.');
      }
      waiting += 1;
      waitingLines += call.lines;
      const queue = queues.get(call.maker);
      if (queue) {
        queue.push({ call, resolve, reject });
        return;
      }
      const first = [{ call, resolve, reject }];
      queues.set(call.maker, first);
      void workOn(call.maker, first);
    });
}

/** Takes from the front what goes together; what stays keeps its order. */
function takeFrom<Call extends FlushedCall, Answer>(
  queue: Waiting<Call, Answer>[],
  limits: FlushLimits,
): Waiting<Call, Answer>[] {
  const names = new Set<string>();
  const taken: Waiting<Call, Answer>[] = [];
  let lines = 0;
  for (const one of queue.splice(0)) {
    const { name } = one.call;
    const fits = taken.length === 0 || (taken.length < limits.calls && lines + one.call.lines <= limits.lines);
    if (fits && !names.has(name)) {
      taken.push(one);
      lines += one.call.lines;
    } else queue.push(one);
    names.add(name);
  }
  return taken;
}
