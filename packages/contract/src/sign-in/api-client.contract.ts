/** Programs of others that call the product with a token of their own: who made them, and how they get it (RFC 6749). */
import { wireNumber } from '../http/wire-number.ts';
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { instant } from '../documents/wire-values.ts';
import { API_SCOPES } from '../access/api-scopes.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

const TAG = 'API clients';
const access = { kind: 'module', module: 'Users', level: ACCESS.delete } as const;
const params = z.object({ id: wireNumber(z.number().int().min(1).max(2_147_483_647)) });

const apiClient = z.object({
  id: z.int(),
  client_id: z.string(),
  client_name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** In whose name it acts. */
  made_by: z.string(),
  made_at: instant,
  /** Of the scope integrated: the source for which it sends, and of which departments, by their codes. */
  source: z.string().nullable(),
  departments: z.array(z.string()),
  /** What it sends would post by itself: it sends nothing until somebody who does not know its secret confirmed it. */
  waits: z.boolean(),
  /** Who confirmed it; null: nobody. */
  confirmed_by: z.string().nullable(),
  /** When its secret was last changed; null for the first one. */
  rotated_at: instant.nullable(),
  revoked_at: instant.nullable(),
  /** When it last got a token; null: never. */
  last_used_at: instant.nullable(),
});
export type ApiClient = z.infer<typeof apiClient>;

/** The secret is answered here and nowhere again: the product keeps its digest. */
const withSecret = recordOf(apiClient.extend({ client_secret: z.string() }));

export const listApiClients = defineRoute({
  method: 'GET',
  path: '/api-clients',
  summary: 'Clients of the API; the newest first',
  tag: TAG,
  access,
  response: z.object({ data: z.array(apiClient) }),
});

export const makeApiClient = defineRoute({
  method: 'POST',
  path: '/api-clients',
  summary: 'Make a client of the API; its secret is answered once',
  tag: TAG,
  access,
  body: z.object({
    client_name: z
      .string('name is required.')
      .trim()
      .min(1, 'name is required.')
      .max(60, 'name may have up to 60 characters.')
      .regex(/^[\p{L}\p{N} .,&'()/-]*$/u, "name can only contain letters, digits, spaces and . , & ' ( ) / -"),
    scopes: z
      .array(z.enum(API_SCOPES, `scope must be ${API_SCOPES.join(' or ')}.`), 'scopes is required.')
      .min(1, 'Choose a scope.')
      .max(10, 'Choose up to 10 scopes.')
      .transform((scopes) => [...new Set(scopes)]),
    /** Code of the source for which it sends, and codes of the departments of which it does: with the scope integrated. */
    source: z.string().max(20).default(''),
    departments: z.array(z.string().max(60)).max(200).default([]),
  }),
  response: withSecret,
  tells_secret: true,
});

export const rotateApiClient = defineRoute({
  method: 'POST',
  path: '/api-clients/{id}/rotate',
  summary: 'Give a client another secret; the one before and its tokens end at once',
  tag: TAG,
  access,
  params,
  response: withSecret,
  tells_secret: true,
});

export const confirmApiClient = defineRoute({
  method: 'POST',
  path: '/api-clients/{id}/confirm',
  summary: 'Confirm a client whose batches post by themselves, as somebody who does not know its secret',
  tag: TAG,
  access,
  params,
  response: recordOf(apiClient),
});

export const revokeApiClient = defineRoute({
  method: 'POST',
  path: '/api-clients/{id}/revoke',
  summary: 'End a client for good, its tokens with it',
  tag: TAG,
  access,
  params,
  response: recordOf(apiClient),
});

const optionalText = z.string().max(1000).optional();

/** Gives a token for a client's id and secret, which may also come as Basic authorization. Errors are those of RFC 6749 §5.2. */
export const giveToken = defineRoute({
  method: 'POST',
  path: '/oauth/token',
  summary: 'Token of a client, by its credentials',
  tag: TAG,
  access: { kind: 'public' },
  body: z.object({
    grant_type: optionalText,
    client_id: optionalText,
    client_secret: optionalText,
    /** Some of the client's scopes, parted by spaces; all of them where none is named. */
    scope: optionalText,
  }),
  form_encoded: true,
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    scope: z.string(),
  }),
  // It keeps its own transaction, and no reply with a token in it.
  reads: true,
});
