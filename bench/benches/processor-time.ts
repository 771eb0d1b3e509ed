import { runLoad, type HttpRequest } from '../http-load.ts';
import { processorTimeOf, type ProcessorTime } from '../processor-time.ts';
import type { Figure } from '../figures.ts';
import { approveThese, prepareFor } from './approvals.ts';
import type { Bench } from './bench.ts';
import { LOOK_UP, SMALL_GET } from './small-get.ts';

const CONNECTIONS = 8;

/**
 * Where the processor time of a call goes: an approval that posts, and the smallest signed-in read beside Fastify with one
 * look-up by key. It stands a noisy machine better than calls per second.
 */
export const processorTime: Bench = {
  name: 'processor-time',
  async measure({ large, cluster, bare_port, bare_pid, settings: { seconds } }) {
    const server_pid = large.server.process.pid!;
    const cluster_folder = cluster.folder;
    const reading = async (pid: number, port: number, request: HttpRequest) => {
      const load = { port, connections: CONNECTIONS, seconds, warm_up_seconds: 0, next: () => request };
      await runLoad({ ...load, seconds: 1 });
      return processorTimeOf({ server_pid: pid, cluster_folder }, async () => (await runLoad(load)).latencies.length);
    };
    const waiting = await prepareFor(large, seconds);
    const approval = await processorTimeOf({ server_pid, cluster_folder }, async () => {
      const load = { connections: CONNECTIONS, seconds, warm_up_seconds: 0 };
      return (await approveThese(waiting, large, load)).latencies.length;
    });
    const look_up = await reading(bare_pid, bare_port, LOOK_UP);
    const small = await reading(server_pid, large.server.port, { ...SMALL_GET, headers: large.reader });
    return [
      ...figuresOf('P2', 'Processor time of an approval that posts', approval),
      ...figuresOf('P11', 'Processor time of a small signed-in GET : of Fastify with one look-up', small, look_up),
    ];
  },
};

function figuresOf(goal: string, title: string, ours: ProcessorTime, yardstick?: ProcessorTime): Figure[] {
  return (['server', 'database', 'client'] as const).map((part) => ({
    id: `${goal} ${part}`,
    title: `${title}, ${part}`,
    unit: 'ms',
    ours: ours[part],
    yardstick: yardstick?.[part] ?? null,
    goal: null,
  }));
}
