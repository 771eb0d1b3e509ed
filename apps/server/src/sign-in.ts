import type { FastifyInstance } from 'fastify';
import type { AccessServices } from './access/create-access.ts';
import { registerHrRoutes } from './access/sign-in/hr.routes.ts';
import { createPasswordCheck } from './access/sign-in/password-check.ts';
import { registerPasswordRoutes } from './access/passwords/password.routes.ts';
import { registerSignInRoutes } from './access/sign-in/sign-in.routes.ts';
import type { SignInOptions, SignInProvider } from './access/sign-in/sign-in-context.ts';
import { DEMO_SIGN_IN, startDemoSignIn } from './demo/demo-sign-in.ts';
import type { Configuration, OpenIdClientSettings } from './platform/configuration.ts';
import type { RouteServices } from './platform/http/register-route.ts';
import { createCaptcha } from './platform/sign-in/captcha.ts';
import { createHrClient } from './platform/sign-in/hr-client.ts';
import { createOpenIdClient } from './platform/sign-in/openid-client.ts';
import { createSignInLimiter } from './platform/sign-in/sign-in-limiter.ts';

export interface SignInSetup {
  configuration: Configuration;
  services: RouteServices & AccessServices;
  /** Whether the books are the demo company's: only then do its password, its provider and its HR system count. */
  is_demo: boolean;
  onSignOut: SignInOptions['onSignOut'];
}

/**
 * Puts sign-in together as configured: the providers that are named, or in the demo company the local ones, the HR
 * system, the password forms and their limits. `stop` ends what was started for it.
 */
export async function addSignIn(server: FastifyInstance, setup: SignInSetup): Promise<{ stop(): Promise<void> }> {
  const { configuration, services, is_demo, onSignOut } = setup;
  const { database } = services;
  const limiter = createSignInLimiter(database);
  const checkPassword = createPasswordCheck({ database, limiter, is_demo });
  const { captcha_after } = configuration;
  const demo =
    is_demo && !configuration.oidc
      ? await startDemoSignIn(server, {
          database,
          checkPassword,
          data_dir: configuration.data_dir,
          public_url: new URL(configuration.public_url ?? `http://localhost:${configuration.port || 80}`).origin,
          allowed_origins: services.allowedOrigins,
        })
      : null;
  const hrUrl = configuration.hr_url ?? demo?.hr_url ?? null;
  const hr = hrUrl === null ? null : createHrClient(hrUrl);
  registerHrRoutes(server, services, { hr, cookies: services.cookies });
  registerSignInRoutes(server, services, {
    cookies: services.cookies,
    checkPassword,
    captcha:
      captcha_after === null
        ? null
        : {
            questions: createCaptcha(Date.now),
            isNeeded: async (name) => (await limiter.failedTries(name)) >= captcha_after,
          },
    password_forms: { user_id: configuration.password_sign_in, email: configuration.email_sign_in },
    providers: {
      okta: outsideProvider(configuration.oidc) ?? demo?.okta ?? null,
      google: outsideProvider(configuration.google) ?? demo?.google ?? null,
    },
    hr,
    is_demo,
    demo_sign_in: is_demo ? DEMO_SIGN_IN : null,
    public_url: configuration.public_url,
    onSignOut,
  });
  registerPasswordRoutes(server, services, {
    cookies: services.cookies,
    checkPassword,
    has_mail: configuration.mail !== null,
    forgiveAccount: (login) => limiter.forgiveAccount(login),
  });
  return { stop: async () => demo?.stop() };
}

function outsideProvider(settings: OpenIdClientSettings | null): SignInProvider | null {
  return settings && { client: createOpenIdClient(settings), is_offered: true, addressFor: (url) => url };
}
