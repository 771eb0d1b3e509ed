import * as z from 'zod';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import type { ModuleName } from '../../access/modules.ts';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { moveBatch, updateInput, voidBatch } from '../batch.contract.ts';
import { moveResult } from '../batch-view.contract.ts';
import { exportBatches, listBatches } from '../desk.contract.ts';
import type { DocumentKind, OwnNames } from '../document-kind.ts';
import { flag, optionalId, prose, requiredId } from '../wire-values.ts';

/** What every document with a body of its own says of itself, beside its number, its date and its lines. */
export const OWN_HEAD = {
  payee_id: optionalId,
  currency_id: requiredId('currency id').default(CURRENCY_PESO),
  dollar_rate: z.union([z.string().max(20), z.null()]).optional(),
  remarks: prose('remarks', 2000),
  is_confidential: flag.default(0),
  /** The server draft it grew in; it ends with the save. */
  draft_id: z.uuid('draft id must be a uuid.').optional(),
};

const UPDATE = updateInput.pick({ row_version: true, keep_attachments: true }).shape;
const params = z.object({ id: z.string().min(1).max(20) });
const rowVersion = wireNumber(z.number().int()).optional();

/** A level on the module of a kind. */
export const levelOn =
  <const Module extends ModuleName>({ module }: { readonly module: Module }) =>
  <const Level extends AccessLevel>(level: Level) =>
    ({ kind: 'module', module, level }) as const;

/** A kind whose documents have a body and calls of their own. */
type OwnKind = DocumentKind & { readonly own: OwnNames };

/** The working number of a new document: the one that the caller holds for the draft already, else a fresh one, under its name. */
export function numberCall<const Kind extends OwnKind, const Path extends string, const Name extends string>(
  kind: Kind,
  {
    tag,
    path,
    summary,
    name,
  }: { readonly tag: string; readonly path: Path; readonly summary: string; readonly name: Name },
) {
  return defineRoute({
    method: 'GET',
    path,
    summary,
    tag,
    access: levelOn<Kind['module']>(kind)(ACCESS.insert),
    query: z.object({ draft_id: z.uuid().optional() }),
    response: recordOf(z.object({ [name]: z.string() } as Record<Name, z.ZodString>)),
    keeps: true,
  });
}

/**
 * The calls that every kind with a body of its own has: its list and the file of it, create, read, and one address for the
 * status and the edit, told apart by the body (spec 2 §7): with its date or its lines it updates, with `status` it moves, with
 * neither it answers the document. That address has a twin under its other name (decisions §6). An update carries the whole
 * document again; with the version that the person saw it is refused when another is stored.
 */
export function ownCalls<
  const Kind extends OwnKind,
  const Path extends string,
  Given extends z.ZodRawShape,
  Detail extends z.ZodType,
  Filters extends z.ZodRawShape,
  Page extends z.ZodType,
>(
  kind: Kind,
  declared: {
    readonly tag: string;
    readonly path: Path;
    readonly twin: string;
    readonly given: Given;
    readonly detail: Detail;
    readonly filters: Filters;
    readonly page: Page;
  },
) {
  const { tag, path, twin, given, detail } = declared;
  const access = levelOn<Kind['module']>(kind);
  const body = z.object(given);
  const update = z.object({ ...given, ...UPDATE });
  const post = defineRoute({
    method: 'POST',
    path: `${path}/{id}`,
    summary: `Read, move or update a ${kind.one}`,
    tag,
    access: access(ACCESS.select),
    form_access: access(ACCESS.update),
    multipart: true,
    params,
    body: z.object({ ...moveBatch.body.partial().shape, ...update.partial().shape }),
    response: recordOf(z.union([detail, moveResult])),
  });
  return {
    ...ownLists(kind, declared),
    create: defineRoute({
      method: 'POST',
      path,
      summary: `Create a ${kind.one}`,
      tag,
      access: access(ACCESS.insert),
      multipart: true,
      body,
      response: recordOf(detail),
    }),
    read: defineRoute({
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Read a ${kind.one}`,
      tag,
      access: access(ACCESS.select),
      params,
      response: recordOf(detail),
    }),
    post,
    twin: { ...post, path: `${twin}/{id}` },
    update: { ...post, body: update, response: recordOf(detail) },
  };
}

/** Its list, and all that it shows as a file with its own columns. */
function ownLists<
  const Kind extends OwnKind,
  const Path extends string,
  Filters extends z.ZodRawShape,
  Page extends z.ZodType,
>(
  kind: Kind,
  {
    tag,
    path,
    filters,
    page,
  }: { readonly tag: string; readonly path: Path; readonly filters: Filters; readonly page: Page },
) {
  const access = levelOn<Kind['module']>(kind)(ACCESS.select);
  return {
    list: defineRoute({
      method: 'GET',
      path,
      summary: `List ${kind.many}`,
      tag,
      access,
      query: listBatches.query.extend(filters),
      response: page,
    }),
    export: defineRoute({
      method: 'GET',
      path: `${path}/export`,
      summary: `Export a list of ${kind.many}`,
      tag,
      access,
      query: exportBatches.query.extend(filters),
      file: exportBatches.file,
    }),
  };
}

interface EndingPaths {
  readonly document: string;
  readonly cancel: string;
  readonly void: string;
}

/**
 * How documents of a kind come to their end: a draft that was never submitted is deleted and leaves a tombstone, its number
 * stays in the register; cancelled (20) is what can be chosen as accounting status, with a reason: it is the void (decisions §6).
 */
export function ownEndings<const Kind extends OwnKind, More extends z.ZodRawShape>(
  kind: Kind,
  tag: string,
  { paths, more }: { readonly paths: EndingPaths; readonly more: More },
) {
  const access = levelOn<Kind['module']>(kind);
  const missing = `${kind.own.number.replaceAll('_', ' ')} is required.`;
  const number = { [kind.own.number]: z.string(missing).min(1, missing).max(20) } as Record<
    Kind['own']['number'],
    z.ZodString
  >;
  return {
    remove: defineRoute({
      method: 'DELETE',
      path: `${paths.document}/{id}`,
      summary: `Delete a draft ${kind.one}`,
      tag,
      access: access(ACCESS.update),
      params,
      query: z.object({ row_version: rowVersion }),
      response: recordOf(moveResult),
    }),
    cancel: defineRoute({
      method: 'PUT',
      path: `${paths.cancel}/{id}`,
      summary: `Cancel a ${kind.one}`,
      tag,
      access: access(ACCESS.delete),
      params,
      body: z.object({
        accounting_status: wireNumber(z.number('accounting status is required.')).refine(
          (status) => status === 20,
          'accounting status can be set to 20 (Cancelled) only; the rest is computed.',
        ),
        remarks: prose('remarks', 2000).refine((text) => text.trim() !== '', 'remarks is required.'),
        row_version: rowVersion,
      }),
      response: recordOf(moveResult),
    }),
    void: defineRoute({
      method: 'POST',
      path: paths.void,
      summary: `Void a ${kind.one}`,
      tag,
      access: access(ACCESS.delete),
      multipart: true,
      body: voidBatch.body.pick({ reason: true, remarks: true, row_version: true }).extend({ ...number, ...more }),
      response: recordOf(moveResult),
    }),
  };
}
