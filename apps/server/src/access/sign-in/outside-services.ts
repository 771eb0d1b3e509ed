import { MESSAGES } from '@talaan/contract/errors/messages';
import { Problem } from '../../platform/http/problem.ts';
import { HrTokenEnded, HrUnavailable } from '../../platform/sign-in/hr-client.ts';
import { ProviderUnavailable } from '../../platform/sign-in/openid-client.ts';

/** Waits for an outside service; its failure becomes the 503 that the specification words (spec 1 §8). */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HrUnavailable || error instanceof HrTokenEnded) {
      throw new Problem(503, 'hr_unavailable', MESSAGES.hrUnreachable);
    }
    if (error instanceof ProviderUnavailable) {
      throw new Problem(
        503,
        'provider_unavailable',
        'The single sign-on provider does not answer. Please try again later.',
      );
    }
    throw error;
  }
}
