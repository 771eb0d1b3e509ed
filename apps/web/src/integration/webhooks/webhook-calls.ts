import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { listWebhookMessages, listWebhooks, WEBHOOK_STATES } from '@talaan/contract/integration/webhook.contract';
import { callServer } from '../../api/client.ts';
import { logPage } from '../../page/log-table.tsx';

/** What the address of the page says: a source, and which of its messages. */
export const webhookView = z.object({
  source: z.string().max(20).catch(''),
  state: z.enum(['all', ...WEBHOOK_STATES]).catch('all'),
  ...logPage(25),
});
export type WebhookView = z.infer<typeof webhookView>;

export const WEBHOOKS_KEY = 'webhooks';

/** Messages are sent in the background: a list that is open shows it. */
const ASK_AGAIN_MS = 10_000;

export const hookedSourcesQuery = queryOptions({
  queryKey: [WEBHOOKS_KEY, 'sources'],
  queryFn: ({ signal }) => callServer(listWebhooks, { signal }),
  refetchInterval: ASK_AGAIN_MS,
});

export const messagesQuery = ({ source, state, page, pages }: WebhookView) =>
  queryOptions({
    queryKey: [WEBHOOKS_KEY, 'messages', source, state, page, pages],
    queryFn: ({ signal }) =>
      callServer(listWebhookMessages, {
        query: { source, page, pages, ...(state === 'all' ? {} : { state }) },
        signal,
      }),
    refetchInterval: ASK_AGAIN_MS,
  });
