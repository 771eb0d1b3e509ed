import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import { batchKey } from '@talaan/core/documents/batch-key';
import { MAIL_STATE_HUES, mailText } from '../../notices/mail-texts.ts';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { batchCalls, refreshBatches } from '../record/batch-calls.ts';

const ASK_AGAIN_MS = 5000;

/**
 * Whether the last mail of a document waits, was sent or failed; of one without a mail nothing. It looks again while the mail
 * waits, and says how that ends.
 */
export function MailOutcome({ batch, sentText }: { batch: BatchDetail; sentText: string }) {
  const client = useQueryClient();
  const { mail_state } = batch;
  const key = batchKey(batch);
  const waited = useRef(false);
  useEffect(() => {
    if (waited.current && mail_state === 'sent') showSuccess(sentText);
    if (waited.current && mail_state === 'failed')
      showError('Unable to send an email! The mail server refused it, or did not answer for hours.');
    waited.current = mail_state === 'waiting';
    if (mail_state !== 'waiting') return;
    const looking = setInterval(
      () => void client.invalidateQueries({ queryKey: batchCalls.one(key).queryKey }),
      ASK_AGAIN_MS,
    );
    return () => clearInterval(looking);
  }, [client, key, mail_state, sentText]);
  if (mail_state === null) return null;
  return <StatusChip hue={MAIL_STATE_HUES[mail_state]} label={mailText(mail_state)} />;
}

/** Shows on the page of a document that a mail of it was asked for, and reads what shows it anew. */
export async function noteMailed(client: QueryClient, batch: BatchDetail, mail_state: MailState | null): Promise<void> {
  if (mail_state === 'waiting')
    client.setQueryData(batchCalls.one(batchKey(batch)).queryKey, (known) => known && { ...known, mail_state });
  await refreshBatches(client);
}
