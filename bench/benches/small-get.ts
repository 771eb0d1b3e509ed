import type { Figure } from '../figures.ts';
import { runLoad, type HttpRequest } from '../http-load.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 8;

/** The smallest signed-in read: a dropdown list of six rows. */
export const SMALL_GET = { method: 'GET', path: '/api/currency/dropdown-list' } as const;
/** What any signed-in read costs at least, of bare Fastify. */
export const LOOK_UP: HttpRequest = { method: 'GET', path: '/signed-in', headers: {} };

/**
 * P11: the smallest signed-in read against Fastify with one look-up by key, because every signed-in call asks the database
 * who calls; and beside it against a constant reply.
 */
export const smallGet: Bench = {
  name: 'small-get',
  async measure({ large, bare_port, settings: { seconds } }) {
    const perSecond = async (port: number, request: HttpRequest | ((connection: number) => HttpRequest)) => {
      const next = typeof request === 'function' ? request : () => request;
      return (await runLoad({ port, connections: CONNECTIONS, seconds, next })).per_second;
    };
    const constant = await perSecond(bare_port, { method: 'GET', path: '/json', headers: {} });
    const look_up = await perSecond(bare_port, LOOK_UP);
    const ours = await perSecond(large.server.port, { ...SMALL_GET, headers: large.reader });
    const of_people = await perSecond(large.server.port, (connection) => ({
      ...SMALL_GET,
      headers: large.approvers[connection]!,
    }));
    return [
      {
        id: 'P11',
        title: 'Small signed-in GET, 8 connections : Fastify with one look-up by key',
        unit: 'per second',
        ours,
        yardstick: look_up,
        goal: { at_least: 0.4 },
      },
      {
        id: 'P11 people',
        title: 'The same of eight people',
        unit: 'per second',
        ours: of_people,
        yardstick: look_up,
        goal: null,
      },
      {
        id: 'P11 constant',
        title: 'The same : constant JSON of bare Fastify',
        unit: 'per second',
        ours,
        yardstick: constant,
        goal: null,
      },
    ] satisfies Figure[];
  },
};
