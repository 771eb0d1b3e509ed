import type { Figure } from '../figures.ts';
import { runLoad } from '../http-load.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 8;

/** P11: the smallest signed-in read, a dropdown list of six rows, against a constant reply of bare Fastify. */
export const smallGet: Bench = {
  name: 'small-get',
  async measure({ large, bare_port, settings: { seconds } }) {
    const bare = await runLoad({
      port: bare_port,
      connections: CONNECTIONS,
      seconds,
      next: () => ({ method: 'GET', path: '/json', headers: {} }),
    });
    const ours = await runLoad({
      port: large.server.port,
      connections: CONNECTIONS,
      seconds,
      next: () => ({ method: 'GET', path: '/api/currency/dropdown-list', headers: large.reader }),
    });
    return [
      {
        id: 'P11',
        title: 'Small signed-in GET, 8 connections : constant JSON of bare Fastify',
        unit: 'per second',
        ours: ours.per_second,
        yardstick: bare.per_second,
        goal: { at_least: 0.4 },
      },
    ] satisfies Figure[];
  },
};
