import type { ReactNode } from 'react';
import { currencyCode } from '../../record/batch-calls.ts';
import { DateField } from '../../../ui/dates/date-field.tsx';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextArea, TextInput } from '../../../ui/fields/text-input.tsx';
import { nearestOpenDate } from '../fields/entry-date.ts';
import { headId } from '../fields/head-id.ts';
import { ConfidentialSwitch } from '../fields/confidential-switch.tsx';
import { CurrencyFields } from '../fields/currency-fields.tsx';
import { OpenDate } from '../fields/open-date.tsx';
import { PayeeField } from '../fields/payee-field.tsx';
import { ReceiptField } from '../fields/receipt-field.tsx';
import { TermInput } from '../fields/payment-term.tsx';
import { onFile } from './document-form.ts';
import type { CommonHeader, HeadField } from './head-field.ts';
import type { HeadProps } from './head-look.ts';
import styles from '../fields/head.module.css';

interface ControlProps<Header extends CommonHeader> extends HeadProps<Header> {
  name: keyof Header & string;
  field: HeadField;
}

/** A field of a head with its label, as its declaration says. */
export function HeadControl<Header extends CommonHeader>(props: ControlProps<Header>): ReactNode {
  const { declared, header, choices, payees, payee, faults, look, onChange, name, field } = props;
  const { control, label, wire = name } = field;
  const error = faults[wire];
  const change = (value: unknown): void => onChange({ [name]: value } as Partial<Header>);
  switch (control) {
    case 'none':
      return null;
    case 'flag':
      return (
        <Checkbox label={label} checked={header[name] === true} onChange={({ target }) => change(target.checked)} />
      );
    case 'confidential':
      return (
        <ConfidentialSwitch
          type={declared.kind.types[0]}
          header={header}
          onChange={(made) => onChange(made as Partial<Header>)}
        />
      );
    case 'currency':
      return (
        <CurrencyFields
          header={header}
          onFile={onFile(declared, header, choices)}
          choices={choices}
          faults={faults}
          onChange={(made) => onChange(made as Partial<Header>)}
        />
      );
    case 'receipt':
      return <ReceiptField id={headId(wire)} value={Number(header[name])} error={error} onChange={change} />;
    case 'payee':
      return payees === undefined ? null : (
        <PayeeField
          id={headId(wire)}
          label={label}
          error={error}
          value={header.payee}
          payees={payees}
          payee={payee}
          warningsOf={look?.warningsOf}
          onChange={change}
        />
      );
    default:
      return <PlainField {...props} />;
  }
}

/** A field of one control, which may share its room. */
function PlainField<Header extends CommonHeader>(props: ControlProps<Header>) {
  const { declared, header, choices, faults, look, onChange, name, field } = props;
  const { control, label, wire = name, wide } = field;
  const { required = field.required ?? false, hint = field.hint, beside } = look?.fields?.[name] ?? {};
  const openDate =
    control === 'document_day' ? nearestOpenDate(declared.kind.types[0], String(header[name]), choices) : null;
  const use = (day: string): void => onChange({ [name]: day } as Partial<Header>);
  const drawn = (
    <Field
      id={headId(wire)}
      label={label}
      required={required}
      error={faults[wire]}
      hint={openDate === null ? hint : <OpenDate date={openDate} onUse={use} />}
      className={(control === 'remarks' ? styles.remarks : wide ? styles.wide : undefined) ?? ''}
    >
      <Control {...props} required={required} />
    </Field>
  );
  if (beside === undefined) return drawn;
  return (
    <div className={styles.pair}>
      {drawn}
      {beside}
    </div>
  );
}

function Control<Header extends CommonHeader>({
  header,
  choices,
  onChange,
  name,
  field,
  required,
}: ControlProps<Header> & { required: boolean }) {
  const { control, label, longest, clearable = !required } = field;
  const value = header[name];
  const text = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value ?? '');
  const change = (given: unknown): void => onChange({ [name]: given } as Partial<Header>);
  const choose = (given: string): void => change(field.chosen?.(given, choices));
  const options = field.options?.(choices, header) ?? [];
  const currency = currencyCode(choices, header.currency_id);
  switch (control) {
    case 'day':
    case 'document_day':
      return <DateField value={text} onChange={change} />;
    case 'term':
      return <TermInput value={text} onChange={change} />;
    case 'amount':
      return <AmountField currency={currency} value={text} onChange={change} />;
    case 'select':
      return <CodeSelect clearable={clearable} options={options} value={text} onChange={choose} />;
    case 'segments':
      return <SegmentedControl label={label} options={options} value={text} onChange={choose} />;
    case 'remarks':
      return <TextArea rows={2} maxLength={longest} value={text} onChange={({ target }) => change(target.value)} />;
    default:
      return <TextInput maxLength={longest} value={text} onChange={({ target }) => change(target.value)} />;
  }
}
