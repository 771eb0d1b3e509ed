import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RECEIPT_KINDS, RECEIPT_LABELS } from '@talaan/core/documents/document-type';
import {
  previewAcknowledgementReceipt,
  previewOfficialReceipt,
} from '@talaan/contract/documents/entry-page/entry-page.contract';
import { callServer } from '../../../api/client.ts';
import { failureMessage } from '../../../api/report-failure.ts';
import { keepPendingNumber } from '../../../session/pending-numbers.ts';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';

/** The kinds of receipt, as they are chosen. */
export const RECEIPTS = Object.entries(RECEIPT_LABELS).map(([value, label]) => ({ value, label }));

/**
 * Which receipt is issued; its number is only shown and kept in this browser (spec 2 §2), because it is taken when the
 * receipt is issued (decisions §5).
 */
export function ReceiptField({
  id,
  value,
  error,
  onChange,
}: {
  id: string;
  /** 1 official, 2 acknowledgement, 3 both. */
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  const official = useQuery({
    queryKey: ['entry-page', 'or-number'],
    queryFn: async ({ signal }) => (await callServer(previewOfficialReceipt, { query: {}, signal })).data.or_number,
    enabled: value !== RECEIPT_KINDS.ACKNOWLEDGEMENT,
    staleTime: 0,
    retry: false,
  });
  const acknowledgement = useQuery({
    queryKey: ['entry-page', 'ar-number'],
    queryFn: async ({ signal }) =>
      (await callServer(previewAcknowledgementReceipt, { query: {}, signal })).data.ar_number,
    enabled: value !== RECEIPT_KINDS.OFFICIAL,
    staleTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (official.data !== undefined) keepPendingNumber('or_number', official.data);
    if (acknowledgement.data !== undefined) keepPendingNumber('ar_number', acknowledgement.data);
  }, [official.data, acknowledgement.data]);
  const shown = (kind: string, asked: typeof official): string[] =>
    asked.isError ? [failureMessage(asked.error)] : asked.data === undefined ? [] : [`${kind} ${asked.data}`];
  const next = [
    ...(value === RECEIPT_KINDS.ACKNOWLEDGEMENT ? [] : shown('OR', official)),
    ...(value === RECEIPT_KINDS.OFFICIAL ? [] : shown('AR', acknowledgement)),
  ];
  return (
    <Field
      id={id}
      label="Receipt"
      required
      error={error}
      hint={next.length === 0 ? undefined : `Next: ${next.join(' and ')}`}
    >
      <CodeSelect options={RECEIPTS} value={String(value)} onChange={(chosen) => onChange(Number(chosen))} />
    </Field>
  );
}
