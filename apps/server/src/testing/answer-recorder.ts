import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { addressOf, type CallArguments } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import type { ResultOf, Route } from '@talaan/contract/http/route';
import { clockText, today } from '../platform/clock.ts';
import { projectPath } from '../platform/project-paths.ts';
import type { SignedInClient } from './sign-in/sign-in.ts';
import type { TestServer } from './test-server.ts';

/** The tests of the browser application read them by name: `recorded` in its folder `testing`. */
const KEPT_IN = projectPath('apps', 'web', 'src', 'testing', 'answers');
/** What tells the day on which something was entered, which no stroke of the clock changes. */
const ENTERED_ON = /entered on \d+ \w+ \d{4}, \d+ days later/;
/** By which a copy of a paper is verified: random. */
const CODE = /\b[0-9A-HJKMNP-TV-Z]{16}$/;
const SHOWN_CODE = '0123456789ABCDEF';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)$/;

interface KeptAnswer {
  /** `GET /trx/header/{id}` */
  route: string;
  /** What was called: `GET /api/trx/header/0000001?document_type=JE` */
  call: string;
  status: number;
  body: unknown;
}

/**
 * Keeps what the server answers under names such as `journals/draft`, for the tests of the browser application. Instants
 * become those of the tale that the test tells by `strike`, tokens one word; every other value stays as it came, so the
 * calls of a tale are made one after the other.
 */
export function createAnswerRecorder(app: TestServer) {
  const answers = new Map<string, Record<string, KeptAnswer>>();
  const strokes: Stroke[] = [];

  /** From now on it is this instant (ISO text) in what is kept. */
  async function strike(instant: string): Promise<void> {
    // Instants go over the wire in milliseconds: the clock is read in one of its own.
    const { rows } = await sql<{ milliseconds: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as milliseconds
      from pg_sleep(0.002)`.execute(app.database);
    strokes.push({ from: rows[0]!.milliseconds, shown: Date.parse(instant) });
  }

  /** Makes a call in somebody's name and keeps the answer, a refusal as well; answers its body. */
  async function keep<const R extends Route>(
    name: `${string}/${string}`,
    { headers }: SignedInClient,
    route: R,
    given: CallArguments<R>,
  ): Promise<ResultOf<R>> {
    const { params, query, body } = given as Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;
    const form = given.form === undefined ? null : new Response(given.form);
    const address = addressOf(route.path, params, query);
    const reply = await app.server.inject({
      method: route.method,
      url: address,
      headers: form === null ? headers : { ...headers, 'content-type': form.headers.get('content-type')! },
      ...(body === undefined ? {} : { payload: body }),
      ...(form === null ? {} : { payload: Buffer.from(await form.arrayBuffer()) }),
    });
    const [subject, key] = name.split('/') as [string, string];
    const kept = answers.get(subject) ?? {};
    if (key in kept) throw new Error(`Two answers are called ${name}.`);
    kept[key] = {
      route: `${route.method} ${route.path}`,
      call: `${route.method} ${address.replace(CODE, SHOWN_CODE)}`,
      status: reply.statusCode,
      body: reply.statusCode < 400 ? steady(reply.json(), strokes) : steadyProblem(reply.json(), strokes),
    };
    answers.set(subject, kept);
    return reply.json<ResultOf<R>>();
  }

  return { strike, keep, compared: () => comparedWithKept(answers) };
}

type Answers = ReadonlyMap<string, Record<string, KeptAnswer>>;

/** From when on, in milliseconds, what instant is shown. */
interface Stroke {
  readonly from: number;
  readonly shown: number;
}

/** A refusal says in its sentence at what time of the day the instant beside it was. */
function steadyProblem(problem: object, strokes: readonly Stroke[]): unknown {
  const text = Object.values(problem)
    .filter((value): value is string => typeof value === 'string' && INSTANT.test(value))
    .reduce(
      (told, value) => told.replaceAll(clockText(value), clockOf(shownInstant(value, strokes))),
      (problem as ProblemBody).message,
    );
  return { ...(steady(problem, strokes) as object), message: text };
}

function steady(value: unknown, strokes: readonly Stroke[], field = ''): unknown {
  if (field === 'request_id' || field === 'token') return field;
  // Another one with each release.
  if (field === 'software') return 'Talaan 0.2.0';
  if ((field === 'code' || field === 'verify') && typeof value === 'string') return value.replace(CODE, SHOWN_CODE);
  // How long and on which days something waits is counted from the days on which the tale is told.
  if (field === 'day' && typeof value === 'string') return shownDay(value, strokes);
  if (field === 'oldest_waiting_days') return 12;
  // When a schedule is due follows from the day on which the tale is told.
  if (field === 'next_at' && value !== null) return '2025-05-23T00:00:00.000Z';
  if (typeof value === 'string')
    return INSTANT.test(value)
      ? shownInstant(value, strokes)
      : value.replace(ENTERED_ON, 'entered on 2 Jun 2025, 10 days later');
  if (Array.isArray(value)) return value.map((one) => steady(one, strokes, field));
  if (typeof value !== 'object' || value === null) return value;
  const isOldest = 'name' in value && value.name === 'oldest_waiting';
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      steady(one, strokes, isOldest && name === 'count' ? 'oldest_waiting_days' : name),
    ]),
  );
}

/** A day in Manila on which the tale is told is one of the tale. */
function shownDay(text: string, strokes: readonly Stroke[]): string {
  const stroke = strokes.findLast(({ from }) => today(new Date(from)) === text);
  return stroke ? today(new Date(stroke.shown)) : text;
}

function shownInstant(text: string, strokes: readonly Stroke[]): string {
  const instant = Date.parse(text);
  const stroke = strokes.findLast(({ from }) => from <= instant);
  if (!stroke) throw new Error(`${text} is before the first stroke of the clock.`);
  // The end of a lock or of a session is ahead by whole minutes.
  const ahead = Math.round((instant - stroke.from) / 60_000) * 60_000;
  return new Date(stroke.shown + ahead).toISOString();
}

/** By file: what the server answered now, and what is kept of it. With RECORD_ANSWERS set it is first written anew. */
function comparedWithKept(answers: Answers): { file: string; now: unknown; kept: unknown }[] {
  if (process.env['RECORD_ANSWERS']) {
    rmSync(KEPT_IN, { recursive: true, force: true });
    mkdirSync(KEPT_IN, { recursive: true });
    for (const [subject, told] of answers) writeFileSync(path.join(KEPT_IN, `${subject}.json`), `${layOut(told)}\n`);
  }
  const stored = existsSync(KEPT_IN) ? readdirSync(KEPT_IN) : [];
  const files = new Set([...stored, ...[...answers.keys()].map((subject) => `${subject}.json`)]);
  return [...files].map((file) => ({
    file: `apps/web/src/testing/answers/${file}`,
    now: JSON.parse(JSON.stringify(answers.get(path.parse(file).name) ?? {})) as unknown,
    kept: stored.includes(file) ? (JSON.parse(readFileSync(path.join(KEPT_IN, file), 'utf8')) as unknown) : {},
  }));
}

/** The clock of a sentence that is read on the same day. */
const clockOf = (instant: string) => clockText(instant, new Date(instant));

/** JSON with each object and list on one line where it fits, so that a difference is read at a glance. */
function layOut(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length < 120) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((one) => layOut(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${layOut(one, inner)}`);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
