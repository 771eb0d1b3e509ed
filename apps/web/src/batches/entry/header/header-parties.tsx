import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { DOCUMENT_TYPES, RECEIPT_KINDS, RECEIPT_LABELS } from '@talaan/core/documents/document-type';
import { payeeWarnings, paymentHold } from '@talaan/core/documents/payee-state';
import { previewAcknowledgementReceipt, previewOfficialReceipt } from '@talaan/contract/documents/entry-page.contract';
import { previewNextLeaf } from '@talaan/contract/documents/cheque.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { rateOn, VAT_TYPES } from '@talaan/core/money/withholding';
import { callServer } from '../../../api/client.ts';
import { failureMessage } from '../../../api/report-failure.ts';
import { keepPendingNumber } from '../../../session/pending-numbers.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeSelect, LookupField, type Option } from '../../../ui/fields/combobox.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { ReadOnlyValue } from '../../../ui/fields/text-input.tsx';
import { rememberChoice, type LineSource } from '../lines/line-sources.ts';
import type { Choice } from '../grid/grid-line.ts';
import { emptyLine } from '../lines/entry-line.ts';
import { LONGEST_CHEQUE_NUMBER } from '../form/entry-series.ts';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';
import styles from './entry-header.module.css';

const NO_LINE = emptyLine(0);

/** Whom it pays, or who pays. */
export function PayeeFields({ header, payee, payees, faults, onChange }: EntryHeaderProps) {
  return (
    <PayeeField
      id={HEADER_FIELD_ID.payee_id}
      label={DOCUMENT_TYPES[header.document_type].header.receipt ? 'Payor' : 'Payee'}
      error={faults['payee_id']}
      value={header.payee}
      payees={payees}
      payee={payee}
      warningsOf={DOCUMENT_TYPES[header.document_type].pays ? paymentWarnings : undefined}
      onChange={(chosen) => onChange({ payee: chosen, payee_bank_id: null, trx_purchase_order: '' })}
    />
  );
}

/** A payee, with what is known of him in one line below (ux §5). */
export function PayeeField({
  id,
  label,
  error,
  value,
  payees,
  payee,
  warningsOf,
  onChange,
}: {
  id: string;
  label: string;
  error: string | undefined;
  value: Choice | null;
  /** Where payees are found. */
  payees: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  /** What stops the entry or should be known of him before it, as sentences; null is none. */
  warningsOf?: ((payee: EntryPayee) => readonly (string | null)[]) | undefined;
  onChange: (chosen: Choice | null) => void;
}) {
  const found = useRef<readonly Choice[]>([]);
  return (
    <Field
      id={id}
      label={label}
      required
      error={error}
      hint={payee === undefined ? undefined : <PayeeFacts payee={payee} warnings={warningsOf?.(payee) ?? []} />}
      className={styles.wide ?? ''}
    >
      <LookupField
        value={value === null ? null : optionOf(value)}
        search={async (text) => {
          const choices = await payees.search(text, NO_LINE);
          found.current = choices;
          return choices.map(optionOf);
        }}
        onChange={(option) => {
          const chosen =
            option === null ? null : (found.current.find((one) => String(one.id) === option.value) ?? value);
          if (chosen !== null) rememberChoice('payee', chosen);
          onChange(chosen);
        }}
      />
    </Field>
  );
}

const paymentWarnings = (payee: EntryPayee) => [paymentHold(payee), ...payeeWarnings(payee)];

/** What is known of the payee, and what he is warned of. */
function PayeeFacts({ payee, warnings }: { payee: EntryPayee; warnings: readonly (string | null)[] }) {
  return (
    <>
      {factsLine(payee)}
      {warnings.map((text) =>
        text === null ? null : (
          <span key={text} role="status" className={styles.warning}>
            <IconAlert /> {text}
          </span>
        ),
      )}
    </>
  );
}

/** 'TIN 900-000-101-00000 · 1 Kunwari Avenue, Makati City 1200 · accounts1@customer.example'. */
function factsLine(payee: EntryPayee): string {
  const street = [payee.house_unit, payee.street].filter(Boolean).join(' ');
  const city =
    payee.city === payee.municipality ? payee.city : [payee.municipality, payee.city].filter(Boolean).join(', ');
  const address = [street, city].filter(Boolean).join(', ');
  return [
    payee.tin ? `TIN ${payee.tin}` : 'No TIN',
    [address || 'No address', payee.zip_code].filter(Boolean).join(' '),
    ...(payee.email_add ? [payee.email_add] : []),
  ].join(' · ');
}

/** The own bank account, which names its number; the cheque; the payee's account that the bank is to credit. */
export function BankFields({ header, choices, payee, faults, onChange }: EntryHeaderProps) {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const bank = choices.banks.find(({ id }) => id === header.bank_id);
  const accounts = payee?.banks ?? [];
  return (
    <>
      <Field
        id={HEADER_FIELD_ID.bank_id}
        label="Bank"
        required={has.bank_required}
        error={faults['bank_id']}
        hint={bank === undefined ? undefined : `${bank.bank_name} · account ${bank.acct_code}`}
      >
        <CodeSelect
          clearable={!has.bank_required}
          options={choices.banks.map(({ id, name, bank_code }) => ({
            value: String(id),
            label: name,
            code: bank_code,
          }))}
          value={header.bank_id === null ? '' : String(header.bank_id)}
          onChange={(value) => {
            const chosen = choices.banks.find(({ id }) => String(id) === value);
            const isOther = chosen !== undefined && chosen.currency_id !== header.currency_id;
            onChange({
              bank_id: value === '' ? null : Number(value),
              ...(isOther ? { currency_id: chosen.currency_id, own_rate: false } : {}),
            });
          }}
        />
      </Field>
      <Field label="Bank Account">
        <ReadOnlyValue>{bank?.code ?? ''}</ReadOnlyValue>
      </Field>
      {has.cheque ? (
        <Field
          id={HEADER_FIELD_ID.cheque_number}
          label={header.series === null ? 'Cheque No.' : 'First Cheque No.'}
          error={faults['cheque_number']}
          hint={<NextLeaf header={header} onChange={onChange} />}
        >
          <FiguresField
            figures="paper"
            longest={LONGEST_CHEQUE_NUMBER}
            value={header.cheque_number}
            onChange={(cheque_number) => onChange({ cheque_number })}
          />
        </Field>
      ) : null}
      {has.payee_bank && !has.cheque ? (
        <Field
          id={HEADER_FIELD_ID.payee_bank_id}
          label="Payee's Bank Account"
          error={faults['payee_bank_id']}
          hint={payee !== undefined && accounts.length === 0 ? 'None on file' : undefined}
        >
          <CodeSelect
            clearable
            options={accounts.map(({ id, account_number, bank_code }) => ({
              value: String(id),
              label: account_number,
              code: bank_code,
            }))}
            value={header.payee_bank_id === null ? '' : String(header.payee_bank_id)}
            onChange={(value) => onChange({ payee_bank_id: value === '' ? null : Number(value) })}
          />
        </Field>
      ) : null}
    </>
  );
}

/** The next leaf of the books of the account, to be taken by one press while no number is typed. */
function NextLeaf({ header, onChange }: Pick<EntryHeaderProps, 'header' | 'onChange'>) {
  const { bank_id, cheque_number } = header;
  const leaf = useQuery({
    queryKey: ['entry-page', 'next-leaf', bank_id],
    queryFn: async ({ signal }) =>
      (await callServer(previewNextLeaf, { query: { bank_id: bank_id! }, signal })).data.cheque_number,
    enabled: bank_id !== null,
    staleTime: 0,
    retry: false,
  }).data;
  if (leaf === undefined || leaf === null) return null;
  if (cheque_number !== '') return cheque_number === leaf ? 'next leaf of the book' : null;
  return (
    <Button size="sm" variant="ghost" onClick={() => onChange({ cheque_number: leaf })}>
      {`Next leaf ${leaf}`}
    </Button>
  );
}

/** VAT type and tax code, taken over from the payee and changed where a document differs. */
export function TaxFields({ header, choices, faults, onChange }: EntryHeaderProps) {
  return (
    <>
      <Field id={HEADER_FIELD_ID.vat} label="VAT" error={faults['vat']}>
        <CodeSelect
          clearable
          options={Object.entries(VAT_TYPES).map(([code, label]) => ({ value: code, label }))}
          value={header.vat === null ? '' : String(header.vat)}
          onChange={(value) => onChange({ vat: value === '' ? null : Number(value) })}
        />
      </Field>
      <Field id={HEADER_FIELD_ID.atc_code} label="ATC" error={faults['atc_code']}>
        <CodeSelect
          clearable
          options={choices.tax_codes.map((taxCode) => ({
            value: taxCode.code,
            label: taxCode.code,
            code: `${Number(rateOn(taxCode, header.document_date))} %`,
          }))}
          value={header.atc_code}
          onChange={(atc_code) => onChange({ atc_code })}
        />
      </Field>
    </>
  );
}

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

function optionOf({ id, code, name }: Choice): Option {
  return { value: String(id), label: name === '' ? code : name, code };
}
