import { sendWebhooks, type WebhookWork } from '../integration/webhooks/send-webhooks.ts';
import type { Job } from './job-worker.ts';

/** What tells sources what became of their batches. */
export function webhookJobs(work: WebhookWork): Job[] {
  return [{ name: 'send_webhooks', every: { seconds: 2 }, run: () => sendWebhooks(work) }];
}
