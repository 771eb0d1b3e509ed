import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  readCollection,
  voidCollection,
  type CollectionDetail,
} from '@talaan/contract/documents/collection/collection.contract';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { parseAmount } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useRefusalText } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { textIn } from '../../masterdata/record/record-text.ts';
import { MASTERDATA_KEY, type MasterRecord } from '../../masterdata/record/resource-calls.ts';

/** What a bank says when it returns a cheque. */
const REASONS = [
  'Insufficient funds (DAIF)',
  'Uncollected deposits (DAUD)',
  'Account closed',
  'Payment stopped',
  'Signature differs',
  'Stale or altered',
  'Other',
].map((reason) => ({ value: reason, label: reason }));

/**
 * Tells that the bank returned a deposited cheque: its collection is void by the rules and rights of every void, so that its
 * invoices are open again. A fee of the bank opens as a debit memo that is filled in, for whoever may enter one.
 */
export function BounceDialog({
  cheque,
  mayEnterFee,
  onClose,
}: {
  cheque: MasterRecord;
  mayEnterFee: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const number = textIn(cheque, 'collection_number');
  const detail = useQuery({
    queryKey: [MASTERDATA_KEY, 'received_cheque', 'collection', number],
    queryFn: async ({ signal }) => (await callServer(readCollection, { params: { id: number }, signal })).data,
    staleTime: 0,
  });
  const collection = detail.data;
  const refusalText = useRefusalText(collection === undefined ? {} : { void: collection.allowed_actions.void });
  const [reason, setReason] = useState('');
  const [remarks, setRemarks] = useState('');
  const [fee, setFee] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();
  const fee_minor = fee === '' ? 0n : parseAmount(fee);
  const name = `Cheque ${textIn(cheque, 'cheque_number')}`;
  const whyNot =
    collection === undefined
      ? MESSAGES.pleaseWait
      : (refusalText(collection.allowed_actions.void) ?? blockOf(collection));
  const faults = {
    reason: reason === '' ? MESSAGES.required : undefined,
    remarks: reason === 'Other' && remarks.trim() === '' ? MESSAGES.required : undefined,
  };

  async function confirm(): Promise<void> {
    setTried(true);
    if (collection === undefined || busy || faults.reason || faults.remarks || fee_minor === null || fee_minor < 0n)
      return;
    const form = new FormData();
    form.set('collection_number', number);
    form.set('reason', `Bounced: ${reason}`);
    form.set('remarks', remarks.trim());
    form.set('returned_by_bank', '1');
    form.set('row_version', String(collection.row_version));
    setBusy(true);
    try {
      await withPleaseWait(callServer(voidCollection, { form, headers: { 'idempotency-key': key } }));
      showSuccess(`${name} bounced. Collection ${number} is void.`);
      // It is gone before the page is left: what was typed into it is no unsaved work.
      flushSync(onClose);
      // Its collection, its invoices and its customer are on other pages too.
      void client.invalidateQueries();
      if (fee_minor > 0n) void navigate({ to: DISBURSEMENTS.page, search: { fee_of: number, fee } });
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure, (message) => showError(MESSAGES.voidFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={`${name} bounced?`}
      subtitle={collection === undefined ? undefined : (blockOf(collection) ?? effectOf(collection))}
      width={480}
      onClose={onClose}
      closable={!busy}
      dirty={reason !== '' || remarks !== '' || fee !== ''}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="danger-fill" busy={busy} disabledReason={whyNot} onClick={() => void confirm()}>
            Bounced
          </Button>
        </>
      }
    >
      {collection === undefined ? <LoadState query={detail} what="its collection" /> : null}
      <FormGrid columns={1}>
        <Field label="Reason" required error={tried ? faults.reason : undefined}>
          <CodeSelect data-autofocus options={REASONS} value={reason} onChange={setReason} />
        </Field>
        <Field label="Explanation" required={reason === 'Other'} error={tried ? faults.remarks : undefined}>
          <TextArea rows={2} maxLength={2000} value={remarks} onChange={(event) => setRemarks(event.target.value)} />
        </Field>
        {mayEnterFee ? (
          <Field label="Bank’s fee" hint="Opens a debit memo of it, filled in, which you then submit">
            <AmountField value={fee} onChange={setFee} currency="PHP" />
          </Field>
        ) : (
          <p className="text-2">Whoever may enter disbursements books the bank’s fee, from the menu of this cheque.</p>
        )}
      </FormGrid>
    </Dialog>
  );
}

/** Why a cheque cannot bounce now, and the way out; undefined where it can. */
function blockOf({ status, collection_number, documents }: CollectionDetail): string | undefined {
  if (status !== STATUS.APPROVED)
    return `The receipt of collection ${collection_number} is not issued, so that nothing is in the books. Delete that collection, and the cheque is held again.`;
  return documents.some(({ void_date }) => void_date === null) ? MESSAGES.closedReversalPeriod : undefined;
}

/** What a bounce does to the books, told before it. */
function effectOf({ collection_number, documents, collection_details }: CollectionDetail): string {
  const invoices = collection_details.map(({ billing_invoice_no }) => billing_invoice_no);
  const [day] = documents.flatMap(({ void_date }) => void_date ?? []);
  const opens = invoices.length === 0 ? '' : `, and opens ${invoices.join(', ')} again`;
  return `It voids collection ${collection_number}, with a mirror entry on ${formatDetailDate(day as CalendarDate)}${opens}.`;
}
