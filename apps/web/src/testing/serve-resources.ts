import { checkExchange } from './contract-check.ts';
import { vi } from 'vitest';
import { makePage } from '@talaan/contract/http/envelope';
import { readableFields, type AnyResource } from '@talaan/contract/resource/define-resource';
import type { FieldShape } from '@talaan/contract/resource/field';
import { changeSchema, entrySchema } from '@talaan/contract/resource/row-schema';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { ResourceName } from '@talaan/contract/resource/resource-index';

export type StoredRow = Record<string, unknown> & { id: number; row_version: number };

export interface Request {
  /** `POST /coa` */
  call: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown> | null;
  form: FormData | null;
  headers: Record<string, string>;
}

export interface Served {
  /** Everything that was asked, in order. */
  asked: Request[];
  rows: (name: ResourceName) => StoredRow[];
  /** Answers one call by hand, from now on or once; null gives it back to the stored rows. A thrown error is a lost connection. */
  answer: (call: string, by: ((request: Request) => Reply | Promise<Reply>) | null) => void;
}

export interface Reply {
  status?: number;
  body: unknown;
}

/**
 * Stands in for the server's side of `fetch`: keeps rows of the named resources in memory, checks entries with the shared
 * schemas and answers in the envelopes of the contract. Level 4 on everything.
 */
export function serveResources(stored: Partial<Record<ResourceName, readonly Record<string, unknown>[]>>): Served {
  const tables = new Map<string, Table>();
  for (const [name, rows] of Object.entries(stored)) {
    const definition = resourceNamed(name as ResourceName);
    tables.set(definition.path, {
      definition,
      rows: rows.map((row, at) => completeRow(definition, row, at + 1)),
      gone: [],
    });
  }
  const asked: Request[] = [];
  const byHand = new Map<string, (request: Request) => Reply | Promise<Reply>>();

  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(typeof address === 'string' ? address : '', 'http://localhost');
    const path = url.pathname.replace(/^\/api/, '');
    const request: Request = {
      call: `${init?.method ?? 'GET'} ${path}`,
      path,
      query: url.searchParams,
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null,
      form: init?.body instanceof FormData ? init.body : null,
      headers: { ...(init?.headers as Record<string, string>) },
    };
    asked.push(request);
    const reply = await (byHand.get(request.call) ?? answerFromRows)(request);
    checkExchange({
      method: init?.method ?? 'GET',
      url,
      sent: request.form ? undefined : request.body,
      status: reply.status ?? 200,
      answer: reply.body,
    });
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 });
  });

  function answerFromRows(request: Request): Reply {
    const base = [...tables.keys()].find((path) => request.path === path || request.path.startsWith(`${path}/`));
    const table = base === undefined ? undefined : tables.get(base);
    if (base === undefined || table === undefined) return problem(404, 'not_found', 'There is no such address.');
    const rest = request.path.slice(base.length + 1);
    const [method] = request.call.split(' ');
    if (rest === 'dropdown-list') return { body: listOf(request, choicesOf(table), 100) };
    if (rest === '' && method === 'GET')
      return { body: { ...listOf(request, selected(request, table)), abilities: ALL } };
    if (rest === '' && method === 'POST') return create(table, request.body ?? {});
    if (rest.endsWith('/uses')) return { body: { data: UNUSED } };
    if (rest.endsWith('/restore')) return restore(table, Number(rest.split('/')[0]));
    const row = table.rows.find(({ id }) => id === Number(rest));
    if (row === undefined) return problem(404, 'not_found', 'There is no such record.');
    if (method === 'PUT') return change(table, row, request.body ?? {});
    if (method === 'DELETE') return remove(table, row, request);
    return { body: { data: row, abilities: ALL } };
  }

  return {
    asked,
    rows: (name) => tables.get(resourceNamed(name).path)?.rows ?? [],
    answer: (call, by) => (by === null ? byHand.delete(call) : byHand.set(call, by)),
  };
}

/** A problem reply, with whatever travels beside it. */
export function problem(status: number, code: string, message: string, details: Record<string, unknown> = {}): Reply {
  return { status, body: { status, title: '', message, code, request_id: '1', ...details } };
}

interface Table {
  definition: AnyResource;
  rows: StoredRow[];
  /** Deleted rows. */
  gone: StoredRow[];
}

/** What the server says about a record that nothing uses. */
const UNUSED = { uses: [], sentence: null, deletion: { allowed: true, message: null }, deactivation: null };

const ALL = { create: true, update: true, delete: true };

function completeRow(definition: AnyResource, row: Record<string, unknown>, id: number): StoredRow {
  const facts = { input_by: 1, input_by_name: 'Ana Reyes', input_date: '2025-05-01T00:00:00Z' };
  const edited = { edit_by: null, edit_by_name: null, edit_date: null };
  return { id, row_version: 1, ...facts, ...edited, ...row, ...completeValues(readableFields(definition), row) };
}

function completeValues(fields: readonly [string, FieldShape][], row: Record<string, unknown>) {
  return Object.fromEntries(fields.map(([name, shape]) => [name, completeValue(shape, row[name])]));
}

/** What was given, else what the server stores of a field that is left empty. */
function completeValue(shape: FieldShape, given: unknown): unknown {
  if (shape.kind === 'children') {
    const fields = readableFields({ fields: shape.fields });
    const rows = (given ?? []) as Record<string, unknown>[];
    return rows.map((row, at) => ({ id: at + 1, ...row, ...completeValues(fields, row) }));
  }
  if (shape.kind === 'group') {
    return completeValues(Object.entries(shape.fields), (given ?? {}) as Record<string, unknown>);
  }
  if (given !== undefined) return given;
  if (shape.kind === 'references' || (shape.kind === 'generated' && shape.type === 'list')) return [];
  if ('default' in shape) return shape.default;
  if (shape.optional || shape.kind === 'lookup' || shape.kind === 'generated') return null;
  return shape.kind === 'flag' || shape.kind === 'integer' ? 0 : '';
}

function selected({ query }: Request, { definition, rows }: Table): StoredRow[] {
  const text = (query.get('search') ?? '').toLowerCase();
  const sort = query.get('sort') ?? definition.list.sort;
  const field = sort.replace(/^-/, '').split(',')[0] ?? 'id';
  const found = rows.filter(
    (row) =>
      definition.list.search.some((name) => textOf(row[name]).toLowerCase().includes(text)) &&
      definition.list.filters.every(
        (name) => query.getAll(name).length === 0 || query.getAll(name).includes(textOf(row[name])),
      ),
  );
  const ordered = found.toSorted((one, other) => textOf(one[field]).localeCompare(textOf(other[field]), 'en'));
  return sort.startsWith('-') ? ordered.toReversed() : ordered;
}

function choicesOf({ definition, rows }: Table): StoredRow[] {
  const { code, name } = definition.dropdown;
  return rows.map((row) => ({
    ...row,
    code: textOf(row[code]),
    name: name.map((field) => textOf(row[field])).join(' '),
  }));
}

function listOf({ query, path }: Request, rows: readonly StoredRow[], size?: number) {
  const paging = { page: Number(query.get('page') ?? 1), pages: size ?? Number(query.get('pages') ?? 10) };
  const from = (paging.page - 1) * paging.pages;
  const text = (query.get('search') ?? '').toLowerCase();
  const found = size === undefined ? rows : rows.filter((row) => JSON.stringify(row).toLowerCase().includes(text));
  return makePage(found.slice(from, from + paging.pages), found.length, paging, { path, query: {} });
}

function create({ definition, rows }: Table, body: Record<string, unknown>): Reply {
  const checked = entrySchema(definition as never).safeParse(body);
  if (!checked.success) return invalid(checked.error.issues);
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
  const row = completeRow(definition, checked.data, id);
  rows.push(row);
  return { body: { data: definition.replies === 'list_of_one' ? [row] : row } };
}

function change({ definition, rows }: Table, row: StoredRow, body: Record<string, unknown>): Reply {
  if (body['row_version'] !== row.row_version) {
    const facts = { changed_by: 'Ben Cruz', changed_at: '2025-05-22T06:02:00Z', row_version: row.row_version };
    const message = 'Changed by Ben Cruz at 14:02. Reload to see it.';
    return problem(409, 'row_version', message, { ...facts, sent_row_version: body['row_version'], current: row });
  }
  const checked = changeSchema(definition as never).safeParse(body);
  if (!checked.success) return invalid(checked.error.issues);
  const given = Object.entries(checked.data as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const changed = { ...row, ...Object.fromEntries(given), row_version: row.row_version + 1 };
  const next = completeRow(definition, changed, row.id);
  rows.splice(rows.indexOf(row), 1, next);
  return { body: { data: definition.replies === 'list_of_one' ? [next] : next } };
}

function remove({ rows, gone }: Table, row: StoredRow, { query }: Request): Reply {
  const read = query.get('row_version');
  if (read !== null && Number(read) !== row.row_version) {
    return problem(409, 'row_version', 'Changed by Ben Cruz at 14:02. Reload to see it.');
  }
  rows.splice(rows.indexOf(row), 1);
  gone.push(row);
  return { body: { data: { id: row.id } } };
}

function restore({ rows, gone }: Table, id: number): Reply {
  const row = gone.find((one) => one.id === id);
  if (row === undefined) return problem(404, 'not_found', 'There is no such record.');
  gone.splice(gone.indexOf(row), 1);
  rows.push(row);
  return { body: { data: row } };
}

function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Reply {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) (errors[path.map(String).join('.')] ??= []).push(message);
  return problem(422, 'validation_failed', `${issues.length} entries need attention.`, { errors });
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
