import { MAINTENANCE_CODE } from '@talaan/contract/http/maintenance.contract';
import type { Maintenance } from '../database/installation-switches.ts';

/** Statuses that the product answers besides success (decisions §2); 503 is the only one for something broken outside. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503 | 507;

/**
 * A call that cannot be done, thrown at the edge of a service so that the open transaction rolls back.
 * `message` is one sentence for people: what, where, and the way out; `code` is stable for programs;
 * `details.errors` lists messages by field, and other keys travel beside them (a conflict's versions, for one).
 */
export class Problem extends Error {
  readonly status: ProblemStatus;
  readonly code: string;
  readonly details: { errors?: Record<string, string[]>; [key: string]: unknown };
  /** Whether the access log keeps it: what lacks a right, and what nobody asks for who has not changed an address by hand. */
  readonly isNoted: boolean;

  constructor(status: ProblemStatus, code: string, message: string, details: Problem['details'] = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.details = details;
    this.isNoted = status === 403;
  }
}

export const sessionMissing = () => new Problem(401, 'SESSION_EXPIRED', 'Sign in to continue.');
export const tokenEnded = () =>
  new Problem(401, 'invalid_token', 'The token is wrong or has ended. Get another one at /api/oauth/token.');
export const tokenNeeded = () =>
  new Problem(401, 'token_needed', 'This call takes the token of a client of the API. Get one at /api/oauth/token.');
export const notFound = (message = 'There is no such record.') => new Problem(404, 'not_found', message);
export const noSuchAddress = () => new Problem(404, 'no_such_address', 'There is no such address.');
export const forbidden = (code: string, message: string) => new Problem(403, code, message);
export const conflict = (code: string, message: string, details: Problem['details'] = {}) =>
  new Problem(409, code, message, details);
/** 409 for an address that says something else than the record which it names. */
export class TamperedLink extends Problem {
  override readonly isNoted = true;

  constructor(code: string, message: string) {
    super(409, code, message);
  }
}
export const malformed = (code: string, message: string) => new Problem(400, code, message);

/** 503 while the product is maintained; with the message of whoever maintains it. */
export const inMaintenance = ({ message, since }: Maintenance) =>
  new Problem(503, MAINTENANCE_CODE, `Talaan is being maintained.${message === null ? '' : ` ${message}`}`, {
    maintenance: { message, since },
  });

/** 422 with its messages by field; the sentence is the first of them when it is the only one. */
export function invalid(errors: Record<string, string[]>, code = 'validation_failed'): Problem {
  return new Problem(422, code, sentenceOf(errors), { errors });
}

/** A refusal under other names of its fields; the sentence of what is not valid follows them. */
export function renamed(problem: Problem, errors: Record<string, string[]>): Problem {
  const { status, code, message, details } = problem;
  return new Problem(status, code, status === 422 ? sentenceOf(errors) : message, { ...details, errors });
}

function sentenceOf(errors: Record<string, string[]>): string {
  const messages = Object.values(errors).flat();
  return messages.length === 1 ? messages[0]! : `${messages.length} entries need attention.`;
}

/** 422 with what a schema found, by the path of the field, as for a whole body. */
export function invalidIssues(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Problem {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) (errors[issue.path.map(String).join('.')] ??= []).push(issue.message);
  return invalid(errors);
}

const TITLES: Record<ProblemStatus, string> = {
  400: 'Malformed request',
  401: 'Sign-in needed',
  403: 'No access',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request took too long',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported content',
  422: 'Not valid',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Unexpected error',
  503: 'Not available',
  507: 'Storage is full',
};

/** The reply body of a problem (RFC 9457 with the fields of decisions §2). */
export function problemReply(problem: Problem, requestId: string) {
  return {
    type: 'about:blank',
    title: TITLES[problem.status],
    status: problem.status,
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...problem.details,
  };
}
