import type * as z from 'zod';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { ApiScope } from '../access/api-scopes.ts';
import type { ModuleName } from '../access/modules.ts';

/**
 * Who may call a route; every route declares exactly one rule, and the server refuses whatever none allows (decisions §8).
 * - `public`: nobody needs to be signed in.
 * - `session`: any signed-in user.
 * - `module`: this level on the module, or on any one of the modules.
 * - `choices`: Select on the module of the resource of that name, or on any one whose forms refer to it.
 * - `document`: this level on the module of the document's type; the type comes with the call or with the stored record.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'module'; module: ModuleName | readonly ModuleName[]; level: AccessLevel }
  | { kind: 'choices'; of: string }
  | { kind: 'document'; level: AccessLevel };

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/api`, parameters in braces: `/coa/{id}`. */
  path: string;
  summary: string;
  /** Heading under which the API documentation shows the route. */
  tag: string;
  access: Access;
  /** Also served to clients of the API whose token has this scope, or one of these, under the same rule; every other route refuses them. */
  scope?: ApiScope | readonly ApiScope[];
  /** The token of a client may stand in the body as `token`, where the head names nobody (spec 2 §7). */
  token_in_body?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The answer of a success. A route that streams a file declares `file` instead. */
  response?: z.ZodType;
  /** Media type of a streamed answer. */
  file?: string;
  /** The body may come as multipart form data, with files in `upload_file[]` (spec 2 §7). */
  multipart?: boolean;
  /** The body may have one file of up to so many bytes; several of 10 MB each otherwise. */
  largest_file?: number;
  /** Served to programs alone: whoever comes with a session is asked for a token. */
  clients_only?: boolean;
  /** A body of up to so many bytes, which may come as gzip and counts as it is unpacked; 2 MB otherwise. */
  largest_body?: number;
  /** The answer of a success is 201, where its server says so. */
  creates?: boolean;
  /** The body comes as `application/x-www-form-urlencoded` and in no other form; its server reads it. */
  form_encoded?: boolean;
  /** The rule of a form, where one asks for more than the other calls of the address: it is held before the form is read. */
  form_access?: Access;
  /**
   * A POST that only reads, or that keeps its own transactions (sign-in): it runs outside the write transaction
   * and takes no idempotency key.
   */
  reads?: boolean;
  /**
   * The answer tells a secret, of which the product keeps a digest: for a repeated call it is kept as only the session that
   * sent the first one can read it.
   */
  tells_secret?: boolean;
  /** Its calls wait in a queue of their own, which says how many may: they take no place from others, and one user may have many. */
  queues?: boolean;
  /** May work for minutes before it answers, as on a file of 100,000 rows: the connection is not ended for its silence. */
  long?: boolean;
  /**
   * Served without the session's token: the answer carries it, since a reloaded page has the cookie alone; or it signs
   * out, which a page must that never got one. Cookie and origin are asked for all the same.
   */
  without_token?: boolean;
  /**
   * Also served while an administrator looks at the product as another user, although it is no GET: it reads, or it is
   * about his own session. Every other call that is no GET is refused then.
   */
  in_preview?: boolean;
  /** A GET that keeps something, because the specification names it so: refused while somebody looks as another user. */
  keeps?: boolean;
  /** Also served to everybody while the product is maintained: it is about the caller's own session. */
  in_maintenance?: boolean;
  /** Also served to whoever must choose his own password first, because somebody else set the one he has. */
  before_new_password?: boolean;
  /** The answer may be 202: what was asked for is done later. */
  may_be_later?: boolean;
  /** The answer may be 202 with a change that waits for a second person; the caller's `call` throws `ChangeWaits` then. */
  may_wait?: boolean;
}

/** Declares a route; the literal types of the declaration are what the handlers and the browser client are typed by. */
export function defineRoute<const Definition extends Route>(definition: Definition): Definition {
  return definition;
}

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a caller sends. */
export interface CallOf<R extends Route> {
  params: Input<R['params']>;
  query: Input<R['query']>;
  body: Input<R['body']>;
}

/** What a handler receives after validation. */
export interface ParsedCallOf<R extends Route> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
}

/** What a handler must return, before the response schema is applied. */
export type ReplyOf<R extends Route> = Input<R['response']>;

/** What a caller gets. */
export type ResultOf<R extends Route> = Output<R['response']>;
