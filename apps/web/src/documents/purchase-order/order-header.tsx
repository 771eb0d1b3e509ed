import { memo } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { ConfidentialSwitch, CurrencyFields } from '../../batches/entry/header/entry-header.tsx';
import { PayeeField } from '../../batches/entry/header/header-parties.tsx';
import { TermInput } from '../../batches/entry/header/payment-term.tsx';
import type { LineSource } from '../../batches/entry/lines/line-sources.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { showDate } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { ReadOnlyValue, TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { rateOf, VAT_OPTIONS, type OrderHeader } from './order-form.ts';
import { ORDER_FIELD_ID } from './use-order-form.ts';
import styles from '../../batches/entry/header/entry-header.module.css';

export interface OrderHeaderProps {
  header: OrderHeader;
  choices: EntryChoices;
  /** Where suppliers are found. */
  payees: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  poNumber: string;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  onExpand: () => void;
  onChange: (change: Partial<OrderHeader>) => void;
}

const TERMS = ORDER_TERMS.fields;

/** The head of an order: its number and dates, from whom, on which terms, and how it stands to VAT (spec 2 §3). */
export const OrderHeaderFields = memo(function OrderHeaderFields(props: OrderHeaderProps) {
  const { header, choices, payees, payee, poNumber, faults, collapsed, onExpand, onChange } = props;
  if (collapsed) {
    return (
      <div className={styles.summary} data-region>
        <span className="figures strong">{poNumber}</span>
        <span className="figures">{showDate(header.po_date)}</span>
        {header.payee === null ? null : <span className="ellipsis">{header.payee.name}</span>}
        <span className="ellipsis text-2">{header.remarks}</span>
        <Button size="sm" variant="ghost" onClick={onExpand}>
          Edit header
        </Button>
      </div>
    );
  }
  const date = (field: 'po_date' | 'request_date' | 'shipping_date', label: string) => (
    <Field id={ORDER_FIELD_ID[field]} label={label} required={field === 'po_date'} error={faults[field]}>
      <DateField value={header[field]} onChange={(day) => onChange({ [field]: day })} />
    </Field>
  );
  const text = (field: 'contact_person' | 'email_add', longest: number) => (
    <Field id={ORDER_FIELD_ID[field]} label={TERMS[field].label} error={faults[field]}>
      <TextInput
        maxLength={longest}
        value={header[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      <Field label="PO No.">
        <ReadOnlyValue>{poNumber}</ReadOnlyValue>
      </Field>
      {date('po_date', 'PO Date')}
      {date('request_date', TERMS.request_date.label)}
      {date('shipping_date', TERMS.shipping_date.label)}
      <PayeeField
        id={ORDER_FIELD_ID.payee_id}
        label="Payee"
        error={faults['payee_id']}
        value={header.payee}
        payees={payees}
        payee={payee}
        onChange={(chosen) => onChange({ payee: chosen })}
      />
      {text('contact_person', 100)}
      {text('email_add', 200)}
      <Field id={ORDER_FIELD_ID.payment_term} label="Payment Term" error={faults['payment_term']}>
        <TermInput value={header.payment_term} onChange={(payment_term) => onChange({ payment_term })} />
      </Field>
      <Field id={ORDER_FIELD_ID.vat_type} label={TERMS.vat_type.label} required error={faults['vat_type']}>
        <CodeSelect
          options={VAT_OPTIONS}
          value={String(header.vat_type)}
          onChange={(value) => onChange({ vat_type: Number(value) })}
        />
      </Field>
      <CurrencyFields
        header={header}
        onFile={rateOf(header, choices)}
        choices={choices}
        faults={faults}
        onChange={onChange}
      />
      <div className={styles.switches}>
        <Checkbox
          label={TERMS.subject_to_vat.label}
          checked={header.subject_to_vat}
          onChange={(event) => onChange({ subject_to_vat: event.target.checked })}
        />
        <ConfidentialSwitch type="PO" header={header} onChange={onChange} />
      </div>
      <Field id={ORDER_FIELD_ID.remarks} label="Remarks" error={faults['remarks']} className={styles.remarks ?? ''}>
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
