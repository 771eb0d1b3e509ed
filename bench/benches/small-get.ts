import type { Figure } from '../figures.ts';
import { runLoad, type HttpRequest } from '../http-load.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 8;

/**
 * P11: the smallest signed-in read, a dropdown list of six rows, against a constant reply of bare Fastify; and, because
 * every signed-in call asks the database who calls, against Fastify with one look-up by key.
 */
export const smallGet: Bench = {
  name: 'small-get',
  async measure({ large, bare_port, settings: { seconds } }) {
    const perSecond = async (port: number, request: HttpRequest) =>
      (await runLoad({ port, connections: CONNECTIONS, seconds, next: () => request })).per_second;
    const constant = await perSecond(bare_port, { method: 'GET', path: '/json', headers: {} });
    const look_up = await perSecond(bare_port, { method: 'GET', path: '/signed-in', headers: {} });
    const path = '/api/currency/dropdown-list';
    const ours = await perSecond(large.server.port, { method: 'GET', path, headers: large.reader });
    return [
      {
        id: 'P11',
        title: 'Small signed-in GET, 8 connections : constant JSON of bare Fastify',
        unit: 'per second',
        ours,
        yardstick: constant,
        goal: { at_least: 0.4 },
      },
      {
        id: 'P11 session',
        title: 'The same : Fastify with one look-up by key',
        unit: 'per second',
        ours,
        yardstick: look_up,
        goal: null,
      },
    ] satisfies Figure[];
  },
};
