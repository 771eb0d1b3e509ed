import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { ReceiptMail } from '@talaan/contract/documents/receipt/receipt-facts';
import type { ReceiptPrintRoutes } from '@talaan/contract/documents/receipt/receipt-print.contract';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { callServer } from '../../api/client.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { MailOutcome, noteMailed } from '../../batches/reading/mail-outcome.tsx';
import { offerPrint } from '../../batches/record/offer-print.ts';
import { MAIL_STATE_LABELS, tellMailed } from '../../notices/mail-texts.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { LogTable } from '../../page/log-table.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { IconMail } from '../../ui/icons.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './receipt-acts.module.css';

interface ReceiptProps {
  batch: BatchDetail;
  /** The calls of the receipts of its type. */
  calls: ReceiptPrintRoutes;
}

/** Of an issued receipt: whether it reached its payor, and another try; of any other nothing. */
export function ReceiptActs({ batch, calls }: ReceiptProps) {
  const [shows, setShows] = useState(false);
  if (batch.receipt_status === null || batch.voided) return null;
  return (
    <>
      <Button icon={<IconMail />} onClick={() => setShows(true)}>
        E-receipt
      </Button>
      <MailOutcome batch={batch} sentText="Successfully sent an email for the receipt." />
      {shows ? <ReceiptMails batch={batch} calls={calls} onClose={() => setShows(false)} /> : null}
    </>
  );
}

const mailsQuery = ({ batch: { document_type, batch_number: id }, calls }: ReceiptProps) =>
  queryOptions({
    queryKey: ['receipt mails', document_type, id],
    queryFn: async ({ signal }) => (await callServer(calls.mails, { params: { id }, signal })).data,
    staleTime: 0,
  });

function ReceiptMails({ batch, calls, onClose }: ReceiptProps & { onClose: () => void }) {
  const client = useQueryClient();
  const asked = mailsQuery({ batch, calls });
  const mails = useQuery(asked);
  const whyNot = useWhyNot(kindOf(batch.document_type)!.module, ACCESS.update);
  const rows = mails.data ?? [];
  const { key, noteFailure, noteDone } = useActKey();

  async function send(): Promise<void> {
    try {
      const { data } = await withPleaseWait(
        callServer(calls.send, { params: { id: batch.batch_number }, headers: { 'idempotency-key': key } }),
      );
      noteDone();
      if (data.receipt_status === RECEIPT_STATUS.NO_EMAIL) {
        onClose();
        await offerPrint(batch);
      } else tellMailed(data);
      await noteMailed(client, batch, data.mail_state);
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(`Unable to send an email! ${message}`));
    }
    await client.invalidateQueries(asked);
  }

  return (
    <Dialog
      open
      title={`E-receipt of ${batch.document_number ?? batch.batch_number}`}
      subtitle="It goes to the payor's e-mail as PDF; each mail is a copy of its own."
      width={640}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} focused />
          {whyNot === undefined ? <DialogSave label="Send" onSave={() => void send()} /> : null}
        </>
      }
    >
      <LoadState query={mails} what="the mails" />
      {mails.isSuccess && rows.length === 0 ? (
        <p className="muted" role="status">
          {batch.receipt_status === RECEIPT_STATUS.NO_EMAIL
            ? 'The payee has no e-mail address. Print the receipt.'
            : 'It was not sent yet.'}
        </p>
      ) : null}
      {rows.length === 0 ? null : <MailsTable mails={rows} />}
    </Dialog>
  );
}

/** The mails of a receipt, each with what the mail server answered. */
function MailsTable({ mails }: { mails: readonly ReceiptMail[] }) {
  return (
    <LogTable
      label="Mails, newest first"
      className={styles.mails}
      headings={['Written', 'To', 'State', 'Answers of the mail server']}
      rows={mails.map(({ id, created_at, to_address, state, attempts }) => (
        <tr key={id}>
          <td className="figures">{displayInstant(created_at)}</td>
          <td>{to_address}</td>
          <td>{MAIL_STATE_LABELS[state]}</td>
          <td>
            {attempts.length === 0 ? 'Not tried yet' : null}
            {attempts.map(({ at, reply }) => (
              <span key={at} className="muted">{`${displayInstant(at)} ${reply}`}</span>
            ))}
          </td>
        </tr>
      ))}
    />
  );
}
