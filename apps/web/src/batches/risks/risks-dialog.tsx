import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { failureMessage } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { batchCalls, type ActionableBatch } from '../record/batch-calls.ts';
import { nameOf, showAmount } from '../record/batch-texts.ts';
import { highRisks, RiskTicks } from './risk-ticks.tsx';

/** The question before a payment with high risks goes on: each is ticked as seen, and the ticks are kept with the act. */
export function RisksDialog({
  action,
  batch,
  busy,
  onConfirm,
  onCancel,
}: {
  action: 'approve' | 'release';
  batch: ActionableBatch;
  busy: boolean;
  /** Called with the fingerprints of what was ticked. */
  onConfirm: (seen: string[]) => void;
  onCancel: () => void;
}) {
  const verb = action === 'approve' ? 'Approve' : 'Release';
  const detail = useQuery(batchCalls.one(batchKey(batch)));
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const risks = detail.data && highRisks(detail.data.risk_signals);
  const unseen = risks?.filter(({ fingerprint }) => !seen.has(fingerprint)).length;
  const reason = unseen === undefined ? MESSAGES.pleaseWait : unseen > 0 ? 'Tick every risk as seen first.' : undefined;

  function tick(fingerprint: string, isSeen: boolean): void {
    const next = new Set(seen);
    if (isSeen) next.add(fingerprint);
    else next.delete(fingerprint);
    setSeen(next);
  }

  return (
    <Dialog
      open
      title={`${verb} ${nameOf(batch)}?`}
      subtitle={<span className="figures">{`${batch.currency} ${showAmount(batch.total_amount)}`}</span>}
      width={640}
      onClose={onCancel}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <ConfirmButton label={verb} busy={busy} disabledReason={reason} onConfirm={() => onConfirm([...seen])} />
        </>
      }
    >
      <p className="text-2">Read each risk and tick it as seen. Your ticks are kept with your decision.</p>
      {risks === undefined ? (
        <p role="status">{detail.isError ? failureMessage(detail.error) : MESSAGES.pleaseWait}</p>
      ) : (
        <RiskTicks risks={risks} seen={seen} onSeen={tick} disabled={busy} />
      )}
    </Dialog>
  );
}

function ConfirmButton({
  label,
  busy,
  disabledReason,
  onConfirm,
}: {
  label: string;
  busy: boolean;
  disabledReason: string | undefined;
  onConfirm: () => void;
}) {
  useShortcut('mod+Enter', label, onConfirm, { enabled: disabledReason === undefined && !busy });
  return (
    <Button variant="primary" keys="mod+Enter" busy={busy} disabledReason={disabledReason} onClick={onConfirm}>
      {label}
    </Button>
  );
}
