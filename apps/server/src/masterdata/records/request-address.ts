import type { FastifyRequest } from 'fastify';

/** A list's own address, from which the addresses of its pages are made: path, and the query as the caller wrote it. */
export function addressOf(request: FastifyRequest): { path: string; query: Record<string, string[]> } {
  const [path = '', ...search] = request.url.split('?');
  const given = new URLSearchParams(search.join('?'));
  return { path, query: Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)])) };
}
