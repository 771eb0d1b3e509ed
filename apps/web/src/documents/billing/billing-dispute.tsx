import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { disputeBilling, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { useBatchAct } from '../../batches/moves/use-batch-act.ts';
import { RemarksDialog } from '../../batches/moves/remarks-dialog.tsx';
import { EntryBanner } from '../../batches/record/entry-banner.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconAlert } from '../../ui/icons.tsx';

/** Says that an invoice is disputed, and why. */
export function DisputeBanner({ reason }: { reason: string }) {
  return (
    <EntryBanner tone="amber" icon={<IconAlert />}>
      <b>Disputed</b>: {reason}
    </EntryBanner>
  );
}

/** Marks an approved invoice as disputed, with the reason, and ends the dispute (decisions §6). */
export function BillingDispute({ billing }: { billing: BillingDetail }) {
  const whyNot = useWhyNot(BILLINGS.module, ACCESS.update);
  const { batch_number: id, document_number, dispute_reason: reason } = billing;
  const [asks, setAsks] = useState(false);
  const { busy, act } = useBatchAct(MESSAGES.updateFailed);

  async function keep(dispute_reason: string): Promise<void> {
    await act(async () => {
      await callServer(disputeBilling, { params: { id }, body: { dispute_reason } });
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
            title: `Mark ${document_number ?? 'it'} as disputed?`,
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
