import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { setAccountingStatus } from '@talaan/contract/documents/billing/billing.contract';
import type { setCollectionAccountingStatus } from '@talaan/contract/documents/collection/collection.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCOUNTING_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { STATUS } from '@talaan/core/documents/document-status';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { RemarksDialog } from '../moves/remarks-dialog.tsx';
import { refreshBatches } from '../record/batch-calls.ts';
import { nameOf } from '../record/batch-texts.ts';
import { useRefusalText } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { IconChevronDown } from '../../ui/icons.tsx';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

/** The accounting status of a row, which is changed in the table: Cancelled can be chosen, with a reason (decisions §6). */
export function AccountingStatus({
  batch,
  call,
  loss,
}: {
  batch: BatchRow;
  /** What cancels it. */
  call: typeof setAccountingStatus | typeof setCollectionAccountingStatus;
  /** What becomes of a posted one besides its reversal. */
  loss: string;
}) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { accounting_status, batch_number, row_version, allowed_actions } = batch;
  const refusalText = useRefusalText(allowed_actions ?? {});
  const { label, hue } = ACCOUNTING_STATUSES[accounting_status as keyof typeof ACCOUNTING_STATUSES];
  if (accounting_status === STATUS.ARCHIVED || allowed_actions === undefined)
    return <StatusChip hue={hue} label={label} />;

  async function cancel(remarks: string): Promise<void> {
    setBusy(true);
    try {
      const body = { accounting_status: STATUS.ARCHIVED, remarks, row_version };
      await withPleaseWait(callServer(call, { params: { id: batch_number }, body }));
      showSuccess(MESSAGES.statusUpdated);
      setAsks(false);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
    } finally {
      setBusy(false);
      await refreshBatches(client);
    }
  }

  return (
    <>
      <ActionMenu
        target={
          <Button
            size="sm"
            variant="ghost"
            iconAfter={<IconChevronDown size={14} />}
            aria-label={`Accounting status of ${nameOf(batch)}: ${label}`}
          >
            {label}
          </Button>
        }
        groups={[
          {
            actions: [
              {
                id: 'cancel',
                label: 'Cancelled',
                danger: true,
                disabledReason: refusalText(allowed_actions.void),
                onSelect: () => setAsks(true),
              },
            ],
          },
        ]}
      />
      {asks ? (
        <RemarksDialog
          question={{
            title: `Cancel ${nameOf(batch)}?`,
            subtitle:
              accounting_status === STATUS.APPROVED
                ? `Its entry is reversed by an exact mirror; ${loss}`
                : 'It is archived; nothing of it is in the ledger.',
            confirmLabel: 'Cancel it',
            hint: 'Kept in its history.',
            label: 'Reason',
            required: true,
            danger: true,
          }}
          busy={busy}
          onConfirm={(remarks) => void cancel(remarks)}
          onCancel={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
