import { MESSAGES } from '@talaan/contract/errors/messages';
import { dateTimeText } from '../../platform/clock.ts';
import { forbidden, Problem } from '../../platform/http/problem.ts';

export const wrongCredentials = () => new Problem(401, 'invalid_credentials', MESSAGES.invalidCredentials);
export const unknownEmail = () => new Problem(401, 'invalid_email_account', MESSAGES.invalidEmailAccount);
export const notCompleted = () =>
  new Problem(401, 'sign_in_not_completed', 'The sign-in was not completed. Please try again.');
export const methodOff = () => new Problem(404, 'sign_in_method_off', 'This way to sign in is switched off.');
export const blocked = (since: string) =>
  forbidden('user_blocked', `You cannot sign in: you are blocked since ${dateTimeText(since)}. Ask an administrator.`);
export const passwordOff = () =>
  new Problem(
    404,
    'sign_in_method_off',
    'Signing in with a password is switched off. Use single sign-on, or ask an administrator.',
  );

/** The refusal of a password that cannot be tried now. */
export function tooManyTries(waitSeconds: number): Problem {
  const minutes = Math.ceil(waitSeconds / 60);
  return new Problem(
    429,
    'too_many_tries',
    `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  );
}
