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

/** The calls of one maker. */
interface Queue<Call, Answer> {
  readonly waiting: Waiting<Call, Answer>[];
  /** Names of the calls that are worked on. */
  readonly named: Set<string>;
  /** How many groups are worked on, of how many calls, and whether the last of them has not handed over yet. */
  groups: number;
  working: number;
  is_held: boolean;
}

/** Of one maker: while one group is posted the next is checked. */
const MOST_GROUPS = 2;

/**
 * Lets calls wait while those of their maker are worked on, and takes what waits together then, up to the limits. `work`
 * answers each, or says why not; it may hand over before, when what follows keeps nobody from beginning with the next: that is done
 * once as many wait as are worked on, with half of all there are, so that the two that take turns are alike. One of
 * the few that wait at the moment would pay for a commit as one of many does. More than can wait are refused with 503.
 */
export function createFlush<Call extends FlushedCall, Answer>(
  work: (calls: readonly Call[], handOver: () => void) => Promise<readonly PromiseSettledResult<Answer>[]>,
  limits: FlushLimits,
): (call: Call) => Promise<Answer> {
  const queues = new Map<number, Queue<Call, Answer>>();
  let waiting = 0;
  let waitingLines = 0;

  async function workOn(maker: number, queue: Queue<Call, Answer>): Promise<void> {
    const { groups, working, waiting: next } = queue;
    if (queue.is_held || groups === MOST_GROUPS || next.length < working) return;
    const most = groups === 0 ? next.length : Math.ceil((next.length + working) / 2);
    const taken = takeFrom(queue, { ...limits, calls: Math.min(limits.calls, most) });
    if (taken.length === 0) {
      if (groups === 0) queues.delete(maker);
      return;
    }
    const calls = taken.map(({ call }) => call);
    waiting -= calls.length;
    for (const { lines } of calls) waitingLines -= lines;
    for (const { name } of calls) queue.named.add(name);
    queue.groups += 1;
    queue.working += calls.length;
    queue.is_held = true;
    let isHandedOver = false;
    const handOver = () => {
      if (isHandedOver) return;
      isHandedOver = true;
      queue.is_held = false;
      void workOn(maker, queue);
    };
    const answers = await work(calls, handOver).catch((error: unknown) =>
      taken.map(() => ({ status: 'rejected', reason: error }) as const),
    );
    for (const [place, { call, resolve, reject }] of taken.entries()) {
      queue.named.delete(call.name);
      const answer = answers[place]!;
      if (answer.status === 'fulfilled') resolve(answer.value);
      else reject(answer.reason);
    }
    queue.groups -= 1;
    queue.working -= calls.length;
    handOver();
    void workOn(maker, queue);
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
      const queue = queues.get(call.maker) ?? { waiting: [], named: new Set(), groups: 0, working: 0, is_held: false };
      queues.set(call.maker, queue);
      queue.waiting.push({ call, resolve, reject });
      void workOn(call.maker, queue);
    });
}

/** Takes from the front what goes together; what stays keeps its order. */
function takeFrom<Call extends FlushedCall, Answer>(
  queue: Queue<Call, Answer>,
  limits: FlushLimits,
): Waiting<Call, Answer>[] {
  const names = new Set(queue.named);
  const taken: Waiting<Call, Answer>[] = [];
  let lines = 0;
  for (const one of queue.waiting.splice(0)) {
    const { name } = one.call;
    const fits = taken.length === 0 || (taken.length < limits.calls && lines + one.call.lines <= limits.lines);
    if (fits && !names.has(name)) {
      taken.push(one);
      lines += one.call.lines;
    } else queue.waiting.push(one);
    names.add(name);
  }
  return taken;
}
