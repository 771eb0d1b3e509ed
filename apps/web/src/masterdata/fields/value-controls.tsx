import { parseTin } from '@talaan/core/text/tin';
import type { ChoiceField, FlagField, NumberedChoiceField } from '@talaan/contract/resource/field';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Switch } from '../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import type { ControlProps } from '../record/resource-parts.ts';

const FIGURES = new Set(['code', 'number', 'phone', 'bank_account', 'tin']);
const KEYBOARDS: Partial<Record<string, 'numeric' | 'email' | 'tel'>> = {
  number: 'numeric',
  phone: 'tel',
  email: 'email',
  tin: 'numeric',
};

/** A line of text, or several where the field is long. `list` is the id of a list of texts to choose from. */
export function TextControl({ shape, value, onChange, onBlur, takesFocus, list }: ControlProps & { list?: string }) {
  const start = { ...(takesFocus ? { 'data-autofocus': true } : {}), ...(list === undefined ? {} : { list }) };
  if ('long' in shape && shape.long) {
    return (
      <TextArea {...start} rows={3} value={value} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} />
    );
  }
  return (
    <TextInput
      {...start}
      figures={FIGURES.has(shape.kind)}
      inputMode={KEYBOARDS[shape.kind] ?? 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => {
        // A value pasted with a blank around it is the same value; blanks alone stay, to be refused.
        const trimmed = event.target.value.trim();
        const written = shape.kind === 'tin' ? (parseTin(trimmed) ?? trimmed) : trimmed;
        if (written !== '' && written !== value) onChange(written);
        onBlur();
      }}
    />
  );
}

export function WholeNumberControl({ value, onChange, onBlur, takesFocus }: ControlProps) {
  return (
    <TextInput
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      figures
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

export function AmountControl({ value, onChange, onBlur }: ControlProps) {
  return <AmountField value={value} onChange={onChange} onBlur={onBlur} />;
}

/** An amount of which the field itself says that it is in pesos. */
export function PesoControl({ value, onChange, onBlur }: ControlProps) {
  return <AmountField currency="PHP" value={value} onChange={onChange} onBlur={onBlur} />;
}

/** A rate or percentage, right aligned. */
export function RateControl({ value, onChange, onBlur }: ControlProps) {
  return (
    <TextInput
      amount
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

export function DateControl({ value, onChange, onBlur }: ControlProps) {
  return <DateField value={value} onChange={onChange} onBlur={onBlur} />;
}

/** One of a few stored letters or numbers: its label, with the stored value on the right. */
export function ChoiceControl({ shape, value, onChange, onBlur, takesFocus }: ControlProps) {
  const { of, optional } = shape as ChoiceField | NumberedChoiceField;
  return (
    <CodeSelect
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      options={Object.entries(of).map(([stored, label]) => ({
        value: stored,
        label,
        ...(stored === label ? {} : { code: stored }),
      }))}
      value={value}
      clearable={optional ?? false}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** A 1/0 switch; the word beside it says what its position means. */
export function FlagControl({ shape, value, onChange, onBlur }: ControlProps) {
  const { on, off } = shape as FlagField;
  return (
    <Switch
      label={value === '1' ? on : off}
      checked={value === '1'}
      onChange={(event) => onChange(event.target.checked ? '1' : '0')}
      onBlur={onBlur}
    />
  );
}

/** A new password; it can be shown while it is typed. */
export function PasswordControl({ value, onChange, onBlur }: ControlProps) {
  return <PasswordInput value={value} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} />;
}
