import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runCheques, type ChequeRunPlan } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer, mayBeDone } from '../../../api/client.ts';
import { failureMessage, reportFailure } from '../../../api/report-failure.ts';
import { useActKey } from '../../../api/use-act-key.ts';
import { showAmount } from '../../../batches/record/batch-texts.ts';
import { lastPrinter, rememberPrinter } from '../../../session/printer-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showError } from '../../../ui/feedback/feedback.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';
import { FormGrid } from '../../../ui/fields/form-grid.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { refreshCheques } from '../cheque-calls.ts';
import styles from '../cheque-dialogs.module.css';
import { LeafOnTop, WhyLeftOut } from '../stock/leaf-on-stock.tsx';
import { runCalls, openRun } from './run-calls.ts';
import runStyles from './runs.module.css';

/** A cheque to be printed, as far as the question tells of it. */
export interface ChequeToRun {
  readonly id: number;
  readonly document_number: string | null;
  readonly payee_desc: string | null;
  readonly cheque_amount: string;
  readonly currency: string;
}

/**
 * Prints cheques of one account in one go. It tells first what is not printed and why, and which leaf has to lie on top; those
 * without a number take the next leaves. What was printed is a file of its own tab, and a question that stays until it is answered.
 */
export function RunChequesDialog({
  cheques,
  onClose,
}: {
  cheques: readonly ChequeToRun[];
  /** With the run that was printed; null for none. */
  onClose: (run: number | null) => void;
}) {
  const client = useQueryClient();
  const [chosen] = useState(cheques);
  const [printer, setPrinter] = useState(lastPrinter());
  const [first, setFirst] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();
  const asked = { ids: chosen.map(({ id }) => id), printer_name: '' };
  const stock = useQuery(runCalls.wouldPrint(asked));
  const top = stock.data?.next_number ?? '';
  const typed = (first ?? top).trim();
  const isOther = first !== null && typed !== top;
  const other = useQuery({
    ...runCalls.wouldPrint({ ...asked, first_number: typed }),
    enabled: isOther && typed !== '' && figuresProblem(typed) === null,
  });
  const told = isOther ? other : stock;
  const fault = told.isError ? failureMessage(told.error) : undefined;
  const planned = told.data?.cheques ?? [];
  const printed = planned.filter(({ refusal }) => refusal === null);
  const refused = planned.filter(({ refusal }) => refusal !== null);
  const skipped = told.data?.skipped ?? [];
  const of = new Map(chosen.map((cheque) => [cheque.id, cheque]));

  async function print(): Promise<void> {
    setTried(true);
    if (busy || told.data === undefined || (skipped.length > 0 && reason.trim() === '')) return;
    setBusy(true);
    try {
      rememberPrinter(printer.trim());
      const body = {
        ids: printed.map(({ id }) => id),
        skip_reason: reason,
        printer_name: printer,
        ...(told.data.next_number === null ? {} : { first_number: typed }),
      };
      const { data } = await callServer(runCheques, { body, headers: { 'idempotency-key': key } });
      void openRun(data.run_id!);
      await refreshCheques(client);
      onClose(data.run_id);
    } catch (failure) {
      noteFailure(failure);
      // What may have been printed is asked for again under the same key.
      if (!mayBeDone(failure)) await stock.refetch();
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  const leaf = printed[0]?.cheque_number ?? '';
  return (
    <Dialog
      open
      title={`Print ${chosen.length === 1 ? '1 cheque' : `${chosen.length} cheques`}`}
      subtitle={
        told.data &&
        `${told.data.bank_name} ${told.data.bank_account} · ${told.data.layout_name}, version ${told.data.layout_version}`
      }
      width={640}
      onClose={() => onClose(null)}
      closable={!busy}
      dirty={isOther || reason !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button
            variant="primary"
            busy={busy || told.isFetching}
            disabledReason={
              fault ?? (told.data && printed.length === 0 ? 'None of them can: see why above.' : undefined)
            }
            onClick={() => void print()}
          >
            {printed.length > 0 ? `Yes, ${leaf} is on top: print ${printed.length}` : 'Print'}
          </Button>
        </>
      }
    >
      {stock.isError ? (
        <p className="danger" role="alert">
          {fault}
        </p>
      ) : null}
      {refused.length > 0 ? <Refused refused={refused} of={of} /> : null}
      {printed.length > 0 || isOther ? (
        <FormGrid columns={1}>
          {top === '' ? (
            <p>
              Next leaf on stock is <strong className="figures">{leaf}</strong>. Lay it on top, with the others in this
              order.
            </p>
          ) : (
            <LeafOnTop
              label="Next leaf on stock"
              value={first ?? top}
              onChange={setFirst}
              error={isOther ? fault : undefined}
            />
          )}
          <WhyLeftOut skipped={skipped} reason={reason} onChange={setReason} tried={tried} />
          <p>
            <a
              href={`/preview-cheque/${encodePrintLink({ ids: printed.map(({ id }) => id) })}`}
              target="_blank"
              rel="noreferrer"
            >
              Preview on the stock
            </a>
          </p>
          <Field label="Printer" hint="What it was calibrated by moves the texts.">
            <TextInput value={printer} maxLength={250} onChange={(event) => setPrinter(event.target.value)} />
          </Field>
        </FormGrid>
      ) : null}
      <ul className={styles.outcomes} aria-live="polite" aria-label="Leaves">
        {printed.map(({ id, cheque_number }) => (
          <li key={id}>
            <RunLine number={cheque_number ?? ''} cheque={of.get(id)!} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Refused({ refused, of }: { refused: ChequeRunPlan['cheques']; of: ReadonlyMap<number, ChequeToRun> }) {
  return (
    <section aria-label="Not printed">
      <h3>{refused.length === 1 ? '1 is not printed' : `${refused.length} are not printed`}</h3>
      <ul className={runStyles.refused}>
        {refused.map(({ id, refusal }) => (
          <li key={id} className={`${styles.note} warning`}>
            <IconAlert size={14} />
            <span>{`${of.get(id)?.payee_desc ?? ''}: ${refusal}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A leaf, and what it pays. */
export function RunLine({ number, cheque }: { number: string; cheque: ChequeToRun }) {
  const about = [cheque.document_number, cheque.payee_desc].filter(Boolean).join(' · ');
  return (
    <div className={styles.line}>
      <span className="figures strong">{number}</span>
      <span className="ellipsis" title={about}>
        {about}
      </span>
      <span className={`${styles.amount} figures`}>{`${cheque.currency} ${showAmount(cheque.cheque_amount)}`}</span>
    </div>
  );
}
