import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { accountWith } from '@talaan/core/ledger/account-role';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { ConfidentialSwitch, CurrencyFields, OpenDate } from '../../batches/entry/header/entry-header.tsx';
import { nearestOpenDate } from '../../batches/entry/form/entry-date.ts';
import { PayeeField, ReceiptField } from '../../batches/entry/header/header-parties.tsx';
import type { LineSource } from '../../batches/entry/lines/line-sources.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { showAmount, showDate } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { ReadOnlyValue, TextArea } from '../../ui/fields/text-input.tsx';
import { advanceOf } from './collection-calls.ts';
import { rateOf, type CollectionHeader } from './collection-form.ts';
import { COLLECTION_FIELD_ID } from './use-collection-form.ts';
import styles from '../../batches/entry/header/entry-header.module.css';

export interface CollectionHeaderProps {
  header: CollectionHeader;
  choices: EntryChoices;
  /** Where customers are found. */
  payees: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  collectionNumber: string;
  /** Something is written off, so that its account is asked for. */
  writesOff: boolean;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the invoices are scrolled. */
  collapsed: boolean;
  onExpand: () => void;
  onChange: (change: Partial<CollectionHeader>) => void;
}

const TERMS = COLLECTION_TERMS.fields;

/** The head of a collection: its number and day, from whom, what came in and where it goes (spec 2 §3). */
export const CollectionHeaderFields = memo(function CollectionHeaderFields(props: CollectionHeaderProps) {
  const { header, choices, payees, payee, collectionNumber, writesOff, faults, collapsed, onExpand, onChange } = props;
  const isPeso = header.currency_id === CURRENCY_PESO;
  const advance = useQuery({
    ...advanceOf(header.payee?.id ?? 0, header.currency_id),
    enabled: header.payee !== null,
  }).data;
  if (collapsed) {
    return (
      <div className={styles.summary} data-region>
        <span className="figures strong">{`Collection ${collectionNumber}`}</span>
        <span className="figures">{showDate(header.collection_date)}</span>
        {header.payee === null ? null : <span className="ellipsis">{header.payee.name}</span>}
        <span className="ellipsis text-2">{header.remarks}</span>
        <Button size="sm" variant="ghost" onClick={onExpand}>
          Edit header
        </Button>
      </div>
    );
  }
  const currency = choices.currencies.find(({ id }) => id === header.currency_id)?.iso_code ?? 'PHP';
  const amount = (field: 'received_amount' | 'advance_amount', hint?: string) => (
    <Field id={COLLECTION_FIELD_ID[field]} label={TERMS[field].label} error={faults[field]} hint={hint}>
      <AmountField currency={currency} value={header[field]} onChange={(value) => onChange({ [field]: value })} />
    </Field>
  );
  const place = (
    field: 'branch' | 'department',
    label: string,
    records: EntryChoices['branches'],
    required: boolean,
  ) => (
    <Field id={COLLECTION_FIELD_ID[`${field}_id`]} label={label} required={required} error={faults[`${field}_id`]}>
      <CodeSelect
        clearable={!required}
        options={records.map(({ id, code, name }) => ({ value: String(id), label: name, code }))}
        value={header[field] === null ? '' : String(header[field].id)}
        onChange={(value) => onChange({ [field]: records.find(({ id }) => String(id) === value) ?? null })}
      />
    </Field>
  );
  const bank = choices.banks.find(({ id }) => id === header.bank_id);
  const openDate = nearestOpenDate('CN', header.collection_date, choices);
  const usual = accountWith(choices.accounts, 'WRITE_OFF');
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      <Field label="Collection No.">
        <ReadOnlyValue>{collectionNumber}</ReadOnlyValue>
      </Field>
      <Field
        id={COLLECTION_FIELD_ID.collection_date}
        label="Collection Date"
        required
        error={faults['collection_date']}
        hint={
          openDate === null ? undefined : (
            <OpenDate date={openDate} onUse={(collection_date) => onChange({ collection_date })} />
          )
        }
      >
        <DateField value={header.collection_date} onChange={(collection_date) => onChange({ collection_date })} />
      </Field>
      <PayeeField
        id={COLLECTION_FIELD_ID.payee_id}
        label="Customer"
        error={faults['payee_id']}
        value={header.payee}
        payees={payees}
        payee={payee}
        onChange={(chosen) => onChange({ payee: chosen })}
      />
      <ReceiptField
        id={COLLECTION_FIELD_ID.is_or_ar}
        value={header.is_or_ar}
        error={faults['is_or_ar']}
        onChange={(is_or_ar) => onChange({ is_or_ar })}
      />
      {amount('received_amount')}
      <Field
        id={COLLECTION_FIELD_ID.bank_id}
        label="Deposited to"
        required={header.received_amount !== ''}
        error={faults['bank_id']}
        hint={bank === undefined ? undefined : `${bank.bank_name} · account ${bank.acct_code}`}
      >
        <CodeSelect
          clearable
          options={choices.banks
            .filter(({ currency_id }) => currency_id === header.currency_id)
            .map(({ id, name, bank_code }) => ({ value: String(id), label: name, code: bank_code }))}
          value={header.bank_id === null ? '' : String(header.bank_id)}
          onChange={(value) => onChange({ bank_id: value === '' ? null : Number(value) })}
        />
      </Field>
      {header.advance_amount !== '' || (advance?.advance_amount ?? '0.00') !== '0.00'
        ? amount('advance_amount', advance && `${showAmount(advance.advance_amount)} paid in advance`)
        : null}
      {place('branch', 'Branch', choices.branches, true)}
      {place('department', 'Department', choices.departments, writesOff || !isPeso)}
      {writesOff ? (
        <Field
          id={COLLECTION_FIELD_ID.write_off_account}
          label="Write-off Account"
          error={faults['write_off_account']}
          hint={usual === undefined ? undefined : `without a choice ${usual.code} ${usual.name}`}
        >
          <CodeSelect
            clearable
            options={choices.accounts
              .filter(({ acct_group }) => acct_group === 'E')
              .map(({ code, name }) => ({ value: code, label: name, code }))}
            value={header.write_off_account}
            onChange={(write_off_account) => onChange({ write_off_account })}
          />
        </Field>
      ) : null}
      <CurrencyFields
        header={header}
        onFile={rateOf(header, choices)}
        choices={choices}
        faults={faults}
        onChange={onChange}
      />
      <div className={styles.switches}>
        <ConfidentialSwitch type="CN" header={header} onChange={onChange} />
      </div>
      <Field
        id={COLLECTION_FIELD_ID.remarks}
        label="Remarks"
        error={faults['remarks']}
        className={styles.remarks ?? ''}
      >
        <TextArea
          rows={2}
          maxLength={2000}
          value={header.remarks}
          onChange={(event) => onChange({ remarks: event.target.value })}
        />
      </Field>
    </div>
  );
});
