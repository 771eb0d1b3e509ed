import * as z from 'zod';
import { invalidIssues } from '../platform/http/problem.ts';

/**
 * What an address took in part, as the whole that one of its calls needs: a field that was left out has what its schema says of
 * it, and 422 tells which ones are required. What was sent is read already and is not parsed again.
 */
export function requireWhole<Schema extends z.ZodObject>(schema: Schema, sent: object): z.output<Schema> {
  const given = Object.entries(sent).filter(([name, value]) => name in schema.shape && value !== undefined);
  const isGiven = new Set(given.map(([name]) => name));
  const missing = Object.keys(schema.shape).filter((name) => !isGiven.has(name));
  const rest = z.object(Object.fromEntries(missing.map((name) => [name, schema.shape[name]!]))).safeParse({});
  if (!rest.success) throw invalidIssues(rest.error.issues);
  return { ...Object.fromEntries(given), ...rest.data } as z.output<Schema>;
}
