import type { FastifyRequest } from 'fastify';

/** A list's own address, from which the addresses of its pages are made: path, and the query as the caller wrote it. */
export function addressOf(request: FastifyRequest): { path: string; query: Record<string, string[]> } {
  const { pathname, searchParams } = new URL(request.url, 'http://server');
  return {
    path: pathname,
    query: Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)])),
  };
}
