import { memo } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { billingHold } from '@talaan/core/documents/payee-state';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { ConfidentialSwitch, CurrencyFields } from '../../batches/entry/header/entry-header.tsx';
import { PayeeField } from '../../batches/entry/header/header-parties.tsx';
import { TermInput } from '../../batches/entry/header/payment-term.tsx';
import { TemplateField } from '../../batches/entry/header/template-field.tsx';
import type { LineSource } from '../../batches/entry/lines/line-sources.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { showDate } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ReadOnlyValue, TextArea } from '../../ui/fields/text-input.tsx';
import { dueDateOf, rateOf, type BillingHeader } from './billing-form.ts';
import { BILLING_FIELD_ID } from './use-billing-form.ts';
import styles from '../../batches/entry/header/entry-header.module.css';

export interface BillingHeaderProps {
  header: BillingHeader;
  choices: EntryChoices;
  /** Where customers are found. */
  payees: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  /** What is doubtful about him and the VAT of the lines, as sentences. */
  doubts: readonly string[];
  requestNumber: string;
  /** Null before the approval. */
  invoiceNumber: string | null;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  onExpand: () => void;
  onChange: (change: Partial<BillingHeader>) => void;
  /** Bills the customers of a template instead; a stored billing has its customer. */
  onTemplate: ((id: number | null) => void) | undefined;
}

const OF_NO_TEMPLATE = { document_type: 'BI', regular_trx: null } as const;

const VAT_OPTIONS = [1, 2, 3, 0].map((type) => ({
  value: String(type),
  label: VAT_TYPES[type as keyof typeof VAT_TYPES],
}));

/** The head of a billing: its numbers, when it is due, whom it bills, and what its lines share (spec 2 §3). */
export const BillingHeaderFields = memo(function BillingHeaderFields(props: BillingHeaderProps) {
  const {
    header,
    choices,
    payees,
    payee,
    doubts,
    requestNumber,
    invoiceNumber,
    faults,
    collapsed,
    onExpand,
    onChange,
    onTemplate,
  } = props;
  if (collapsed) {
    return (
      <div className={styles.summary} data-region>
        <span className="figures strong">{`Billing ${requestNumber}`}</span>
        <span className="figures">{showDate(header.billing_date)}</span>
        {header.payee === null ? null : <span className="ellipsis">{header.payee.name}</span>}
        <span className="ellipsis text-2">{header.remarks}</span>
        <Button size="sm" variant="ghost" onClick={onExpand}>
          Edit header
        </Button>
      </div>
    );
  }
  const due = dueDateOf(header);
  const place = (field: 'branch' | 'department', label: string, records: EntryChoices['branches']) => (
    <Field id={BILLING_FIELD_ID[`${field}_id`]} label={label} required error={faults[`${field}_id`]}>
      <CodeSelect
        options={records.map(({ id, code, name }) => ({ value: String(id), label: name, code }))}
        value={header[field] === null ? '' : String(header[field].id)}
        onChange={(value) => onChange({ [field]: records.find(({ id }) => String(id) === value) ?? null })}
      />
    </Field>
  );
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      <Field label="Billing Request No.">
        <ReadOnlyValue>{requestNumber}</ReadOnlyValue>
      </Field>
      <Field label="Billing Invoice No.">
        <ReadOnlyValue>{invoiceNumber ?? <span className="muted">given at approval</span>}</ReadOnlyValue>
      </Field>
      <Field id={BILLING_FIELD_ID.billing_date} label="Billing Date" required error={faults['billing_date']}>
        <DateField value={header.billing_date} onChange={(billing_date) => onChange({ billing_date })} />
      </Field>
      <div className={styles.pair}>
        <Field
          id={BILLING_FIELD_ID.payment_term}
          label={BILLING_TERMS.fields.payment_term.label}
          error={faults['payment_term']}
          hint={Number(header.payment_term) === 0 ? 'Due Immediately' : undefined}
        >
          <TermInput value={header.payment_term} onChange={(payment_term) => onChange({ payment_term })} />
        </Field>
        <Field label={BILLING_TERMS.fields.due_date.label}>
          <ReadOnlyValue>{due ?? ''}</ReadOnlyValue>
        </Field>
      </div>
      <PayeeField
        id={BILLING_FIELD_ID.payee_id}
        label="Customer"
        error={faults['payee_id']}
        value={header.payee}
        payees={payees}
        payee={payee}
        warningsOf={(customer) => [billingHold(customer), ...doubts]}
        onChange={(chosen) => onChange({ payee: chosen })}
      />
      <Field
        id={BILLING_FIELD_ID.vat}
        label="VAT"
        error={faults['vat']}
        hint="taken from the customer; a line may differ"
        className={styles.wide ?? ''}
      >
        <SegmentedControl
          label="VAT"
          options={VAT_OPTIONS}
          value={header.vat === null ? '' : String(header.vat)}
          onChange={(value) => onChange({ vat: Number(value) })}
        />
      </Field>
      {place('branch', 'Branch', choices.branches)}
      {place('department', 'Department', choices.departments)}
      <CurrencyFields
        header={header}
        onFile={rateOf(header, choices)}
        choices={choices}
        faults={faults}
        onChange={onChange}
      />
      <div className={styles.switches}>
        <ConfidentialSwitch type="BI" header={header} onChange={onChange} />
        {onTemplate === undefined ? null : (
          <TemplateField
            header={OF_NO_TEMPLATE}
            choices={choices}
            none="Regular Transactions keeps them."
            onTemplate={onTemplate}
          />
        )}
      </div>
      <Field id={BILLING_FIELD_ID.remarks} label="Remarks" error={faults['remarks']} className={styles.remarks ?? ''}>
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
