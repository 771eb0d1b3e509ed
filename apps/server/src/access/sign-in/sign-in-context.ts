import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import type { Captcha } from '../../platform/sign-in/captcha.ts';
import type { HrClient } from '../../platform/sign-in/hr-client.ts';
import type { OpenIdClient } from '../../platform/sign-in/openid-client.ts';
import type { SessionCookies } from '../session/session-cookie.ts';
import type { PasswordCheck } from './password-check.ts';
import { noteRefusedSignIn, type ProviderName } from './sign-in.store.ts';

/** A single sign-on provider as the product uses it. */
export interface SignInProvider {
  client: OpenIdClient;
  /** Whether the sign-in window offers it. */
  is_offered: boolean;
  /** Where a browser that opened the product at this origin reaches an address of the provider. */
  addressFor(url: URL, origin: string): URL;
  /** Ends the browser's session at a provider inside this server, so that the next person can sign in. */
  endSession?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

export interface SignInOptions {
  cookies: SessionCookies;
  checkPassword: PasswordCheck;
  /** Questions after failed tries, and whether a name has had so many; null where the installation asks none. */
  captcha: { questions: Captcha; isNeeded(name: string): Promise<boolean> } | null;
  /** Which of the password forms are switched on. */
  password_forms: { user_id: boolean; email: boolean };
  providers: Record<ProviderName, SignInProvider | null>;
  hr: HrClient | null;
  is_demo: boolean;
  /** Users of the demo company and their password, for the sign-in window. */
  demo_sign_in: { users: string[]; password: string } | null;
  /** Address people open, without a slash at the end; null takes it from each request. */
  public_url: string | null;
  /** Gives back what a user holds who signs out: pending numbers, edit locks. */
  onSignOut(transaction: Database, userId: number): Promise<void>;
}

/** What every step of a sign-in works with. */
export interface SignInContext extends SignInOptions {
  readonly services: Pick<RouteServices, 'database' | 'inTransaction' | 'maintenance'>;
}

/** The call by which somebody signs in, and its reply. */
export interface SignInCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** By what somebody signs in, as the audit trail names it. */
export type SignInMethod = 'user_id' | 'email' | ProviderName | 'hr';

/** Keeps that a sign-in was refused: of whom, if that is known, by what, and why in a word for the audit trail. */
export async function noteRefusal(
  { services }: SignInContext,
  request: FastifyRequest,
  refused: { user_id: number | null; method: SignInMethod; reason: string },
): Promise<void> {
  const { user_id, method, reason } = refused;
  await noteRefusedSignIn(services.database, user_id, request.id, { method, reason, address: request.ip });
}
