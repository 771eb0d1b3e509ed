import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { setAccountingStatus } from '@talaan/contract/documents/billing/billing.contract';
import type { setCollectionAccountingStatus } from '@talaan/contract/documents/collection/collection.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { ACCOUNTING_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { STATUS } from '@talaan/core/documents/status';
import { callServer } from '../../api/client.ts';
import { RemarksDialog } from '../moves/remarks-dialog.tsx';
import { useBatchAct } from '../moves/use-batch-act.ts';
import { ARCHIVED_ONLY, voidEffectOf } from '../moves/void-effect.ts';
import { batchCalls } from '../record/batch-calls.ts';
import { nameOf } from '../record/batch-texts.ts';
import { useRefusalText } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconChevronDown } from '../../ui/icons.tsx';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';

/** What cancels a batch of a list. */
export type CancelCall = typeof setAccountingStatus | typeof setCollectionAccountingStatus;

/** The column of accounting statuses of a list. */
export const ACCOUNTING_COLUMN: Column<BatchRow> = {
  id: 'accounting_status',
  header: 'Accounting Status',
  priority: 'repeat',
  width: 108,
  cell: (row) => <AccountingStatus batch={row} />,
};

/** Asks for the reason of a cancel: the list does, so that the question outlives a column that gives way to a narrower window. */
export const AskToCancel = createContext<(batch: BatchRow) => void>(() => undefined);

/** The accounting status of a row, which is changed in the table: Cancelled can be chosen, with a reason (decisions §6). */
function AccountingStatus({ batch }: { batch: BatchRow }) {
  const ask = useContext(AskToCancel);
  const opener = useRef<HTMLButtonElement>(null);
  const { accounting_status, allowed_actions } = batch;
  const refusalText = useRefusalText(allowed_actions ?? {});
  const { label, hue } = ACCOUNTING_STATUSES[accounting_status as keyof typeof ACCOUNTING_STATUSES];
  const isOffered = accounting_status !== STATUS.ARCHIVED && allowed_actions !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    const row = opener.current?.closest('tr');
    // The button goes with the choice that it offered: its row takes the focus.
    return () => {
      if (document.activeElement === document.body) row?.focus();
    };
  }, [isOffered]);
  if (!isOffered) return <StatusChip hue={hue} label={label} />;
  return (
    <ActionMenu
      target={
        <Button
          ref={opener}
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
              onSelect: () => ask(batch),
            },
          ],
        },
      ]}
    />
  );
}

/** Asks why a batch is cancelled, and cancels it; the date of the mirror is told before. */
export function CancelDialog({ batch, call, onClose }: { batch: BatchRow; call: CancelCall; onClose: () => void }) {
  const { busy, act } = useBatchAct(MESSAGES.updateFailed);
  const { accounting_status, batch_number, row_version } = batch;
  // The date of the mirror is the server's to say, and it is said before anybody confirms (decisions §4).
  const isPosted = accounting_status === STATUS.APPROVED;
  const detail = useQuery({ ...batchCalls.one(batchKey(batch)), enabled: isPosted });
  const effect = isPosted ? detail.data && voidEffectOf(batch.document_type, detail.data.documents) : ARCHIVED_ONLY;

  async function cancel(remarks: string): Promise<void> {
    await act(async () => {
      const body = { accounting_status: STATUS.ARCHIVED, remarks, row_version };
      await callServer(call, { params: { id: batch_number }, body });
      onClose();
      return MESSAGES.statusUpdated;
    });
  }

  return (
    <RemarksDialog
      question={{
        title: `Cancel ${nameOf(batch)}?`,
        subtitle: effect?.text ?? MESSAGES.pleaseWait,
        confirmLabel: 'Cancel it',
        dismissLabel: 'Keep it',
        whyNot: effect?.blocked === false ? undefined : (effect?.text ?? MESSAGES.pleaseWait),
        hint: 'Kept in its history.',
        label: 'Reason',
        required: true,
        danger: true,
      }}
      busy={busy}
      onConfirm={(remarks) => void cancel(remarks)}
      onCancel={onClose}
    >
      {effect === undefined ? <LoadState query={detail} what="the date of its reversal" /> : null}
    </RemarksDialog>
  );
}
