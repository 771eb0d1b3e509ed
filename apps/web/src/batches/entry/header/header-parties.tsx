import { useQuery } from '@tanstack/react-query';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { payeeWarnings, paymentHold } from '@talaan/core/documents/payee-state';
import { previewNextLeaf } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { rateOn, VAT_TYPES } from '@talaan/core/money/withholding';
import { callServer } from '../../../api/client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ReadOnlyValue } from '../../../ui/fields/text-input.tsx';
import { PayeeField } from '../fields/payee-field.tsx';
import { LONGEST_CHEQUE_NUMBER } from '../form/entry-series.ts';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';

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

const paymentWarnings = (payee: EntryPayee) => [paymentHold(payee), ...payeeWarnings(payee)];

/** The own bank account, which names its number; the cheque; the payee's account that the bank is to credit. */
export function BankFields(props: EntryHeaderProps) {
  const { header, choices, faults, onChange } = props;
  const has = DOCUMENT_TYPES[header.document_type].header;
  const bank = choices.banks.find(({ id }) => id === header.bank_id);
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
      {has.payee_bank && !has.cheque ? <PayeeBankField {...props} /> : null}
    </>
  );
}

/** The payee's account that the bank is to credit. */
function PayeeBankField({ header, payee, faults, onChange }: EntryHeaderProps) {
  const accounts = payee?.banks ?? [];
  return (
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
