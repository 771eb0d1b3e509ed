import * as z from 'zod';

/**
 * Answers how replies of a schema are written: with what it declares and nothing else. The writer throws a `TypeError` for a
 * reply that is not as the schema says. Encoding takes five times as long as parsing, so a schema is encoded only where the
 * two differ.
 */
export function replyText(schema: z.ZodType): (reply: unknown) => string {
  const check = differsByDirection(schema) ? z.safeEncode : z.safeParse;
  return (reply) => {
    const { error, data } = check(schema, reply);
    if (error) throw new TypeError(`The reply is not as declared: ${z.prettifyError(error)}`, { cause: error });
    return JSON.stringify(data);
  };
}

/** Kinds of schemas that answer something else when they read than when they write. */
const BY_DIRECTION = new Set(['pipe', 'transform', 'default', 'prefault', 'catch', 'lazy', 'promise']);

/** Whether a schema, or one within it, is of such a kind. `seen` ends what holds itself. */
function differsByDirection(part: unknown, seen = new Set<unknown>()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false;
  seen.add(part);
  const inner = part instanceof z.core.$ZodType ? part._zod.def : part;
  const isKind = inner !== part && BY_DIRECTION.has((inner as z.core.$ZodTypeDef).type);
  return isKind || Object.values(inner).some((one) => differsByDirection(one, seen));
}
