import * as z from 'zod';

/** A change that waits for a second person, as the answer 202 of a write names it. */
const waitingChange = z.object({
  /** Record ID among the changes to confirm. */
  id: z.int(),
  /** One sentence: what waits, and for whom. */
  message: z.string(),
});
export type WaitingChange = z.infer<typeof waitingChange>;

/** The answer 202 of a route that declares `may_wait`. */
export const waitingReply = z.object({ data: z.null(), pending_change: waitingChange });
export type WaitingReply = z.infer<typeof waitingReply>;

/** Whether a handler answered that the change waits. */
export function isWaitingReply(answer: unknown): answer is WaitingReply {
  return typeof answer === 'object' && answer !== null && 'pending_change' in answer;
}
