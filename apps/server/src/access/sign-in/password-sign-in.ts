import { MESSAGES } from '@talaan/contract/errors/messages';
import type { LoginData } from '@talaan/contract/sign-in/login-data';
import type { LoginBody } from '@talaan/contract/sign-in/sign-in.contract';
import { readPasswordSignIn } from '../../platform/database/installation-switches.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { LoginRequest } from './login-request.ts';
import { noteRefusal, type SignInCall, type SignInContext } from './sign-in-context.ts';
import { passwordOff, tooManyTries, unknownEmail, wrongCredentials } from './sign-in-refusals.ts';
import { startSession } from './start-session.ts';

/** Signs in by user ID or work e-mail with a password. */
export async function signInByPassword(
  context: SignInContext,
  call: SignInCall,
  wanted: LoginRequest & { kind: 'password' },
  body: LoginBody,
): Promise<LoginData> {
  const { request, reply } = call;
  const { captcha, checkPassword, password_forms, services } = context;
  const { by: method, name } = wanted;
  if (!password_forms[method] || !(await readPasswordSignIn(services.database))) throw passwordOff();
  await requireCaptcha(context, name, body);
  const answer = await checkPassword({ ...wanted, address: request.ip });
  if (answer.ok) return startSession(context, call, answer.user, { method, hr_token: null });
  if (answer.code === 'too_many_tries') {
    await noteRefusal(context, request, { user_id: null, method, reason: answer.code });
    reply.header('retry-after', String(answer.wait_seconds));
    throw tooManyTries(answer.wait_seconds);
  }
  await noteRefusal(context, request, { user_id: answer.user_id, method, reason: answer.code });
  const refusal = method === 'email' ? unknownEmail() : wrongCredentials();
  if (await captcha?.isNeeded(name)) refusal.details['captcha'] = captcha?.questions.ask();
  throw refusal;
}

/** After several failed tries on a name its next one needs the answer to a question (spec 1 §8). */
async function requireCaptcha(
  { captcha }: SignInContext,
  name: string,
  { captcha_id, captcha_answer }: LoginBody,
): Promise<void> {
  if (!captcha || !(await captcha.isNeeded(name))) return;
  if (captcha_id && captcha_answer && captcha.questions.check(captcha_id, captcha_answer)) return;
  throw new Problem(401, 'captcha_needed', MESSAGES.verifyCaptcha, { captcha: captcha.questions.ask() });
}
