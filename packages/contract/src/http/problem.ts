import * as z from 'zod';

/**
 * Body of every refusal and fault, as RFC 9457 `application/problem+json` (decisions §2).
 * `message` is one sentence for people, `code` the stable name for programs; `errors` lists messages by field on 422.
 */
export const problemBody = z.looseObject({
  status: z.int(),
  title: z.string(),
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
