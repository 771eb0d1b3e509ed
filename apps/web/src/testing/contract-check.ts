import type * as z from 'zod';
import { expect } from 'vitest';
import { postBatch } from '@talaan/contract/documents/batch.contract';
import { problemBody } from '@talaan/contract/http/problem';
import type { Route } from '@talaan/contract/http/route';
import { REPORTS } from '@talaan/contract/reports/report-list';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import { waitingReply } from '@talaan/contract/http/waiting-reply';
import { uploadRoutes } from '@talaan/contract/resource/upload-routes';
import { masterdataRoutes } from '@talaan/contract/resources/masterdata-routes';
import { servedResources } from '@talaan/contract/resources/resource-table';

/** Everything that the contract declares beside resources and reports. */
const DECLARED = import.meta.glob<Record<string, unknown>>('../../../../packages/contract/src/**/*.contract.ts', {
  eager: true,
});

/** Fixed addresses before those with a parameter. An update and a move say more than the address that they share. */
const ROUTES = [
  ...Object.values(DECLARED).flatMap((module) => Object.values(module).flatMap(oneOrGroup)),
  ...masterdataRoutes,
  ...REPORTS.flatMap((report) => report.calls.flatMap((call) => Object.values(reportRoutes(report, call)))),
  ...servedResources().flatMap((definition) => Object.values(uploadRoutes(definition))),
]
  .filter((value): value is Route => isRoute(value) && value !== postBatch)
  .map((route) => ({ route, address: new RegExp(`^/api${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`) }))
  .toSorted((one, other) => Number(one.route.path.includes('{')) - Number(other.route.path.includes('{')));

interface Exchange {
  method: string;
  url: URL;
  /** What was sent as JSON; null for nothing, undefined for a form. */
  sent: unknown;
  status: number;
  answer: unknown;
}

/** Fails the running test when a screen sends what the contract refuses, or is answered what the server never answers. */
export function checkExchange({ method, url, sent, status, answer }: Exchange): void {
  const call = `${method} ${url.pathname}`;
  const routes = ROUTES.filter((one) => one.route.method === method && one.address.test(url.pathname));
  const found = routes
    .filter(({ route }) => route.path.includes('{') === routes[0]!.route.path.includes('{'))
    .map(({ route, address }) => [
      ...faultsIn('address', route.params, paramsOf(route, address.exec(url.pathname)!)),
      ...faultsIn('query', route.query, queryOf(url)),
      ...(sent === undefined ? [] : faultsIn('body', route.body, sent ?? {})),
      ...faultsIn('answer', answerOf(route, status), answer),
    ])
    .toSorted((one, other) => one.length - other.length);
  expect.soft(found[0] ?? ['No route of the contract has this address.'], call).toEqual([]);
}

/** A route, or those of a group that documents share: the receipts of one type. */
function oneOrGroup(value: unknown): unknown[] {
  const isGroup = typeof value === 'object' && value !== null && !isRoute(value) && value.constructor === Object;
  return isGroup ? Object.values(value) : [value];
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}

function answerOf(route: Route, status: number): z.ZodType | undefined {
  if (status >= 400) return problemBody;
  return status === 202 && !route.may_be_later ? waitingReply : route.response;
}

function faultsIn(part: string, schema: z.ZodType | undefined, value: unknown): string[] {
  const issues = schema?.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${[part, ...path].map(String).join('.')}: ${message}`);
}

function paramsOf({ path }: Route, values: RegExpExecArray): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at + 1]!)]));
}

/** As the server reads it: a name that comes more than once is a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
