import {
  createRemoteJWKSet,
  customFetch as jwksFetch,
  decodeProtectedHeader,
  errors as joseErrors,
  jwtVerify,
} from 'jose';
import * as openid from 'openid-client';

/** Signature algorithms that an identity token may use: asymmetric ones only, so neither `none` nor a shared secret. */
const SIGNATURE_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** How old an identity token may be that comes by the HR sign-in rather than from the provider itself. */
const IDENTITY_TOKEN_AGE = '5 minutes';
const TIMEOUT_SECONDS = 10;

export interface OpenIdSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Replaces the network, for a provider inside this server. */
  fetch?: openid.CustomFetch;
}

/** What one visit to the provider must be answered with; kept on the server until the provider returns. */
export interface PendingVisit {
  state: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
}

/** A person whom the provider vouches for. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** The e-mail address, in lower case; null unless the provider has verified it. */
  email: string | null;
  id_token: string;
}

export type IdentityAnswer =
  | { ok: true; identity: VerifiedIdentity }
  /** The answer is not what was asked for: `reason` is for the log and the audit trail, not for the person. */
  | { ok: false; reason: string };

export interface OpenIdClient {
  /** Starts a visit: the address for the sign-in window, with what must be kept for its return. Throws `ProviderUnavailable`. */
  begin(redirectUri: string): Promise<{ url: URL; visit: PendingVisit }>;
  /** Judges the provider's return and fetches the identity with its code. Throws `ProviderUnavailable`. */
  finish(returned: URL, visit: PendingVisit): Promise<IdentityAnswer>;
  /** Judges an identity token that somebody else obtained for this client. Throws `ProviderUnavailable`. */
  verifyIdentityToken(token: string): Promise<IdentityAnswer>;
}

/** The provider does not answer; nobody is to blame at the keyboard. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The single sign-on provider does not answer.', { cause });
    this.name = 'ProviderUnavailable';
  }
}

/**
 * An OpenID Connect client with authorisation code, PKCE, state and nonce; it checks issuer, audience, authorised party,
 * expiry, signature and algorithm of every identity token (reliability (e) SSO pop-up). The provider's own description
 * is fetched at first use. Refuses an issuer without TLS unless it is on this machine.
 */
export function createOpenIdClient(settings: OpenIdSettings): OpenIdClient {
  const issuer = new URL(settings.issuer);
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname);
  if (issuer.protocol !== 'https:' && !onThisMachine && !settings.fetch) {
    throw new Error(`The single sign-on issuer ${settings.issuer} must be an https address.`);
  }
  const provider = discovery(settings, issuer);
  return {
    begin: async (redirectUri) => beginVisit(await provider(), redirectUri),
    finish: async (returned, visit) => finishVisit(await provider(), settings, returned, visit),
    verifyIdentityToken: async (token) => verifyToken(await provider(), settings, token),
  };
}

/** The provider as it describes itself: asked once, and again after a failure. Throws `ProviderUnavailable`. */
function discovery(settings: OpenIdSettings, issuer: URL): () => Promise<openid.Configuration> {
  const insecure = issuer.protocol !== 'https:';
  const discover = async () => {
    const configuration = await openid.discovery(issuer, settings.client_id, settings.client_secret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: insecure ? [openid.allowInsecureRequests] : [],
      ...(settings.fetch ? { [openid.customFetch]: settings.fetch } : {}),
    });
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  };
  let discovered: Promise<openid.Configuration> | undefined;
  return async () => {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw new ProviderUnavailable(error);
    }
  };
}

async function beginVisit(configuration: openid.Configuration, redirectUri: string) {
  const visit = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    redirect_uri: redirectUri,
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(visit.verifier),
    code_challenge_method: 'S256',
  });
  return { url, visit };
}

async function finishVisit(
  configuration: openid.Configuration,
  settings: OpenIdSettings,
  returned: URL,
  visit: PendingVisit,
): Promise<IdentityAnswer> {
  const address = new URL(visit.redirect_uri);
  address.search = returned.search;
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.verifier,
      idTokenExpected: true,
    });
    return judgeClaims(tokens.claims()!, tokens.id_token!, settings.client_id);
  } catch (error) {
    return refusalOf(error);
  }
}

async function verifyToken(
  configuration: openid.Configuration,
  settings: OpenIdSettings,
  token: string,
): Promise<IdentityAnswer> {
  const metadata = configuration.serverMetadata();
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri!), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    // The library declares a fetch of its own, narrower than the platform's.
    ...(settings.fetch ? { [jwksFetch]: settings.fetch as never } : {}),
  });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: settings.client_id,
      algorithms: SIGNATURE_ALGORITHMS,
      maxTokenAge: IDENTITY_TOKEN_AGE,
      requiredClaims: ['sub', 'exp'],
    });
    return judgeClaims(payload as openid.IDToken, token, settings.client_id);
  } catch (error) {
    return refusalOf(error);
  }
}

function judgeClaims(claims: openid.IDToken, token: string, clientId: string): IdentityAnswer {
  if (!SIGNATURE_ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? 'none')) return refused('algorithm');
  if (claims.azp !== undefined && claims.azp !== clientId) return refused('authorised party');
  const { email, email_verified } = claims;
  return {
    ok: true,
    identity: {
      issuer: claims.iss,
      subject: claims.sub,
      email: email_verified === true && typeof email === 'string' ? email.toLowerCase() : null,
      id_token: token,
    },
  };
}

/** A provider's wrong answer is a refusal; a provider without an answer, or with a failure of its own, is a fault. */
function refusalOf(error: unknown): IdentityAnswer {
  if (error instanceof openid.AuthorizationResponseError) return refused(`provider: ${error.error}`);
  if (error instanceof openid.ResponseBodyError && error.status < 500) return refused(`provider: ${error.error}`);
  if (error instanceof joseErrors.JWKSTimeout || error instanceof joseErrors.JWKSInvalid)
    throw new ProviderUnavailable(error);
  if (error instanceof joseErrors.JOSEError) return refused(error.code);
  if (error instanceof openid.ClientError && !NETWORK_FAILURES.has(error.code ?? ''))
    return refused(error.code ?? 'answer');
  throw new ProviderUnavailable(error);
}

const NETWORK_FAILURES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function refused(reason: string): IdentityAnswer {
  return { ok: false, reason };
}
