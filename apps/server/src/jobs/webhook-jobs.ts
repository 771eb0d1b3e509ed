import { sendWebhooks, type WebhookWork } from '../integration/webhooks/send-webhooks.ts';
import { forgetMessages } from '../integration/webhooks/webhook.store.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import type { Job } from './job-worker.ts';

/** What tells sources what became of their batches, and forgets what arrived so many days ago. */
export function webhookJobs({ keepDays, ...work }: WebhookWork & { readonly keepDays: number }): Job[] {
  return [
    { name: 'send_webhooks', every: { seconds: 2 }, run: () => sendWebhooks(work) },
    {
      name: 'forget_webhooks',
      every: { cron: '45 17 * * *' },
      run: () => inTransaction(work.database, SYSTEM_ACTOR, (transaction) => forgetMessages(transaction, keepDays)),
    },
  ];
}
