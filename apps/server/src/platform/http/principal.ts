import type { FastifyRequest } from 'fastify';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { ApiScope } from '@talaan/contract/access/api-scopes';

/** As whom the call is made: resolved from the session cookie, or the token of a client, once per request. */
export interface Principal {
  /** Record id of the user (`app_user.id`). */
  user_id: number;
  /** Sign-in name of the user (`app_user.user_id`). */
  login: string;
  name: string;
  super_user: boolean;
  /** Somebody else set the password of whoever signed in: nothing is served before he chose his own. */
  password_due?: boolean;
  /** Level on every module. */
  levels: Readonly<Record<string, AccessLevel>>;
  /** Set while an administrator looks at the product as this user; nothing is written then (see `realUserId`). */
  preview?: Preview | undefined;
  /** Set where a client of the API calls: it acts in the name of the user who made it. */
  client?: ApiCaller | undefined;
  /** `expires_at` is the instant at which the session ends, `seconds_left` the time until then by the database's clock. */
  session: {
    token_hash: Buffer;
    csrf_hash: Buffer;
    expires_at: string;
    seconds_left: number;
    /** How far the log of the database was after its last write, where reports have a replica. */
    written?: string | null;
  };
}

/** A client of the API, and what its token is good for. */
export interface ApiCaller {
  client_id: string;
  scopes: readonly ApiScope[];
}

/** Who looks at the product as another user, and since which instant. */
export interface Preview {
  user_id: number;
  name: string;
  since: string;
}

/** The system itself as a caller of services: the demo company's seed, the console. */
export const SYSTEM_PRINCIPAL: Principal = {
  user_id: 0,
  login: 'system',
  name: 'Talaan',
  super_user: true,
  levels: {},
  session: { token_hash: Buffer.alloc(0), csrf_hash: Buffer.alloc(0), expires_at: '', seconds_left: 0 },
};

/** Record id of the person who signed in and answers for what is done, also while he looks as another user. */
export function realUserId(principal: Principal): number {
  return principal.preview?.user_id ?? principal.user_id;
}

/** Whose calls count together: those of a client of the API, or of the person who signed in. */
export function callerOf(principal: Principal): number | string {
  return principal.client?.client_id ?? realUserId(principal);
}

/** The token that a request names (RFC 6750 §2.1), undefined without one: who names a token calls by it alone. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    uploads: UploadedFile[];
  }
}

/** A file of a multipart body, held in memory within the size limit. */
export interface UploadedFile {
  name: string;
  media_type: string;
  bytes: Buffer;
}
