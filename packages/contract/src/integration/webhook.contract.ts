/** Where a source is told what became of its batches, what it was told, and every try (decisions §7; Standard Webhooks). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { instant } from '../documents/wire-values.ts';
import { listQuery, pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';

const TAG = 'Webhooks';
const access = { kind: 'module', module: 'Users', level: ACCESS.delete } as const;
const common = { tag: TAG, access } as const;

const WEBHOOK_EVENTS = ['batch.posted', 'batch.rejected', 'batch.reversed'] as const;
export const WEBHOOK_STATES = ['waiting', 'sent', 'failed'] as const;

const endpoint = z.object({
  id: z.int(),
  url: z.string(),
  made_by: z.string(),
  /** Who asks wrote it, and confirms it not. */
  is_own: z.boolean(),
  made_at: instant,
  /** Who confirmed it; null: nobody yet, or nobody had to where four eyes are off. */
  confirmed_by: z.string().nullable(),
  /** Since when it counts; null while it waits for somebody else than who wrote it. */
  live_at: instant.nullable(),
  /** Until when its secret before this one signs beside it. */
  previous_until: instant.nullable(),
  /** Since when no try arrived. */
  failing_since: instant.nullable(),
  off_at: instant.nullable(),
  off_reason: z.string().nullable(),
});
export type WebhookEndpoint = z.infer<typeof endpoint>;

const hookedSource = z.object({
  source: z.string(),
  name: z.string(),
  /** The address to which messages go; null: its source is told nothing. */
  live: endpoint.nullable(),
  /** One that would replace it, or be the first. */
  proposed: endpoint.nullable(),
  /** Messages that wait for a try, and those that were given up. */
  waiting: z.int(),
  failed: z.int(),
});
export type HookedSource = z.infer<typeof hookedSource>;

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/webhooks',
  summary: 'Sources with the addresses where they are told what became of their batches',
  ...common,
  response: z.object({
    data: z.array(hookedSource),
    /** So many days after it arrived a message is forgotten; one that waits or was given up stays. */
    kept_days: z.int(),
  }),
});

const withSecret = recordOf(
  endpoint.extend({
    /** `whsec_…`: answered here and nowhere again. */
    secret: z.string(),
  }),
);
const ofEndpoint = z.object({ id: wireNumber(z.number().int().min(1).max(2_147_483_647)) });

export const writeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks',
  summary: 'Write the address of a source: it counts once somebody else confirmed it; its secret is answered once',
  ...common,
  body: z.object({
    source: z.string('source is required.').min(1, 'source is required.').max(20),
    url: z
      .string('address is required.')
      .trim()
      .min(1, 'address is required.')
      .max(500, 'address may have up to 500 characters.'),
  }),
  response: withSecret,
  tells_secret: true,
});

export const confirmWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/confirm',
  summary: 'Confirm an address as somebody else than who wrote it; it replaces the one before',
  ...common,
  params: ofEndpoint,
  response: recordOf(endpoint),
});

export const rotateWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/rotate',
  summary: 'Give an address another secret; the one before signs beside it for 24 hours',
  ...common,
  params: ofEndpoint,
  response: withSecret,
  tells_secret: true,
});

export const resumeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/resume',
  summary: 'Switch an address on again that was switched off because nothing arrived',
  ...common,
  params: ofEndpoint,
  response: recordOf(endpoint),
});

export const removeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/{id}/remove',
  summary: 'End an address at once: its source is told nothing from then on',
  ...common,
  params: ofEndpoint,
  response: recordOf(z.object({ id: z.int() })),
});

const attempt = z.object({
  at: instant,
  url: z.string(),
  /** Of its HTTP answer; null where none came. */
  status: z.int().nullable(),
  took_ms: z.int(),
  /** The beginning of what it answered, or what went wrong on the way to it. */
  reply: z.string(),
});

const message = z.object({
  id: z.string(),
  /** `msg_…`, the same in every try. */
  message_id: z.string(),
  source: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  batch_no: z.string(),
  batch_number: z.string(),
  /** As it is sent. */
  body: z.string(),
  state: z.enum(WEBHOOK_STATES),
  created_at: instant,
  /** While it waits. */
  next_try_at: instant.nullable(),
  /** The last 20, the newest first. */
  attempts: z.array(attempt),
});
export type WebhookMessage = z.infer<typeof message>;

export const listWebhookMessages = defineRoute({
  method: 'GET',
  path: '/webhooks/messages',
  summary: 'What sources were told or are to be told, with every try; the newest first',
  ...common,
  query: listQuery.pick({ page: true, pages: true }).extend({
    source: z.string().max(20).optional(),
    state: z.enum(WEBHOOK_STATES, `state must be ${WEBHOOK_STATES.join(', ')}.`).optional(),
  }),
  response: pageOf(message),
});

export const sendWebhookAgain = defineRoute({
  method: 'POST',
  path: '/webhooks/messages/send',
  summary: 'Send one message again, or all of a source since an instant, under their ids, to the address that counts',
  ...common,
  body: z
    .object({
      id: z
        .string()
        .regex(/^\d{1,18}$/, 'id must be the id of a message.')
        .optional(),
      source: z.string().max(20).optional(),
      /** From this century on. */
      since: z.iso
        .datetime({ offset: true, error: 'since must be an instant such as 2026-04-03T00:00:00Z.' })
        .startsWith('2', 'since must be an instant of this century.')
        .optional(),
    })
    .refine(
      ({ id, source, since }) => (id !== undefined) !== (source !== undefined && since !== undefined),
      'Give id, or source and since.',
    ),
  response: recordOf(z.object({ queued: z.int() })),
});
