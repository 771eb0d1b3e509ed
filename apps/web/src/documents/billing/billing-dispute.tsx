import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { disputeBilling } from '@talaan/contract/documents/billing/billing.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { useBatchAct } from '../../batches/moves/use-batch-act.ts';
import { RemarksDialog } from '../../batches/moves/remarks-dialog.tsx';
import { EntryBanner } from '../../batches/record/entry-banner.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconAlert } from '../../ui/icons.tsx';
import { useInvoice } from './billing-calls.ts';

/** Says that an invoice is disputed, and why. */
export function DisputeBanner({ batch }: { batch: BatchDetail }) {
  const reason = useInvoice(batch)?.dispute_reason;
  if (!reason) return null;
  return (
    <EntryBanner tone="amber" icon={<IconAlert />}>
      <b>Disputed</b>: {reason}
    </EntryBanner>
  );
}

/** Marks an approved invoice as disputed, with the reason, and ends the dispute (decisions §6). */
export function BillingDispute({ batch }: { batch: BatchDetail }) {
  const whyNot = useWhyNot(BILLINGS.module, ACCESS.update);
  const reason = useInvoice(batch)?.dispute_reason;
  const [asks, setAsks] = useState(false);
  const { busy, act } = useBatchAct(MESSAGES.updateFailed);
  if (reason === undefined) return null;

  async function keep(dispute_reason: string): Promise<void> {
    await act(async () => {
      await callServer(disputeBilling, { params: { id: batch.batch_number }, body: { dispute_reason } });
      setAsks(false);
      return MESSAGES.statusUpdated;
    });
  }

  return (
    <>
      <Button
        busy={busy && !asks}
        disabledReason={whyNot}
        onClick={() => (reason === '' ? setAsks(true) : void keep(''))}
      >
        {reason === '' ? 'Dispute' : 'End dispute'}
      </Button>
      {asks ? (
        <RemarksDialog
          question={{
            title: `Mark ${batch.document_number ?? 'it'} as disputed?`,
            subtitle: 'It stays open. Reminders and “Oldest first” leave it out; a collection can still choose it.',
            confirmLabel: 'Mark as disputed',
            hint: 'Shown with the invoice.',
            label: 'Reason',
            required: true,
          }}
          busy={busy}
          onConfirm={(given) => void keep(given)}
          onCancel={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
