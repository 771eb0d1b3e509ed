import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { numberCheques, type ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { failureMessage } from '../../../api/report-failure.ts';
import { showAmount } from '../../../batches/record/batch-texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { showSuccess } from '../../../ui/feedback/feedback.ts';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';
import { FormGrid } from '../../../ui/fields/form-grid.tsx';
import { chequeCalls, refreshCheques } from '../cheque-calls.ts';
import styles from '../cheque-dialogs.module.css';
import { LeafOnTop, WhyLeftOut } from './leaf-on-stock.tsx';

/**
 * Gives queued cheques the next leaves: names the leaf that should lie on top, and asks whether it does. Leaves before the
 * one that the cashier names are entered as spoiled, with the reason (ux §6.7).
 */
export function NumberChequesDialog({
  cheques,
  onClose,
}: {
  cheques: readonly ChequeRow[];
  onClose: (numbered: boolean) => void;
}) {
  const client = useQueryClient();
  const [chosen] = useState(cheques);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, act } = useAct(MESSAGES.updateFailed);
  const ids = chosen.map(({ id }) => id);
  const { first, setFirst, top, typed, isOther, stock, told } = useLeaves(ids);
  const skipped = told.data?.skipped ?? [];
  const numbers = new Map(told.data?.numbers.map(({ id, cheque_number }) => [id, cheque_number]));
  const fault = told.isError ? failureMessage(told.error) : undefined;

  async function assign(): Promise<void> {
    setTried(true);
    if (told.data === undefined || (skipped.length > 0 && reason.trim() === '')) return;
    const isDone = await act(async (headers) => {
      const body = { ids, first_number: typed, skip_reason: reason };
      const { data } = await callServer(numberCheques, { body, headers });
      await refreshCheques(client);
      const [from, to] = [data.numbers[0]!.cheque_number, data.numbers.at(-1)!.cheque_number];
      showSuccess(MESSAGES.updated(from === to ? `Cheque ${from}` : `Cheques ${from} to ${to}`));
      onClose(true);
    });
    if (!isDone) await stock.refetch();
  }

  return (
    <Dialog
      open
      title={`Assign numbers to ${chosen.length === 1 ? '1 cheque' : `${chosen.length} cheques`}`}
      subtitle={`${chosen[0]!.bank_name} ${chosen[0]!.bank_account}`}
      width={640}
      onClose={() => onClose(false)}
      closable={!busy}
      dirty={isOther || reason !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="primary" busy={busy || told.isFetching} disabledReason={fault} onClick={() => void assign()}>
            {numbers.size > 0 ? `Yes, ${typed} is on top: assign` : 'Assign'}
          </Button>
        </>
      }
    >
      {stock.isError ? (
        <p className="danger" role="alert">
          {fault}
        </p>
      ) : (
        <FormGrid columns={1}>
          <LeafOnTop
            label="Next cheque number on stock"
            value={first ?? top}
            onChange={setFirst}
            error={isOther ? fault : undefined}
          />
          <WhyLeftOut skipped={skipped} reason={reason} onChange={setReason} tried={tried} />
        </FormGrid>
      )}
      <NumbersList cheques={chosen} numbers={numbers} />
    </Dialog>
  );
}

/** Which leaves the cheques would get: from the one that should lie on top, or from the one that is named instead. */
function useLeaves(ids: readonly number[]) {
  const [first, setFirst] = useState<string | null>(null);
  const stock = useQuery(chequeCalls.wouldNumber({ ids: [...ids] }));
  const top = stock.data?.next_number ?? '';
  const typed = (first ?? top).trim();
  const isOther = first !== null && typed !== top;
  const other = useQuery({
    ...chequeCalls.wouldNumber({ ids: [...ids], first_number: typed }),
    enabled: isOther && typed !== '' && figuresProblem(typed) === null,
  });
  return { first, setFirst, top, typed, isOther, stock, told: isOther ? other : stock };
}

/** The number that each cheque would get; … while it is looked for. */
function NumbersList({ cheques, numbers }: { cheques: readonly ChequeRow[]; numbers: ReadonlyMap<number, string> }) {
  return (
    <ul className={styles.outcomes} aria-live="polite" aria-label="Numbers">
      {cheques.map((cheque) => (
        <li key={cheque.id}>
          <div className={styles.line}>
            <span className="figures strong">{numbers.get(cheque.id) ?? '…'}</span>
            <span className="ellipsis">
              {[cheque.document_number, cheque.payee_desc, cheque.cheque_date].filter(Boolean).join(' · ')}
            </span>
            <span
              className={`${styles.amount} figures`}
            >{`${cheque.currency} ${showAmount(cheque.cheque_amount)}`}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
