import { calendarDateOf, addMonths, yearOf } from '@talaan/core/calendar/calendar-date';
import { today } from '../../apps/server/src/platform/clock.ts';
import { percentile, type Figure } from '../figures.ts';
import { openConnection, runLoad, type HttpRequest } from '../http-load.ts';
import type { Stage } from '../stage.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 8;
const ROWS = 50;
const MONTH = calendarDateOf(yearOf(today()) - 1, 6, 1)!;

/** P10: a page of a month of journals with its total, against Fastify and the driver with the same reads. */
export const lists: Bench = {
  name: 'lists',
  async measure(stage) {
    const { seconds } = stage.settings;
    const last_page = Math.ceil((await countOfMonth(stage)) / ROWS);
    const load = (port: number, request: HttpRequest) =>
      runLoad({ port, connections: CONNECTIONS, seconds, next: () => request });
    const bare = await load(stage.bare_port, bareRequest(0));
    const first = await load(stage.large.server.port, listRequest(stage, 1));
    const last = await load(stage.large.server.port, listRequest(stage, last_page));
    return [
      {
        id: 'P10',
        title: 'List page of a month, 8 connections : bare Fastify and driver',
        unit: 'per second',
        ours: first.per_second,
        yardstick: bare.per_second,
        goal: { at_least: 0.4 },
      },
      {
        id: 'P10 p97.5',
        title: 'Its 97.5th percentile',
        unit: 'ms',
        ours: percentile(first.latencies, 0.975),
        yardstick: percentile(bare.latencies, 0.975),
        goal: { at_most: 4 },
      },
      {
        id: 'P10 last',
        title: 'Last page of the month : first page',
        unit: 'ms',
        ours: percentile(last.latencies, 0.5),
        yardstick: percentile(first.latencies, 0.5),
        goal: { at_most: 3 },
      },
    ] satisfies Figure[];
  },
};

function listRequest({ large }: Stage, page: number): HttpRequest {
  const path = `/api/trx/header?document_type=JE&document_date=${MONTH}&pages=${ROWS}&page=${page}`;
  return { method: 'GET', path, headers: large.reader };
}

function bareRequest(offset: number): HttpRequest {
  const path = `/list?from=${MONTH}&before=${addMonths(MONTH, 1)}&limit=${ROWS}&offset=${offset}`;
  return { method: 'GET', path, headers: {} };
}

async function countOfMonth(stage: Stage): Promise<number> {
  const connection = await openConnection(stage.large.server.port);
  try {
    const { status, body } = await connection.send(listRequest(stage, 1));
    if (status !== 200) throw new Error(`The list answered ${status}: ${body}`);
    return (JSON.parse(body) as { total: number }).total;
  } finally {
    connection.close();
  }
}
