import * as z from 'zod';

/** Name of the BroadcastChannel between the sign-in window and the page that opened it (decisions §8). */
export const SIGN_IN_CHANNEL = 'talaan-sign-in';

/**
 * What the sign-in window tells its opener. Never a token:
 * - `ticket`: single use, 60 seconds; the opener posts it to `/login`.
 * - `signed_in`: the window has signed in itself (password, e-mail); the opener asks `/getuser`.
 * - `refused`: why nobody was signed in; the window stays open for another try.
 */
export const signInMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ticket'), ticket: z.string().min(20).max(100) }),
  z.strictObject({ kind: z.literal('signed_in') }),
  z.strictObject({ kind: z.literal('refused'), message: z.string().max(300) }),
]);
export type SignInMessage = z.infer<typeof signInMessage>;
