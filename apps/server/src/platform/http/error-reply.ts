import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { MAINTENANCE_CODE } from '@talaan/contract/http/maintenance.contract';
import { problemOfDatabaseError } from './constraint-errors.ts';
import { invalid, noSuchAddress, Problem, problemReply } from './problem.ts';

/**
 * Turns whatever a handler threw into the problem reply. Refusals keep their status; faults are logged once with the
 * request id and answered without detail (decisions §2: never SQL or a stack).
 */
export function replyWithProblem(error: FastifyError | Problem | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error);
  if (problem.status >= 500 && problem.code !== MAINTENANCE_CODE) request.log.error({ err: error }, 'request failed');
  if (problem.status === 503) reply.header('retry-after', problem.code === 'busy' ? '1' : '5');
  // A browser would save the refusal under the name of the file that it asked for.
  reply.removeHeader('content-disposition');
  return reply.code(problem.status).type('application/problem+json').send(problemReply(problem, request.id));
}

function problemOf(error: FastifyError | Problem | Error): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(messagesByField(error.validation));
  const fromDatabase = problemOfDatabaseError(error);
  if (fromDatabase) return fromDatabase;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const known = status === undefined ? undefined : FRAMEWORK_PROBLEMS[status];
  if (known) return new Problem(known.status, known.code, known.message);
  // A file outside the folder of the browser application.
  if (status === 403 || status === 404) return noSuchAddress();
  return new Problem(500, 'unexpected', 'Something went wrong on our side. Nothing was saved; please try again later.');
}

/** Refusals of the HTTP layer itself. */
const FRAMEWORK_PROBLEMS: Record<
  number,
  { status: 400 | 405 | 408 | 413 | 415; code: string; message: string } | undefined
> = {
  400: { status: 400, code: 'malformed', message: 'The request is not valid JSON or form data.' },
  405: { status: 405, code: 'method_not_allowed', message: 'This address does not take that method.' },
  408: { status: 408, code: 'timeout', message: 'The request took too long to arrive.' },
  413: { status: 413, code: 'too_large', message: 'The request is too large: JSON may have up to 2 MB.' },
  415: { status: 415, code: 'unsupported_content', message: 'Send JSON or multipart form data.' },
};

interface FieldIssue {
  instancePath: string;
  message?: string;
  params?: unknown;
}

/** Field path as a dotted name: `/details/0/debit_amount` → `details.0.debit_amount`. */
function messagesByField(issues: readonly FieldIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'request';
    (errors[field] ??= []).push(issue.message ?? 'is not valid.');
  }
  return errors;
}
